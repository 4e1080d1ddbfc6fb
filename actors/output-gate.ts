/**
 * Holds back an event's answers until they are proven. Owns at most one turn whose proof is in flight, at most one turn
 * decided ahead of that proof, and the turns that are proven but not yet answered. Promises that no caller is answered
 * before the turn's facts are durable or, without facts, before the event was verified to be still owned, and that a
 * turn is not sent before the one ahead of it is proven. Never decides, and never opens because a proof is late.
 */

import type { EventState } from '#domain/event-state.ts';
import type { Fact } from '#domain/fact.ts';
import type { Answer } from '#domain/reply.ts';
import { defer } from './defer.ts';
import { Fault, Moved } from './fault.ts';
import type { PendingCommand } from './mailbox.ts';
import type { EventIdentity, Journal, Log, Ownership, SimulationHooks } from './ports.ts';
import type { TurnTiming } from './turn-timing.ts';

/** How long a caller waits for an append of unknown outcome. */
const outcomePatienceMs = 10_000;
/**
 * Pipeline a second turn only when this many times the callers of the turn in flight are waiting. At 1 or less each
 * batch would be smaller than the last. Holds are 4 to 8 % faster with it at 64 connections (three starts of each,
 * alternating).
 */
const aheadMin = 1.5;

/** A reply, held back with the command that it answers. */
type HeldReply = readonly [entry: PendingCommand, answer: Answer];

/** The decisions of one turn, which must be proven before they are answered. */
export interface Turn {
  readonly now: number;
  /** The last record that its replies depend on: its own, or the one before when it has no facts. */
  seq: number;
  readonly facts: Fact[];
  readonly replies: HeldReply[];
  /** Null: not measured. */
  readonly timing: TurnTiming | null;
}

type AppendOutcome = Awaited<ReturnType<Journal['append']>>;
/** The outcome of an append; or of a verification: true when the event is still owned. */
type ProofOutcome = AppendOutcome | boolean;

export interface GateWorld extends SimulationHooks {
  readonly node: string;
  readonly journal: Journal;
  readonly log: Log;
}

export interface GatedEvent {
  readonly identity: EventIdentity;
  readonly ownership: Ownership;
  readonly state: EventState;
}

export interface GateEvents {
  /** The record and all before it are in the journal; its callers have not been answered yet. */
  durable(seq: number): void;
  /** A proof has ended; waiting commands may be decided. */
  settled(): void;
  /** Memory is permanently ahead of the journal: no other turn may begin. The callers concerned have been refused. */
  disproved(why: 'fenced' | 'refused', message: string): void;
}

export class OutputGate {
  readonly #world: GateWorld;
  readonly #event: GatedEvent;
  readonly #on: GateEvents;
  /** True once a record of this owner is in the journal: its first record begins with the fact `owned`. */
  #isIntroduced = false;
  /** The turn whose proof is in flight: memory is ahead of the journal while there is one. */
  #proving: Turn | null = null;
  /** The turn that is sent when the one in flight is proven. */
  #ahead: Turn | null = null;
  /** Proven turns that have not been answered yet. */
  #proven: Turn[] = [];
  #whenQuiet: (() => void)[] = [];

  constructor(world: GateWorld, event: GatedEvent, on: GateEvents) {
    this.#world = world;
    this.#event = event;
    this.#on = on;
  }

  /** Whether everything in memory is durable. */
  get isAtRest(): boolean {
    return this.#proving === null;
  }

  /** Whether an append is in flight: until it ends no caller can be answered. */
  get isAppending(): boolean {
    return this.#proving !== null && this.#proving.facts.length > 0;
  }

