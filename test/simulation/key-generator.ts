/** Gives session calls idempotency keys, repeats keyed calls, and now and then uses a key for another call. */
import type { Command, RequestKey } from '#domain/command.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { type ClientRequest, retryable } from './client-request.ts';

const mutating = new Set<Command['kind']>([
  ...(['lock-session', 'unlock-session', 'checkout-session', 'cancel-session'] as const),
  ...(['confirm-session', 'withdraw-session', 'release-session', 'replace-properties'] as const),
]);
/** How many of the last keyed calls may be repeated. */
const recentMax = 8;

export class KeyGenerator {
  readonly #random: SeededRandom;
  readonly #recent: { readonly request: ClientRequest; readonly key: RequestKey }[] = [];
  #made = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** The call, with a key or without one; or a keyed call of before in its place. */
  keyed(request: ClientRequest): ClientRequest {
    const random = this.#random;
    if (!mutating.has(request.command.kind)) return request;
    const before = this.#recent.length > 0 && random.chance(0.15) ? random.pick(this.#recent) : undefined;
    if (before !== undefined && random.chance(0.9)) return before.request;
    if (before === undefined && random.chance(0.6)) return request;
    const keyHash = before?.key.keyHash ?? `call ${++this.#made}`;
    const key = { keyHash, bodyHash: JSON.stringify(request.command) };
    const keyed = retryable({ ...request.command, key } as Command);
    this.#recent.push({ request: keyed, key });
    if (this.#recent.length > recentMax) this.#recent.shift();
    return keyed;
  }
}
