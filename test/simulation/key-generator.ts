/**
 * Gives session calls idempotency keys, repeats keyed calls, and now and then uses a key for another call. Some calls are
 * repeated only after so many other keys of their session that their answers have been forgotten.
 */
import { hash } from 'node:crypto';
import type { RequestKey } from '#domain/call-context.ts';
import type { Command } from '#domain/command.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { type ClientRequest, retryable } from './client-request.ts';

const mutating = new Set<Command['kind']>([
  ...(['lock-session', 'unlock-session', 'checkout-session', 'cancel-session'] as const),
  ...(['confirm-session', 'withdraw-session', 'release-session', 'replace-properties', 'erase-session'] as const),
  'exchange-session' as const,
]);
/** How many of the last keyed calls may be repeated. */
const recentMax = 8;
/** More keyed calls than a session's answers are remembered of. */
const floodLength = 36;

interface Flood {
  readonly sessionId: string;
  /** The call that is repeated in the end. */
  readonly first: ClientRequest;
  left: number;
}

export class KeyGenerator {
  readonly #random: SeededRandom;
  readonly #recent: { readonly request: ClientRequest; readonly key: RequestKey }[] = [];
  #made = 0;
  #flood: Flood | null = null;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** The call, with a key or without one; or a keyed call of before in its place. */
  keyed(request: ClientRequest): ClientRequest {
    const random = this.#random;
    if (this.#flood !== null) return this.#flooding(this.#flood);
    if (!mutating.has(request.command.kind)) return request;
    const before = this.#recent.length > 0 && random.chance(0.15) ? random.pick(this.#recent) : undefined;
    if (before !== undefined && random.chance(0.9)) return before.request;
    if (before === undefined && random.chance(0.6)) return request;
    const { request: keyed, key } = this.#withKey(request.command, before?.key.keyHash);
    this.#recent.push({ request: keyed, key });
    if (this.#recent.length > recentMax) this.#recent.shift();
    const { command } = keyed;
    const isOnCart = command.kind === 'lock-session' || command.kind === 'unlock-session';
    if (isOnCart && random.chance(0.02))
      this.#flood = { sessionId: command.sessionId, first: keyed, left: floodLength };
    return keyed;
  }

  /** The next keyed call of the flood, which changes nothing; in the end the first one again. */
  #flooding(flood: Flood): ClientRequest {
    if (flood.left-- === 0) {
      this.#flood = null;
      return flood.first;
    }
    const { sessionId } = flood;
    return this.#withKey({ kind: 'unlock-session', sessionId, selection: { seats: [], groupOfSeats: [] } }).request;
  }

  #withKey(command: Command, keyHash = `call ${++this.#made}`): { request: ClientRequest; key: RequestKey } {
    const key = { keyHash, bodyHash: hash('sha256', JSON.stringify(command), 'base64url') };
    return { request: retryable({ ...command, key } as Command), key };
  }
}
