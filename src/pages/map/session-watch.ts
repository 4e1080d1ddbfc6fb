/**
 * Keeps the shown session up to date where others change it: the organization confirms it, its time runs out, another
 * tab of the buyer uses it. Reads it often while a payment is awaited or the service could not be reached, when the buyer comes back to the page, and when
 * the computer has slept. Reads one at a time. Announces to screen readers how much time is left.
 */
import type { ServerClock } from './server-clock.ts';
import { cartSize, noConnection, type Shop } from './shop.ts';
import { text } from './texts.ts';

export interface SessionWatchWorld {
  readonly shop: Shop;
  readonly clock: ServerClock;
  readonly reread: () => Promise<void>;
}

const secondMs = 1_000;
/** While a payment or the connection is awaited: the first pause between two reads, which grows to the longest. */
const pollSeconds = 2;
const pollSecondsMax = 10;
/** The seconds left at which a screen reader is told the time. */
const announcedAt = [300, 120, 60, 30];
/** An announcement that is later than this is left out. */
const lateSecondsMax = 5;
/** The computer has slept when its clock has moved so much more than the monotonic one. */
const sleepMsMin = 5_000;

export class SessionWatch {
  readonly #world: SessionWatchWorld;
  #isReading = false;
  #nextPollAt = 0;
  #polls = 0;
  /** The last announcement, in seconds left. */
  #announced = Number.POSITIVE_INFINITY;
  #clockLead = clockLead();

  constructor(world: SessionWatchWorld) {
    this.#world = world;
    setInterval(() => this.#tick(), secondMs);
    // Out of the browser's back/forward cache.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) this.now();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.now();
    });
  }

  /** Reads the session now, if there is one that can still change. */
  now(): void {
    const { stage, session } = this.#world.shop.state;
    if (session === null || stage === 'over' || stage === 'confirmed' || this.#isReading) return;
    this.#isReading = true;
    void this.#world.reread().finally(() => {
      this.#isReading = false;
    });
  }

  #tick(): void {
    this.#noticeSleep();
    const { shop, clock } = this.#world;
    const { stage, session, notice } = shop.state;
    if (stage === 'paying' || notice?.code === noConnection) this.#poll();
    else this.#polls = 0;
    if (session === null || session.expiresAt === null) return;
    const left = clock.secondsUntil(session.expiresAt);
    if (stage === 'choosing') this.#announce(left);
    if (stage !== 'choosing' || left > 0) return;
    this.now();
    // The service ends the session a moment later. Until then every call with it is refused.
    if (cartSize(shop.state) > 0) shop.end(session);
  }

  /** The countdown goes by the monotonic clock, which may stand still while the computer sleeps. */
  #noticeSleep(): void {
    const before = this.#clockLead;
    this.#clockLead = clockLead();
    if (this.#clockLead - before > sleepMsMin) this.now();
  }

  #poll(): void {
    if (performance.now() < this.#nextPollAt) return;
    this.#polls++;
    const pause = Math.min(pollSeconds + this.#polls / 10, pollSecondsMax);
    this.#nextPollAt = performance.now() + pause * secondMs - secondMs / 2;
    this.now();
  }

  #announce(left: number): void {
    // More time than at the last announcement: another session, or a longer hold.
    if (left > this.#announced) this.#announced = Number.POSITIVE_INFINITY;
    const due = announcedAt.find((seconds) => left <= seconds && left > seconds - lateSecondsMax);
    if (due === undefined || due >= this.#announced) return;
    this.#announced = due;
    const words = due < 60 ? text('secondsLeft', { count: due }) : text('minutesLeft', { count: due / 60 });
    this.#world.shop.announce(words);
  }
}

/** Milliseconds by which the computer's clock is ahead of the monotonic one. */
function clockLead(): number {
  return Date.now() - performance.now();
}
