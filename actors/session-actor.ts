/**
 * A session is an actor with one lifecycle and one deadline. There may be a million of them, so they are rows in tables
 * instead of objects: `SessionActors` holds all sessions of one event, and a session is its slot in the node's deadline
 * queue. A private lock that can expire is kept in the same way. When a deadline passes, the actor ends and tells its
 * event. The event decides by its own clock whether something has expired. Owns times, not seats.
 */

import { OrdinalTable } from '#collections/ordinal-table.ts';
import type { EventState } from '#domain/event-state.ts';
import type { Fact } from '#domain/fact.ts';
import type { Deadlines } from '#domain/facts/definition.ts';
import { definitionOf } from '#domain/facts/registry.ts';
import type { DeadlineQueue, DeadlineTarget } from './deadlines.ts';
import { EarliestDeadline } from './earliest-deadline.ts';

/** Called at most once per deadline. */
export interface DueListener {
  sessionDue(ordinal: number): void;
  lockDue(ordinal: number): void;
}

/** Sessions are adopted and ended in steps of about a millisecond. */
const pagesPerStep = 32;
const slotsPerStep = 8_192;

export class SessionActors implements DeadlineTarget, Deadlines {
  readonly #queue: DeadlineQueue;
  /** Slots in the queue by ordinal. */
  readonly #sessions = new OrdinalTable<number>();
  readonly #locks = new OrdinalTable<number>();
  readonly #listener: DueListener;
  readonly #earliestSession = new EarliestDeadline();
  /** The earliest deadline of a lock; valid unless `#areLocksStale`. */
  #earliestLock = Number.POSITIVE_INFINITY;
  #areLocksStale = false;
  /** True once the actors are ending: from then on no deadline is reported. */
  #isOver = false;

  constructor(queue: DeadlineQueue, listener: DueListener) {
    this.#queue = queue;
    this.#listener = listener;
  }

  get count(): number {
    return this.#sessions.size + this.#locks.size;
  }

  /**
   * Starts an actor for every session and lock in the state that can expire; called after recovery. Commands may run
   * between two steps: what they begin or move is not changed again.
   */
  *adopting(state: EventState): Generator<undefined, void> {
    for (const lock of state.locks.values()) this.begin(-lock.ordinal, lock.deadline);
    const { sessionsByOrdinal } = state;
    for (let page = 0; page < sessionsByOrdinal.pageCount; page++) {
      if (page > 0 && page % pagesPerStep === 0) yield;
      if (this.#isOver) return;
      for (const session of sessionsByOrdinal.page(page)) {
        if (session !== undefined && session.deadline !== null) this.begin(session.ordinal, session.deadline);
      }
    }
  }

  /** Starts, moves and ends actors after a fact has been applied. */
  follow(fact: Fact, state: EventState): void {
    definitionOf(fact).follow?.(this, fact, state);
  }

  /** Starts or moves the actor of a session or of a lock. Null: it cannot expire. */
  begin(owner: number, deadline: number | null): void {
    const slot = this.#slotOf(owner);
    if (slot !== undefined) {
      if (this.#queue.timeOf(slot) === deadline) return;
      this.end(owner);
    }
    if (deadline === null) return;
    if (owner > 0) this.#earliestSession.begun(owner, deadline);
    else this.#earliestLock = Math.min(this.#earliestLock, deadline);
    const slots = owner > 0 ? this.#sessions : this.#locks;
    slots.set(Math.abs(owner), this.#queue.add(deadline, this, owner));
  }

  /** Ends the actor of a session or of a lock. */
  end(owner: number): void {
    const slot = this.#slotOf(owner);
    const deadline = slot === undefined ? undefined : this.#queue.timeOf(slot);
    if (owner > 0) this.#earliestSession.ended(owner, deadline);
    else if (deadline === undefined || deadline <= this.#earliestLock) this.#areLocksStale = true;
    if (slot === undefined) return;
    this.#queue.remove(slot);
    if (owner > 0) this.#sessions.delete(owner);
    else this.#locks.delete(-owner);
  }

  /** Several locks may have ended. */
  locksChanged(): void {
    this.#areLocksStale = true;
  }

  /** The deadline of a session (`owner`: its ordinal) or of a lock (its ordinal negated) has passed: the actor ends. */
  due(owner: number): void {
    if (owner > 0) this.#sessions.delete(owner);
    else this.#locks.delete(-owner);
    if (this.#isOver) return;
    if (owner > 0) this.#listener.sessionDue(owner);
    else this.#listener.lockDue(-owner);
  }

  /**
   * The earliest deadline in the state, or null for none; a passed deadline counts until its expiry is a fact. It must
   * be exact: otherwise an idle event would be woken repeatedly for nothing. Scans the locks, and a page of sessions,
   * only after its earliest deadline may have been removed.
   */
  nextDeadline(state: EventState): number | null {
    if (this.#areLocksStale) this.#findEarliestLock(state);
    const earliest = Math.min(this.#earliestLock, this.#earliestSession.find(state.sessionsByOrdinal));
    return earliest === Number.POSITIVE_INFINITY ? null : earliest;
  }

  /** Ends every actor: the event leaves memory. From the first step on no deadline is reported. */
  *ending(): Generator<undefined, void> {
    this.#isOver = true;
    let ended = 0;
    for (const slots of [this.#sessions, this.#locks]) {
      // A deadline that passes between two steps frees its slot and leaves the table.
      for (const slot of slots.values()) {
        this.#queue.remove(slot);
        if (++ended % slotsPerStep === 0) yield;
      }
      slots.clear();
    }
  }

  #findEarliestLock(state: EventState): void {
    for (const ordinal of this.#locks.keys()) if (!state.locks.has(ordinal)) this.end(-ordinal);
    this.#earliestLock = Number.POSITIVE_INFINITY;
    for (const { deadline } of state.locks.values()) {
      if (deadline !== null && deadline < this.#earliestLock) this.#earliestLock = deadline;
    }
    this.#areLocksStale = false;
  }

  #slotOf(owner: number): number | undefined {
    return owner > 0 ? this.#sessions.get(owner) : this.#locks.get(-owner);
  }
}
