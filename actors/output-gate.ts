/**
 * The gate between what an event has decided and those who wait to hear it. Owns the turn whose proof is in flight, at
 * most one, and those that are proven and not yet spoken. Promises that nobody is answered before the turn's facts are
 * durable or, when it has none, before the event was seen to be still owned. Never decides, and never opens because a proof
 * is late.
 */
import type { Answer } from '#domain/command.ts';
import type { EventState } from '#domain/event-state.ts';
import type { Fact } from '#domain/fact.ts';
import { Fault } from './fault.ts';
import type { Entry } from './mailbox.ts';
import type { EventIdentity, Journal, Log, Ownership, Rehearsal } from './ports.ts';
import { afterTurn } from './turn.ts';
import type { TurnTiming } from './turn-timing.ts';

/** How long a caller waits for an append of unknown outcome. */
const outcomePatienceMs = 10_000;

type Spoken = readonly [entry: Entry, answer: Answer];

/** What one turn decided and has to prove before it may speak. */
export interface Turn {
  readonly now: number;
  readonly facts: Fact[];
  readonly spoken: Spoken[];
  /** Null: nobody wants to know how long it takes. */
  readonly timing: TurnTiming | null;
}

export interface GateWorld extends Rehearsal {
  readonly node: string;
  readonly journal: Journal;
  readonly log: Log;
}

export interface GatedEvent {
  readonly identity: EventIdentity;
  readonly ownership: Ownership;
  readonly state: EventState;
}

/** Why memory is ahead of the truth for good. */
type Disproof = 'fenced' | 'refused';

export class OutputGate {
  readonly #world: GateWorld;
  readonly #event: GatedEvent;
  readonly #onDisproof: (why: Disproof, message: string) => void;
  #isIntroduced = false;
  /** The turn whose proof is in flight: memory is ahead of the journal while there is one. */
  #proving: Turn | null = null;
  /** Turns that may be heard, and were not yet. */
  #proven: Turn[] = [];
  #whenQuiet: (() => void)[] = [];

  /** `onDisproof`: called while nobody has been answered; refuses them, and lets no other turn begin. */
  constructor(world: GateWorld, event: GatedEvent, onDisproof: (why: Disproof, message: string) => void) {
    this.#world = world;
    this.#event = event;
    this.#onDisproof = onDisproof;
  }

  /**
   * Proves the turn, so that `speak` may answer those it spoke to, or refuses them. The next turn must not be decided
   * before this resolves. Never rejects.
   */
  async prove(turn: Turn): Promise<void> {
    this.#proving = turn;
    const proof = turn.facts.length === 0 ? this.#verify(turn) : this.#append(turn);
    // The disk works on this turn while the last one is written to its sockets.
    if (this.#proven.length > 0) afterTurn(this.#world.timers, () => this.speak());
    try {
      if (await proof) {
        turn.timing?.proven(turn.facts.length > 0 ? 'append' : 'verify');
        this.#world.witness?.(this.#event, turn);
        this.#proven.push(turn);
      } else this.#onDisproof('fenced', 'The event has another owner.');
    } catch (error) {
      this.#world.log.warn({ event: this.#event.identity.eventNumber, err: error }, 'the journal did not answer');
      if (turn.facts.length > 0) this.#onDisproof('refused', 'The database refused the request.');
      for (const [entry] of turn.spoken) entry.reject(new Fault('UNAVAILABLE', 'The database does not answer.'));
    } finally {
      this.#proving = null;
    }
  }

  /** Answers everybody who may hear by now, in their order. */
  speak(): void {
    for (const turn of this.#proven.splice(0)) for (const [entry, answer] of turn.spoken) entry.resolve(answer);
  }

  /** The turn is over: runs the actions that waited for that. */
  rest(): void {
    for (const action of this.#whenQuiet.splice(0)) action();
  }

  /** Runs the action when everything in memory is durable: now, or at the end of the turn. */
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

  /** Refuses those whose proof is in flight; what comes of it they do not hear any more. */
  refuse(fault: Fault): void {
    for (const [entry] of this.#proving?.spoken ?? []) entry.reject(fault);
  }

  /** Refuses those who have waited too long for a proof to say whether their request took effect. */
  refuseLate(now: number): void {
    if (this.#proving === null || now - this.#proving.now < outcomePatienceMs) return;
    this.refuse(
      this.#proving.facts.length > 0
        ? new Fault('OUTCOME_UNKNOWN', 'The database has not said whether the request took effect.')
        : new Fault('UNAVAILABLE', 'The database does not answer.'),
    );
  }

  async #verify(turn: Turn): Promise<boolean> {
    return turn.spoken.length === 0 || this.#world.journal.verify(this.#event.ownership, this.#event.state.seq);
  }

  async #append(turn: Turn): Promise<boolean> {
    const { ownership, state } = this.#event;
    const facts: readonly Fact[] = this.#isIntroduced
      ? turn.facts
      : [{ type: 'owned', node: this.#world.node }, ...turn.facts];
    const outcome = await this.#world.journal.append({ ownership, seq: state.seq, at: turn.now, facts });
    this.#isIntroduced = true;
    return outcome === 'durable';
  }
}
