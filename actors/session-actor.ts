/**
 * Session actors keep time, not seats: one for every live session and every private lock that can run
 * out, each with one deadline in the node's queue. When it passes, the actor tells its event, which
 * decides by its own clock. `SessionActors` are the children of one event's actor.
 */
import type { EventState } from '#domain/event-state.ts';
import type { Fact } from '#domain/fact.ts';
import type { DeadlineQueue, DeadlineTarget } from './deadlines.ts';

/** Told of what is due, at most once per deadline. */
export interface DueListener {
  sessionDue(ordinal: number): void;
  lockDue(ordinal: number): void;
}

class SessionActor implements DeadlineTarget {
  readonly ordinal: number;
  readonly slot: number;
  readonly isLock: boolean;
  readonly #family: SessionActors;

  constructor(family: SessionActors, ordinal: number, deadline: number, isLock: boolean) {
    this.#family = family;
    this.ordinal = ordinal;
    this.isLock = isLock;
    this.slot = family.queue.add(deadline, this);
  }

  /** Kept by the queue alone: a million sessions have one each. */
  get deadline(): number {
    return this.#family.queue.timeOf(this.slot);
  }

  due(): void {
    this.#family.childDue(this.ordinal, this.isLock);
  }
}

export class SessionActors {
  readonly queue: DeadlineQueue;
  readonly #children = new Map<number, SessionActor>();
  readonly #listener: DueListener;
  /** The earliest deadline, unless it has been given up since it was last looked for. */
  #earliest = Number.POSITIVE_INFINITY;
  #isStale = false;

  constructor(queue: DeadlineQueue, listener: DueListener) {
    this.queue = queue;
    this.#listener = listener;
  }

  get count(): number {
    return this.#children.size;
  }

  /** Starts an actor for everything in the state that can run out: after recovery. */
  adopt(state: EventState): void {
    for (const session of state.sessions.values()) this.#follow(session.ordinal, session.deadline, false);
    for (const lock of state.locks.values()) this.#follow(lock.ordinal, lock.deadline, true);
  }

  /** Follows one fact that has just been applied. */
  heed(fact: Fact, state: EventState): void {
    switch (fact.type) {
      case 'session-created':
      case 'checked-out':
        this.#follow(fact.session, fact.deadline, false);
        return;
      case 'confirmed':
      case 'cancelled':
      case 'expired':
        this.#end(fact.session);
        return;
      case 'locked':
        for (const ordinal of [fact.lock, ...(fact.areas ?? []).map(([, , lock]) => lock)]) {
          this.#follow(ordinal, state.locks.get(ordinal)?.deadline ?? null, true);
        }
        return;
      case 'lock-expired':
        this.#end(fact.lock);
        return;
      case 'unlocked':
      case 'locks-sold':
      case 'layout-adopted':
      case 'cleaned':
        this.#isStale = true;
        return;
      default:
    }
  }

  /** A deadline has passed: the child has done its work. */
  childDue(ordinal: number, isLock: boolean): void {
    this.#children.delete(ordinal);
    if (isLock) this.#listener.lockDue(ordinal);
    else this.#listener.sessionDue(ordinal);
  }

  /**
   * The earliest deadline in the state, or null when nothing runs out; one that has passed counts until its
   * expiry is a fact. Exact, or an event at rest would be woken again and again for nothing. Looks at
   * everything only when the earliest has been given up.
   */
  nextDeadline(state: EventState): number | null {
    if (this.#isStale) this.#lookAgain(state);
    return this.#earliest === Number.POSITIVE_INFINITY ? null : this.#earliest;
  }

  /** Ends every child: their event leaves memory. */
  endAll(): void {
    for (const child of this.#children.values()) this.queue.remove(child.slot);
    this.#children.clear();
  }

  #lookAgain(state: EventState): void {
    for (const child of this.#children.values()) {
      if (child.isLock && !state.locks.has(child.ordinal)) this.#end(child.ordinal);
    }
    this.#earliest = Number.POSITIVE_INFINITY;
    for (const owner of [state.sessions, state.locks]) {
      for (const { deadline } of owner.values()) {
        if (deadline !== null && deadline < this.#earliest) this.#earliest = deadline;
      }
    }
    this.#isStale = false;
  }

  #follow(ordinal: number, deadline: number | null, isLock: boolean): void {
    const child = this.#children.get(ordinal);
    if (child?.deadline === deadline) return;
    if (child !== undefined) this.#end(ordinal);
    if (deadline === null) return;
    this.#earliest = Math.min(this.#earliest, deadline);
    this.#children.set(ordinal, new SessionActor(this, ordinal, deadline, isLock));
  }

  #end(ordinal: number): void {
    const child = this.#children.get(ordinal);
    if (child === undefined || child.deadline <= this.#earliest) this.#isStale = true;
    if (child === undefined) return;
    this.queue.remove(child.slot);
    this.#children.delete(ordinal);
  }
}
