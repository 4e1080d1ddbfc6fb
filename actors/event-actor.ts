/**
 * The only writer of one event. It works in four beats: drain the mailbox, decide each command in memory
 * and apply its facts at once, prove that the facts are durable (or, without facts, that the event is
 * still owned), and only then speak. At most one append is in flight.
 *
 * Broken is final: when memory may be ahead of the truth, everybody who waits is refused, the actor is
 * discarded, and the next request rebuilds the event from Postgres.
 */
import { apply, sealRecord } from '#domain/apply.ts';
import type { Answer, Command } from '#domain/command.ts';
import { decide, namesSequence, replyOf } from '#domain/decide.ts';
import type { EventState } from '#domain/event-state.ts';
import type { Fact } from '#domain/fact.ts';
import { countFact } from './count.ts';
import type { DeadlineQueue } from './deadlines.ts';
import { Detours } from './detours.ts';
import { Fault, Moved } from './fault.ts';
import { type Entry, Mailbox, mailboxAgeMaxMs } from './mailbox.ts';
import type {
  Clock,
  EventIdentity,
  EventStore,
  Journal,
  Log,
  Meter,
  Ownership,
  PolicySource,
  Rehearsal,
  SessionIds,
} from './ports.ts';
import type { Projector } from './projector.ts';
import { SessionActors } from './session-actor.ts';
import { afterTurn } from './turn.ts';

/** Commands decided in one turn; bounds how long the loop is held. */
const batchMax = 512;
/** Deadlines that one turn expires at most. */
const expiriesPerTurnMax = 256;
/** How long a caller waits for an append of unknown outcome. */
const outcomePatienceMs = 10_000;

export interface EventActorWorld extends Rehearsal {
  readonly node: string;
  readonly journal: Journal;
  readonly store: EventStore;
  readonly clock: Clock;
  readonly deadlines: DeadlineQueue;
  readonly sessionIds: SessionIds;
  readonly meter: Meter;
  readonly log: Log;
}

/** What an actor is made of at activation. */
export interface ActivatedEvent {
  readonly identity: EventIdentity;
  readonly ownership: Ownership;
  readonly state: EventState;
  readonly policy: PolicySource;
  readonly projector: Projector;
  /** Called once when the actor breaks or leaves. */
  readonly onGone: (reason: BreakReason) => void;
}

export type BreakReason = 'fenced' | 'assertion' | 'refused' | 'left';

type Spoken = readonly [entry: Entry, answer: Answer];

/** What one turn decided and has to prove before it may speak. */
interface Turn {
  readonly now: number;
  readonly facts: Fact[];
  readonly spoken: Spoken[];
}

export class EventActor {
  readonly identity: EventIdentity;
  readonly #world: EventActorWorld;
  readonly #event: ActivatedEvent;
  readonly #mailbox = new Mailbox();
  readonly #children: SessionActors;
  readonly #detours: Detours;
  #dueSessions: number[] = [];
  #dueLocks: number[] = [];
  #isRunning = false;
  #isBroken = false;
  #isIntroduced = false;
  /** The turn whose proof is in flight: memory is ahead of the journal while there is one. */
  #proving: Turn | null = null;
  #whenQuiet: (() => void)[] = [];
  #lastAskedAt: number;

