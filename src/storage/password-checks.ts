/**
 * Where passwords are hashed and compared, so that nobody's demand takes the room of another kind: passwords of accounts, new
 * passwords and unknown names each have their own. Promises that an unknown name is answered after the time that a wrong
 * password takes, in quiet and under load, and that a flood of unknown names costs one hash at a time.
 */
import { setTimeout as pass } from 'node:timers/promises';
import { hashPassword, isPassword } from './passwords.ts';
import { WorkQueue } from './work-queue.ts';

const refusal = 'Too many people log in at the moment.';
/** Node has four threads for such work; the fourth is left to others but for moments. */
const accountsAtOnce = 2;
const accountsWaitingMax = 100;
const newPasswordsWaitingMax = 50;
/** Until the first hash has been timed. */
const hashMsAtFirst = 150;
const timesKept = 16;

export class PasswordChecks {
  readonly #accounts = new WorkQueue({ atOnce: accountsAtOnce, waitingMax: accountsWaitingMax, refusal });
  readonly #newPasswords = new WorkQueue({
    atOnce: 1,
    waitingMax: newPasswordsWaitingMax,
    refusal: 'Too many passwords are set at the moment.',
  });
  readonly #unknownNames = new WorkQueue({ atOnce: 1, waitingMax: 0, refusal });
  /** How long the last hashes took. */
  readonly #times: number[] = [];
  #timed = 0;

  /** The text to store for a new password. */
  hash(password: string): Promise<string> {
    return this.#newPasswords.run(() => hashPassword(password));
  }

  /** Whether the password is the stored one; null for an unknown name, whose check takes as long and is never right. */
  async isPassword(password: string, stored: string | null): Promise<boolean> {
    // For both alike: a refusal that only accounts get would tell that there is one.
    this.#accounts.refuseWhenFull();
    if (stored !== null) return this.#accounts.run(() => this.#compare(password, stored));
    if (this.#unknownNames.isIdle && this.#accounts.waiting === 0) {
      return this.#unknownNames.run(() => this.#compare(password, null));
    }
    await pass(this.#expectedMs());
    return false;
  }

  async #compare(password: string, stored: string | null): Promise<boolean> {
    const startedMs = performance.now();
    const isRight = await isPassword(password, stored);
    this.#times[this.#timed++ % timesKept] = performance.now() - startedMs;
    return isRight;
  }

  /** How long the comparison for an account would take that began now: one of the last times, and the wait before it. */
  #expectedMs(): number {
    const turns = 1 + this.#accounts.waiting / accountsAtOnce;
    const sample = this.#times[Math.floor(Math.random() * this.#times.length)] ?? hashMsAtFirst;
    return sample * turns;
  }
}
