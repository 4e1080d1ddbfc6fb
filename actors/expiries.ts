/**
 * The deadlines of one event that have passed and wait for a turn: of sessions and of private locks. A million may pass
 * at the same moment, so a turn takes a bounded number of them. Decides nothing: the event decides whether something
 * has expired.
 */
import type { DueListener } from './session-actor.ts';

/** Sessions, and locks, that one turn expires at most. */
const perTurnMax = 256;
/**
 * Changed sessions that may wait for the projection while others expire. From this number on expiries wait for the
 * projection, because one statement writes all sessions that have changed since the last one.
 */
const unprojectedMax = 30_000;
/** Taken ordinals are removed from the front of a queue once there are so many. */
const droppedAtOnce = 65_536;

export interface ExpiringEvent {
  /** Called whenever a deadline has passed. */
  due(): void;
  /** Sessions that have changed since the last step of the projection began. */
  unprojectedSessions(): number;
}

export class Expiries implements DueListener {
  readonly #sessions = new Line();
  readonly #locks = new Line();
  readonly #event: ExpiringEvent;

  constructor(event: ExpiringEvent) {
    this.#event = event;
  }

  sessionDue(ordinal: number): void {
    this.#sessions.add(ordinal);
    this.#event.due();
  }

  lockDue(ordinal: number): void {
    this.#locks.add(ordinal);
    this.#event.due();
  }

  /** How many can be decided now. */
  get count(): number {
    return this.#isHeldBack ? 0 : this.#sessions.length + this.#locks.length;
  }

  /** Whether none waits, held back or not. */
  get isEmpty(): boolean {
    return this.#sessions.length + this.#locks.length === 0;
  }

  /** Those that one turn expires, the first that passed first. */
  take(): { readonly sessions: readonly number[]; readonly locks: readonly number[] } {
    if (this.#isHeldBack) return { sessions: [], locks: [] };
    return { sessions: this.#sessions.take(perTurnMax), locks: this.#locks.take(perTurnMax) };
  }

  get #isHeldBack(): boolean {
    return this.#event.unprojectedSessions() >= unprojectedMax;
  }
}

/** A queue of ordinals: first in, first out. Taking some does not move the others. */
class Line {
  #ordinals: number[] = [];
  #first = 0;

  get length(): number {
    return this.#ordinals.length - this.#first;
  }

  add(ordinal: number): void {
    this.#ordinals.push(ordinal);
  }

  take(most: number): readonly number[] {
    const taken = this.#ordinals.slice(this.#first, this.#first + most);
    this.#first += taken.length;
    if (this.#first === this.#ordinals.length || this.#first >= droppedAtOnce) {
      this.#ordinals = this.#ordinals.slice(this.#first);
      this.#first = 0;
    }
    return taken;
  }
}