  constructor(world: EventActorWorld, event: ActivatedEvent) {
    this.#world = world;
    this.#event = event;
    this.identity = event.identity;
    this.#lastAskedAt = world.clock.now();
    this.#detours = new Detours(world, event, (entry) => this.#post(entry));
    this.#children = new SessionActors(world.deadlines, {
      sessionDue: (ordinal) => this.#due(this.#dueSessions, ordinal),
      lockDue: (ordinal) => this.#due(this.#dueLocks, ordinal),
    });
    this.#children.adopt(event.state);
  }

  get mailboxDepth(): number {
    return this.#mailbox.depth;
  }

  get lastAskedAt(): number {
    return this.#lastAskedAt;
  }

  get isBehind(): boolean {
    return this.#event.projector.isBehind;
  }

  /** Resolves with the decision once it is durable; rejects with a `Fault` only. */
  ask(command: Command): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const askedAt = this.#world.clock.now();
      this.#lastAskedAt = askedAt;
      this.#post({ command, askedAt, isRecalled: false, resolve, reject });
    });
  }

  /** Whether letting the event go costs nothing: nobody waits and nothing runs out before `time`. */
  isIdleUntil(time: number): boolean {
    if (this.#isRunning || this.#mailbox.depth > 0) return false;
    const next = this.#children.nextDeadline(this.#event.state);
    return next === null || next > time;
  }

  /**
   * Writes the projection up to the facts that are durable now, and a snapshot when one is due or wanted.
   * Rejects when the database does not answer or the actor is broken; one that turns out to be deposed breaks.
   */
  async settle(wantsSnapshot = false): Promise<void> {
    const { projector, state } = this.#event;
    await projector.idle();
    const isCurrent = await this.#atRest(() => {
      if (this.#isBroken) throw new Moved('The event is being reloaded.');
      if (projector.isWriting && wantsSnapshot) return this.settle(wantsSnapshot).then(() => true);
      return projector.advance(this.#children.nextDeadline(state), wantsSnapshot);
    });
    if (isCurrent) return;
    await this.#atRest(() => this.#break('fenced', 'The event has another owner.'));
    throw new Moved('The event has another owner.');
  }

  /** Refuses callers that have waited too long for a turn, or for the outcome of an append. */
  refuseLate(now: number): void {
    this.#mailbox.refuseOlderThan(now - mailboxAgeMaxMs);
    if (this.#proving === null || now - this.#proving.now < outcomePatienceMs) return;
    const fault =
      this.#proving.facts.length > 0
        ? new Fault('OUTCOME_UNKNOWN', 'The database has not said whether the request took effect.')
        : new Fault('UNAVAILABLE', 'The database does not answer.');
    for (const [entry] of this.#proving.spoken) entry.reject(fault);
  }

  /** Lets the event go: the caller sends no more commands here, and has settled it unless that was impossible. */
  async leave(): Promise<void> {
    await this.#atRest(() => this.#break('left', 'The event is moving.'));
  }

  #post(entry: Entry): void {
    try {
      if (this.#isBroken) throw new Moved('The event is being reloaded.');
      this.#mailbox.post(entry);
      this.#wake();
    } catch (fault) {
      entry.reject(fault as Fault);
    }
  }

  #due(list: number[], ordinal: number): void {
    list.push(ordinal);
    this.#wake();
  }

  #wake(): void {
    if (this.#isRunning || this.#isBroken) return;
    this.#isRunning = true;
    // Not at once: what arrives in the same turn of the loop is decided in the same batch.
    afterTurn(this.#world.timers, () => void this.#run());
  }

  async #run(): Promise<void> {
    while (!this.#isBroken && this.#mailbox.depth + this.#dueSessions.length + this.#dueLocks.length > 0) {
      const turn: Turn = { now: Math.max(this.#world.clock.now(), this.#event.state.at), facts: [], spoken: [] };
      if (this.#decideAll(turn)) await this.#prove(turn);
      for (const action of this.#whenQuiet.splice(0)) action();
    }
    this.#isRunning = false;
  }

  /** Drains and decides; false when the actor broke. */
  #decideAll(turn: Turn): boolean {
    const entries = this.#mailbox.drain(batchMax);
    this.#world.meter.batch(entries.length);
    try {
      this.#expireDue(turn);
      for (const entry of entries) {
        if (namesSequence(entry.command) || this.#detours.take(entry)) continue;
        turn.spoken.push([entry, this.#decide(entry.command, turn)]);
      }
      const { state, ownership } = this.#event;
      if (turn.facts.length > 0) sealRecord(state, state.seq + 1, ownership.epoch, turn.now);
      for (const entry of entries) {
        if (namesSequence(entry.command)) turn.spoken.push([entry, this.#decide(entry.command, turn)]);
      }
      return true;
    } catch (error) {
      this.#world.log.error({ event: this.identity.eventNumber, err: error }, 'a decision broke the event');
      for (const entry of entries) entry.reject(new Fault('UNAVAILABLE', 'The event is being reloaded.'));
      this.#break('assertion', 'The event is being reloaded.');
      return false;
    }
  }

  #expireDue(turn: Turn): void {
    if (this.#dueSessions.length + this.#dueLocks.length === 0) return;
    const sessions = this.#dueSessions.splice(0, expiriesPerTurnMax);
    const locks = this.#dueLocks.splice(0, expiriesPerTurnMax);
    this.#decide({ kind: 'expire', sessions, locks }, turn);
  }

  #decide(command: Command, turn: Turn): Answer {
    const { state, policy } = this.#event;
    const decision = decide(state, command, turn.now, policy.current);
    for (const fact of decision.facts) {
      countFact(this.#world.meter, state, fact, turn.now);
      apply(state, fact, turn.now, state.seq + 1);
      this.#children.heed(fact, state);
      turn.facts.push(fact);
    }
    if (decision.ok) return { ok: true, reply: replyOf(state, decision.reply, turn.now, policy.current) };
    if (decision.refusal.code === 'SEAT_CONFLICT') this.#world.meter.lost();
    return { ok: false, refusal: decision.refusal };
  }

  async #prove(turn: Turn): Promise<void> {
    this.#proving = turn;
    try {
      const isProven = turn.facts.length === 0 ? await this.#verify(turn) : await this.#append(turn);
      if (isProven) {
        this.#world.witness?.(this.#event, turn);
        for (const [entry, answer] of turn.spoken) entry.resolve(answer);
      } else this.#break('fenced', 'The event has another owner.');
    } catch (error) {
      this.#world.log.warn({ event: this.identity.eventNumber, err: error }, 'the journal did not answer');
      if (turn.facts.length > 0) this.#break('refused', 'The database refused the request.');
      for (const [entry] of turn.spoken) entry.reject(new Fault('UNAVAILABLE', 'The database does not answer.'));
    } finally {
      this.#proving = null;
    }
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

  /** Runs the action when everything in memory is durable: now, or at the end of the turn. */
  #atRest<T>(action: () => T | Promise<T>): Promise<T> {
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

  #break(reason: BreakReason, message: string): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    // What the database refused it would refuse again; a batch that was fenced off never ran.
    const fault = reason === 'refused' ? new Fault('UNAVAILABLE', message) : new Moved(message);
    for (const [entry] of this.#proving?.spoken ?? []) entry.reject(fault);
    this.#mailbox.refuseAll(new Moved(message));
    this.#children.endAll();
    if (reason !== 'left') this.#world.meter.broken(reason);
    this.#event.onGone(reason);
  }
}
