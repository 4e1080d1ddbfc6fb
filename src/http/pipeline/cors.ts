/**
 * CORS of public answers: scripts of every origin may read them, also with credentials, as `sendBeacon` sends them. The
 * origin is reflected, because browsers refuse `*` for requests with credentials. This opens nothing: no public call
 * reads a cookie or another credential that a browser adds by itself.
 */

import { CommonHeaders } from '../server/answer-head.ts';

/** The headers that scripts may read; server-timing.ts adds its own. */
const exposed = [
  'ETag',
  'X-Request-Id',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Event-Sequence',
  'Idempotency-Replayed',
].join(', ');

/** Every request header that a public call reads and that needs a preflight. */
const readable = ['Content-Type', 'Idempotency-Key', 'If-None-Match', 'Last-Event-ID', 'X-Request-Id'].join(', ');

/** A longer header Origin is ignored. */
const originLengthMax = 300;
const originShape = /^[\x21-\x7e]+$/;
/** Far more than the shops that one node serves at a time; a full cache is emptied. */
const originsMax = 200;

/** The headers that every public answer begins with. */
export class PublicHeaders {
  readonly #common: readonly string[];
  readonly #anyOrigin: CommonHeaders;
  /** Cached per origin: building the list takes longer than the rest of the head. */
  readonly #byOrigin = new Map<string, CommonHeaders>();

  constructor(common: readonly string[]) {
    this.#common = common;
    this.#anyOrigin = this.#open('*', []);
  }

  for(origin: string | undefined): CommonHeaders {
    if (origin === undefined) return this.#anyOrigin;
    const known = this.#byOrigin.get(origin);
    if (known !== undefined) return known;
    if (origin.length > originLengthMax || !originShape.test(origin)) return this.#anyOrigin;
    if (this.#byOrigin.size === originsMax) this.#byOrigin.clear();
    // A copy: a slice would keep the whole request head in memory.
    const own = Buffer.from(origin, 'latin1').toString('latin1');
    const headers = this.#open(own, ['Access-Control-Allow-Credentials', 'true']);
    this.#byOrigin.set(own, headers);
    return headers;
  }

  #open(origin: string, credentials: readonly string[]): CommonHeaders {
    return new CommonHeaders([
      ...this.#common,
      ...['Access-Control-Allow-Origin', origin],
      ...credentials,
      ...['Access-Control-Expose-Headers', exposed],
      // Caches must store one answer per origin.
      ...['Vary', 'Origin'],
    ]);
  }
}

/** The headers of a preflight answer; browsers cache it for a day. */
export function preflightHeaders(methods: readonly string[]): readonly string[] {
  return [
    ...['Access-Control-Allow-Methods', methods.join(', ')],
    ...['Access-Control-Allow-Headers', readable],
    ...['Access-Control-Max-Age', '86400'],
  ];
}
