/**
 * Hashes and compares passwords in three separate queues, so that no kind of load starves another: account logins, new
 * passwords, and unknown names. Promises that an unknown name takes as long as a wrong password, idle and under load,
 * and that a flood of unknown names costs one hash at a time.
 */
import { setTimeout as pass } from 'node:timers/promises';
import { WorkQueue } from '../database/work-queue.ts';
import { hashPassword, matching } from './passwords.ts';

const refusal = 'Too many people log in at the moment.';
/**
 * Node's thread pool has four threads: two for logins, one for new passwords; the fourth stays mostly free for others.
 */
const accountsAtOnce = 2;
const accountsWaitingMax = 100;
const newPasswordsWaitingMax = 50;
/** Estimate until the first hash has been timed. */
const hashMsAtFirst = 150;
const timesKept = 16;

/** For tests, which count the hashes and the waits instead of timing them. */
export interface PasswordWork {
  readonly compare: typeof matching;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly now: () => number;
}

const realWork: PasswordWork = { compare: matching, pause: (ms) => pass(ms), now: () => performance.now() };

export class PasswordChecks {
  readonly #accounts = new WorkQueue({ atOnce: accountsAtOnce, waitingMax: accountsWaitingMax, refusal });
  readonly #newPasswords = new WorkQueue({
    atOnce: 1,
    waitingMax: newPasswordsWaitingMax,
    refusal: 'Too many passwords are set at the moment.',
  });
  readonly #unknownNames = new WorkQueue({ atOnce: 1, waitingMax: 0, refusal });
  /** Durations of the last hashes. */
  readonly #times: number[] = [];
  #timed = 0;
  readonly #work: PasswordWork;

  constructor(work = realWork) {
    this.#work = work;
  }

  /** The text to store for a new password. `like`: a stored text of the same address, whose salt is used again. */
  hash(password: string, like: string | null = null): Promise<string> {
    return this.#newPasswords.run(() => hashPassword(password, like));
  }

  /** Those of the stored texts that the password matches. None is stored for an unknown name; that takes as long. */
  async matching(password: string, stored: readonly string[]): Promise<readonly string[]> {
    // For both kinds: a refusal that only accounts get would reveal that the account exists.
    this.#accounts.refuseWhenFull();
    if (stored.length > 0) return this.#accounts.run(() => this.#compare(password, stored));
    if (this.#unknownNames.isIdle && this.#accounts.waiting === 0) {
      return this.#unknownNames.run(() => this.#compare(password, stored));
    }
    await this.#work.pause(this.#expectedMs());
    return [];
  }

  async #compare(password: string, stored: readonly string[]): Promise<readonly string[]> {
    const { compare, now } = this.#work;
    const startedMs = now();
    const right = await compare(password, stored);
    this.#times[this.#timed++ % timesKept] = now() - startedMs;
    return right;
  }

  /**
   * Expected duration of an account's comparison that starts now: a random recent duration times the queue's length.
   */
  #expectedMs(): number {
    const turns = 1 + this.#accounts.waiting / accountsAtOnce;
    const sample = this.#times[Math.floor(Math.random() * this.#times.length)] ?? hashMsAtFirst;
    return sample * turns;
  }
}
