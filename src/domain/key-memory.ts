/**
 * The event's memory of idempotency keys: the session that a create made, and the answer of a private booking call.
 * Keys expire by the time of the records, so that a replay drops the same keys.
 */

import { keyMemoryMs } from './limits.ts';
import type { FailedLines, Refusal } from './refusal.ts';

export interface CreateKey {
  readonly keyHash: string;
  readonly sessionId: string;
  readonly ordinal: number;
  readonly at: number;
}

export interface RememberedAnswer {
  readonly bodyHash: string;
  readonly answer:
    | { readonly done: boolean; readonly failed?: FailedLines; readonly seats?: readonly number[] }
    | { readonly refusal: Refusal };
  readonly at: number;
}

export class KeyMemory {
  readonly creates = new Map<string, CreateKey>();
  readonly answers = new Map<string, RememberedAnswer>();

  /**
   * Drops old keys, oldest first. The key of a create is kept at least as long as its session lives; a key that is
   * still needed moves to the end and is checked again a day later.
   */
  forgetBefore(now: number, isSessionLive: (ordinal: number) => boolean): void {
    const horizon = now - keyMemoryMs;
    for (const [hash, key] of this.creates) {
      if (key.at > horizon) break;
      this.creates.delete(hash);
      if (isSessionLive(key.ordinal)) this.creates.set(hash, { ...key, at: now });
    }
    for (const [hash, answer] of this.answers) {
      if (answer.at > horizon) break;
      this.answers.delete(hash);
    }
  }
}
