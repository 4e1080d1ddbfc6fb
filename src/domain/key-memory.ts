/**
 * What the event remembers of idempotency keys: which session a create made, and what a private booking
 * call was answered. Forgets by the time of the records it is told, so that a replay forgets alike.
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
  readonly answer: { readonly done: boolean; readonly failed?: FailedLines } | { readonly refusal: Refusal };
  readonly at: number;
}

export class KeyMemory {
  readonly creates = new Map<string, CreateKey>();
  readonly answers = new Map<string, RememberedAnswer>();

  /**
   * Forgets keys that are old enough, oldest first. A create's key is kept at least as long as its
   * session lives; a key that is still needed moves to the end and is looked at again a day later.
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
