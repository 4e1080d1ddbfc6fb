/**
 * Which scripts of other origins may read public answers: all of them, also those of requests with credentials, such as
 * `sendBeacon` makes. The origin is reflected for these, because browsers refuse `*` there. Nothing here opens anything: no
 * public call looks at a cookie or at any other credential that a browser adds by itself.
 */

/** What scripts may read beside the body; what timing adds is not here. */
const exposed = [
  'ETag',
  'X-Request-Id',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Event-Sequence',
  'Idempotency-Replayed',
].join(', ');

/** Every request header that a public call reads and that browsers ask about first. */
const readable = ['Content-Type', 'Idempotency-Key', 'If-None-Match', 'Last-Event-ID', 'X-Request-Id'].join(', ');

/** Longer ones are no origins. */
const originLengthMax = 300;
const originShape = /^[\x21-\x7e]+$/;
/** Many more than there are shops on one node at a time. */
const originsMax = 200;

/** The headers that every public answer begins with: names and values in turn. */
export class PublicHeaders {
  readonly #guarded: readonly string[];
  readonly #forAnyone: readonly string[];
  /** Made once for each origin: building the list takes longer than the rest of the head. */
  readonly #byOrigin = new Map<string, readonly string[]>();

  constructor(guarded: readonly string[]) {
    this.#guarded = guarded;
    this.#forAnyone = this.#open('*', []);
  }

  /** Not to be changed by the caller. */
  for(origin: string | undefined): readonly string[] {
    if (origin === undefined) return this.#forAnyone;
    const known = this.#byOrigin.get(origin);
    if (known !== undefined) return known;
    if (origin.length > originLengthMax || !originShape.test(origin)) return this.#forAnyone;
    if (this.#byOrigin.size === originsMax) this.#byOrigin.clear();
    // A copy: the origin is a part of its request's head, which would be kept with it.
    const own = Buffer.from(origin, 'latin1').toString('latin1');
    const headers = this.#open(own, ['Access-Control-Allow-Credentials', 'true']);
    this.#byOrigin.set(own, headers);
    return headers;
  }

  #open(origin: string, credentials: readonly string[]): readonly string[] {
    return [
      ...this.#guarded,
      ...['Access-Control-Allow-Origin', origin],
      ...credentials,
      ...['Access-Control-Expose-Headers', exposed],
      // Caches keep an answer for the origin that it names.
      ...['Vary', 'Origin'],
    ];
  }
}

/** What a browser asks before it makes a call that is not simple; kept by it for a day. */
export function preflightHeaders(methods: readonly string[]): readonly string[] {
  return [
    ...['Access-Control-Allow-Methods', methods.join(', ')],
    ...['Access-Control-Allow-Headers', readable],
    ...['Access-Control-Max-Age', '86400'],
  ];
}
