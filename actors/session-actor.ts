/**
 * A session is an actor with one lifecycle and one deadline. There may be a million of them, so they are rows in tables
 * instead of objects: `SessionActors` holds all sessions of one event, and a session is its slot in the node's deadline
 * queue. A private lock that can expire is kept in the same way. When a deadline passes, the actor ends and its event is
 * told, which decides by its own clock whether something has expired. Keeps time, not seats.
 */
import { unknownFact } from '#domain/assert.ts';
import type { EventState } from '#domain/event-state.ts';
import type { Fact } from '#domain/fact.ts';
import { OrdinalTable } from '#domain/ordinal-table.ts';
import type { DeadlineQueue, DeadlineTarget } from './deadlines.ts';

/** Called at most once per deadline. */
export interface DueListener {
  sessionDue(ordinal: number): void;
  lockDue(ordinal: number): void;
}

export class SessionActors implements DeadlineTarget {
  readonly #queue: DeadlineQueue;
  /** Slots in the queue by ordinal. */
  readonly #sessions = new OrdinalTable<number>();
  readonly #locks = new OrdinalTable<number>();
  readonly #listener: DueListener;
  /** The earliest deadline; valid unless `#isStale`. */
  #earliest = Number.POSITIVE_INFINITY;
  #isStale = false;

  constructor(queue: DeadlineQueue, listener: DueListener) {
    this.#queue = queue;
    this.#listener = listener;
  }

  get count(): number {
    return this.#sessions.size + this.#locks.size;
  }

  /** Starts an actor for every session and lock in the state that can expire; called after recovery. */
  adopt(state: EventState): void {
    for (const session of state.sessions.values()) this.#setDeadline(session.ordinal, session.deadline);
    for (const lock of state.locks.values()) this.#setDeadline(-lock.ordinal, lock.deadline);
  }

  /** Starts, moves and ends actors as a fact demands that has just been applied. */
  follow(fact: Fact, state: EventState): void {
    switch (fact.type) {
      case 'session-created':
      case 'checked-out':
        this.#setDeadline(fact.session, fact.deadline);
        return;
      case 'confirmed':
      case 'cancelled':
      case 'expired':
        this.#end(fact.session);
        return;
      case 'locked':
        for (const ordinal of [fact.lock, ...(fact.areas ?? []).map(([, , lock]) => lock)]) {
          this.#setDeadline(-ordinal, state.locks.get(ordinal)?.deadline ?? null);
        }
        return;
      case 'lock-expired':
        this.#end(-fact.lock);
        return;
      case 'unlocked':
      case 'locks-sold':
      case 'layout-adopted':
      case 'cleaned':
        this.#isStale = true;
        return;
      case 'opened':
      case 'owned':
      case 'status-changed':
      case 'held':
      case 'unheld':
      case 'reclaimed':
      case 'released':
      case 'properties-replaced':
      case 'sold':
      case 'reverted':
      case 'answered':
      case 'session-answered':
      case 'prices-defined':
      case 'prices-renamed':
      case 'price-deleted':
      case 'priced':
      case 'areas-sized':
      case 'unpriced':
      case 'seats-described':
      case 'admission-set':
      case 'queue-begun':
      case 'joined':
      case 'drawn':
      case 'admitted':
      case 'claimed':
      case 'lapsed':
        // No deadline begins or ends with these.
        return;
      default:
        unknownFact(fact);
    }
  }

  /** The deadline of a session (`owner`: its ordinal) or of a lock (its ordinal negated) has passed: the actor ends. */
  due(owner: number): void {
    if (owner > 0) {
      this.#sessions.delete(owner);
      this.#listener.sessionDue(owner);
    } else {
      this.#locks.delete(-owner);
      this.#listener.lockDue(-owner);
    }
  }

  /**
   * The earliest deadline in the state, or null for none; a passed deadline counts until its expiry is a fact. It must
   * be exact: otherwise an idle event would be woken repeatedly for nothing. Scans all sessions and locks only after
   * the earliest deadline may have been removed.
   */
  nextDeadline(state: EventState): number | null {
    if (this.#isStale) this.#findEarliest(state);
    return this.#earliest === Number.POSITIVE_INFINITY ? null : this.#earliest;
  }

  /** Ends every actor: the event leaves memory. */
  endAll(): void {
    for (const slots of [this.#sessions, this.#locks]) {
      for (const slot of slots.values()) this.#queue.remove(slot);
      slots.clear();
    }
  }

  #findEarliest(state: EventState): void {
    for (const ordinal of this.#locks.keys()) if (!state.locks.has(ordinal)) this.#end(-ordinal);
    this.#earliest = Number.POSITIVE_INFINITY;
    for (const owner of [state.sessions, state.locks]) {
      for (const { deadline } of owner.values()) {
        if (deadline !== null && deadline < this.#earliest) this.#earliest = deadline;
      }
    }
    this.#isStale = false;
  }

  #setDeadline(owner: number, deadline: number | null): void {
    const slot = this.#slotOf(owner);
    if (slot !== undefined) {
      if (this.#queue.timeOf(slot) === deadline) return;
      this.#end(owner);
    }
    if (deadline === null) return;
    this.#earliest = Math.min(this.#earliest, deadline);
    const slots = owner > 0 ? this.#sessions : this.#locks;
    slots.set(Math.abs(owner), this.#queue.add(deadline, this, owner));
  }

  #end(owner: number): void {
    const slot = this.#slotOf(owner);
    if (slot === undefined || this.#queue.timeOf(slot) <= this.#earliest) this.#isStale = true;
    if (slot === undefined) return;
    this.#queue.remove(slot);
    if (owner > 0) this.#sessions.delete(owner);
    else this.#locks.delete(-owner);
  }

  #slotOf(owner: number): number | undefined {
    return owner > 0 ? this.#sessions.get(owner) : this.#locks.get(-owner);
  }
}