  /** Whether a turn may be decided now for this many waiting commands. */
  admits(waiting: number): boolean {
    if (waiting === 0) return false;
    if (this.#proving === null) return true;
    // Actions wait for a moment without a proof in flight. They would starve if there were always another turn.
    if (this.#ahead !== null || this.#whenQuiet.length > 0) return false;
    return waiting >= this.#proving.replies.length * aheadMin;
  }

  /** Proves an admitted turn, now or after the one in flight, then answers its callers or refuses them. */
  prove(turn: Turn): void {
    if (this.#proving === null) this.#begin(turn);
    else this.#ahead = turn;
  }

  /** Runs the action when everything in memory is durable: now, or when the turns in progress have ended. */
  atRest<T>(action: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = (): void => {
        try {
          resolve(action());
        } catch (error) {
          reject(error);
        }
      };
      if (this.#proving === null) run();
      else this.#whenQuiet.push(run);
    });
  }

  /**
   * Refuses callers that have waited too long for a proof; the fault says whether their request may have taken effect.
   */
  refuseLate(now: number): void {
    for (const turn of [this.#proving, this.#ahead]) {
      if (turn === null || now - turn.now < outcomePatienceMs) continue;
      const fault =
        turn.facts.length > 0
          ? new Fault('OUTCOME_UNKNOWN', 'The database has not said whether the request took effect.')
          : new Fault('UNAVAILABLE', 'The database does not answer.');
      refuse(turn, fault);
    }
  }

  /** Callbacks instead of `await`, which costs more: with many events on sale every call has a proof of its own. */
  #begin(turn: Turn): void {
    this.#proving = turn;
    const proof = turn.facts.length === 0 ? this.#verify(turn) : this.#append(turn);
    // The disk writes this turn while the answers of the last one are written to their sockets.
    if (this.#proven.length > 0) defer(this.#world.timers, () => this.#answerProven());
    proof.then(
      (outcome) => this.#proved(turn, outcome),
      (error: unknown) => this.#unproved(turn, error),
    );
  }

  #proved(turn: Turn, outcome: ProofOutcome): void {
    try {
      if (turn.facts.length > 0) this.#isIntroduced = true;
      if (!isProven(outcome)) this.#disprove(turn, 'fenced', new Moved('The event has another owner.'));
      else {
        turn.timing?.proven(turn.facts.length > 0 ? 'append' : 'verify');
        this.#world.witness?.(this.#event, turn);
        this.#proven.push(turn);
        if (turn.facts.length > 0) this.#on.durable(turn.seq);
      }
    } catch (error) {
      this.#noteError(turn, error);
    }
    this.#afterProof();
  }

  #unproved(turn: Turn, error: unknown): void {
    this.#noteError(turn, error);
    this.#afterProof();
  }

  #noteError(turn: Turn, error: unknown): void {
    this.#world.log.warn({ event: this.#event.identity.eventNumber, err: error }, 'the journal did not answer');
    if (turn.facts.length === 0) refuse(turn, new Fault('UNAVAILABLE', 'The database does not answer.'));
    else this.#disprove(turn, 'refused', faultOf(error));
  }

  #afterProof(): void {
    this.#proving = null;
    const next = this.#ahead;
    if (next !== null) {
      this.#ahead = null;
      this.#begin(next);
    } else if (this.#whenQuiet.length > 0) for (const action of this.#whenQuiet.splice(0)) action();
    this.#on.settled();
    if (this.#proving === null) this.#answerProven();
  }

  /** Answers the callers of all proven turns, in order. */
  #answerProven(): void {
    for (const turn of this.#proven.splice(0)) for (const [entry, answer] of turn.replies) entry.resolve(answer);
  }

  /** The turn decided ahead depends on facts that are not in the journal: it is refused and never sent. */
  #disprove(turn: Turn, why: 'fenced' | 'refused', fault: Fault): void {
    refuse(turn, fault);
    if (this.#ahead !== null) refuse(this.#ahead, new Moved(fault.message));
    this.#ahead = null;
    this.#on.disproved(why, fault.message);
  }

  async #verify(turn: Turn): Promise<boolean> {
    return turn.replies.length === 0 || this.#world.journal.verify(this.#event.ownership, turn.seq);
  }

  /** Rejects also when the journal throws: facts that cannot be encoded break this event only. */
  #append({ now, seq, facts }: Turn): Promise<AppendOutcome> {
    const { ownership } = this.#event;
    const introduced: readonly Fact[] = this.#isIntroduced
      ? facts
      : [{ type: 'owned', node: this.#world.node }, ...facts];
    try {
      return this.#world.journal.append({ ownership, seq, at: now, facts: introduced });
    } catch (error) {
      return Promise.reject(error);
    }
  }
}

function isProven(outcome: ProofOutcome): boolean {
  if (typeof outcome === 'boolean') return outcome;
  return outcome === 'durable';
}

/** The journal rejects with a `Fault` when an append's outcome is unknown; any other error is a definite refusal. */
function faultOf(error: unknown): Fault {
  return error instanceof Fault ? error : new Fault('UNAVAILABLE', 'The database refused the request.');
}

function refuse(turn: Turn, fault: Fault): void {
  for (const [entry] of turn.replies) entry.reject(fault);
}
