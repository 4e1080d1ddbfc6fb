/**
 * Looks after a session that others can change: the organization confirms it, its time runs out, another tab of the
 * buyer uses it. Asks often while a payment is awaited, and when the page is looked at again.
 */
import type { ServerClock } from './server-clock.ts';
import type { Shop } from './shop.ts';

export interface SessionWatchWorld {
  readonly shop: Shop;
  readonly clock: ServerClock;
  readonly reread: () => Promise<void>;
}

const secondMs = 1_000;
/** While a payment is awaited: quickly at first, then slower. */
const pollSeconds = 2;
const pollSecondsMax = 10;
/** Seconds before the end at which a screen reader hears how much time is left. */
const announcedAt = [300, 120, 60, 30];

export class SessionWatch {
  readonly #world: SessionWatchWorld;
  #isReading = false;
  #nextPollAt = 0;
  #polls = 0;
  #announced = Number.POSITIVE_INFINITY;

  constructor(world: SessionWatchWorld) {
    this.#world = world;
    setInterval(() => this.#tick(), secondMs);
    // A sleeping computer stops the clock that the countdown goes by.
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
    const { shop, clock } = this.#world;
    const { stage, session } = shop.state;
    if (session === null || session.expiresAt === null) return;
    const left = clock.secondsUntil(session.expiresAt);
    if (stage === 'paying') this.#poll();
    else this.#polls = 0;
    if (stage === 'choosing') this.#announce(left);
    // The service ends it a moment later; until then nothing else can be done with it.
    if (stage === 'choosing' && left === 0) {
      shop.set({ stage: session.cart.seats.length + session.cart.groupOfSeats.length > 0 ? 'over' : stage });
      void this.#world.reread();
    }
  }

  #poll(): void {
    if (performance.now() < this.#nextPollAt) return;
    this.#polls++;
    const pause = Math.min(pollSeconds + this.#polls / 10, pollSecondsMax);
    this.#nextPollAt = performance.now() + pause * secondMs - secondMs / 2;
    this.now();
  }

  #announce(left: number): void {
    const due = announcedAt.find((seconds) => left <= seconds && left > seconds - 5);
    if (left > Math.max(...announcedAt)) this.#announced = Number.POSITIVE_INFINITY;
    if (due === undefined || due >= this.#announced) return;
    this.#announced = due;
    const time = due < 60 ? `${due} seconds` : due === 60 ? 'one minute' : `${due / 60} minutes`;
    this.#world.shop.announce(`${time} left to check out.`);
  }
}
