/**
 * The form of a fact's definition: everything that follows from a fact of one type, in one place. Memory, recovery,
 * projection, the feed, metrics and deadlines are loops over the definitions.
 */
import type { EventState } from '../event-state.ts';
import type { ChangeContent } from '../feed/change.ts';

export const sessionSteps = ['created', 'checked_out', 'confirmed', 'expired'] as const;

/** What the operator's business counter counts of a session. */
export type SessionStep = (typeof sessionSteps)[number];

/** What the node counts of facts. */
export interface FactMeter {
  held(lines: number): void;
  expired(count: number, lagMs: number): void;
  sessionStep(step: SessionStep, organization: number): void;
  evicted(): void;
}

/** What the event counts for the plots of its activity. */
export interface FactTally {
  created: number;
  holds: number;
  checkouts: number;
  confirmations: number;
  expiries: number;
}

/** The deadlines of an event's sessions and locks. `owner`: the ordinal of a session, or of a lock, negated. */
export interface Deadlines {
  /** Begins or moves the deadline of its owner. Null: it has none. */
  begin(owner: number, deadline: number | null): void;
  end(owner: number): void;
  /** Several locks may have ended. */
  locksChanged(): void;
}

export interface FactDefinition<Fact> {
  /** The cluster version from which it may be written; absent: from the first. */
  readonly since?: number;
  /** The same for members that it got later; a fact without the member may be written before. */
  readonly membersSince?: { readonly [Member in keyof Fact]?: number };
  /** It names seats or areas: it can only be read with the layout that it was decided on. */
  readonly needsLayout?: true;
  /** A map that shows the event has to be read again. */
  readonly resetsMaps?: true;
  /** Who decides it when no account and no key has asked for it; absent: the fact does not tell. */
  readonly decidedBy?: 'SESSION' | 'TIME';
  /** Changes the state. Never refuses; asserts. `at`: actor time of the record, `seq`: its number. */
  apply(state: EventState, fact: Fact, at: number, seq: number): void;
  /**
   * The changes of the feed that it is told as; absent: none. Called before it is applied, because some changes show the
   * lines that it takes away. The returned function is called afterwards.
   */
  told?(state: EventState, fact: Fact): () => readonly ChangeContent[];
  /** Called before it is applied, at actor time `now`. Changes nothing in the state. `organization`: of the event. */
  count?(meter: FactMeter, tally: FactTally, state: EventState, fact: Fact, now: number, organization: number): void;
  /**
   * The fact as it is stored once record `erased` has erased the person of its session. Absent: it names nobody. A fact
   * that names a person and does not say this keeps the person in the journal.
   */
  withoutPerson?(fact: Fact, erased: number): Fact;
  /** The deadlines that begin or end with it. Called after it was applied. */
  follow?(deadlines: Deadlines, fact: Fact, state: EventState): void;
}

/** One definition for each type of a family of facts: a missing one does not compile. */
export type Definitions<Family extends { readonly type: string }> = {
  readonly [Type in Family['type']]: FactDefinition<Extract<Family, { readonly type: Type }>>;
};

/** A change that the state before the fact shows completely. */
export function always(changes: readonly ChangeContent[]): () => readonly ChangeContent[] {
  return () => changes;
}
