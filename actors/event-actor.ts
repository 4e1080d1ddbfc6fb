/**
 * The only writer of one event. Each turn has four steps: drain the mailbox; decide every command in memory and apply
 * its facts at once; prove that the facts are durable (or, without facts, that the event is still owned); only then
 * answer. A broken actor never recovers: when memory may be ahead of the journal, all waiting callers are refused, the
 * actor is discarded, and the next request rebuilds the event from Postgres.
 */
import { apply, sealRecord } from '#domain/apply.ts';
import type { Command } from '#domain/command.ts';
import { needsCompleteRecord } from '#domain/commands/registry.ts';
import { type EventTotals, totalsOf } from '#domain/event-totals.ts';
import { definitionOf } from '#domain/facts/registry.ts';
import { addFact } from '#domain/queue/merge-joins.ts';
import type { Answer } from '#domain/reply.ts';
import type { DeadlineQueue } from './deadlines.ts';
import { defer, runInSteps } from './defer.ts';
import { DueWork, stepAllotments } from './due-work.ts';
import { EventTally } from './event-tally.ts';
import { Fault, journalUnwritable, Moved } from './fault.ts';
import { Lookups } from './lookups.ts';
import { Mailbox, mailboxAgeMaxMs, type PendingCommand } from './mailbox.ts';
import { type GatedEvent, type GateWorld, OutputGate, type Turn } from './output-gate.ts';
import type { Clock, EventIdentity, EventStore, Meter, PolicySource, SessionIds, Stopwatch } from './ports.ts';
import type { Projector } from './projector.ts';
import { decideSafely, refuseFailed, replySafely } from './rule-failure.ts';
import { SessionActors } from './session-actor.ts';
import { TurnTiming } from './turn-timing.ts';
import { Watchers } from './watchers.ts';

/** Commands that one turn decides at most; bounds how long a turn blocks the event loop. */
const batchMax = 512;

export interface EventActorWorld extends GateWorld {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly deadlines: DeadlineQueue;
  readonly sessionIds: SessionIds;
  readonly meter: Meter;
  /** Tells a node that follows an event's map that there is more to read. */
  readonly tellWatcher?: (watcher: string, eventNumber: number) => void;
  /** When present, answers report how long they took. */
  readonly stopwatch?: Stopwatch;
}

/** The parts of an actor, made at activation. */
export interface ActivatedEvent extends GatedEvent {
  readonly policy: PolicySource;
  readonly projector: Projector;
  /** Called once when the actor breaks or leaves. */
  readonly onGone: (reason: BreakReason) => void;
}

export type BreakReason = 'fenced' | 'assertion' | 'refused' | 'left';

export class EventActor {
  readonly identity: EventIdentity;
  readonly #world: EventActorWorld;
  readonly #event: ActivatedEvent;
  readonly tally = new EventTally();
  readonly #mailbox = new Mailbox();
  readonly #sessions: SessionActors;
  readonly #lookups: Lookups;
  readonly #gate: OutputGate;
  readonly #watchers: Watchers;
  readonly #due: DueWork;
  #isWoken = false;
  #isBroken = false;
  #lastAskedAt: number;

  constructor(world: EventActorWorld, event: ActivatedEvent) {
    this.#world = world;
    this.#event = event;
    this.identity = event.identity;
    this.#lastAskedAt = world.clock.now();
    this.#lookups = new Lookups(world, event, (entry) => this.#post(entry));
    this.#due = new DueWork(world.deadlines, {
      due: () => this.#wake(),
      unprojectedSessions: () => event.state.changes.sessions.size,
    });
    this.#sessions = new SessionActors(world.deadlines, this.#due.expiries);
    runInSteps(world.timers, this.#sessions.adopting(event.state));
    this.#due.stepTimer.begin(event.state);
    this.#watchers = new Watchers((watcher) => world.tellWatcher?.(watcher, event.identity.eventNumber));
    this.#gate = new OutputGate(world, event, {
      durable: (seq) => this.#watchers.proven(seq),
      settled: () => this.#proceed(),
      disproved: (why, message) => this.#break(why, message),
    });
  }

  get mailboxDepth(): number {
    return this.#mailbox.depth;
  }

  /** The fault that every command would get now because too many wait; null: none. */
  get refusal(): Fault | null {
    return this.#mailbox.refusalAt(this.#world.clock.now());
  }

  /** Counts of sessions, seats and places as decided in memory, durable or not. */
  get totals(): EventTotals {
    return totalsOf(this.#event.state);
  }

  /** The version of the layout that decisions use, durable or not. */
  get layoutVersion(): number {
    return this.#event.state.layoutVersion;
  }

  get isAppending(): boolean {
    return this.#gate.isAppending;
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
      const { clock, stopwatch } = this.#world;
      const askedAt = clock.now();
      this.#lastAskedAt = askedAt;
      const askedMs = stopwatch === undefined ? 0 : stopwatch();
      this.#post({ command, askedAt, askedMs, isLookedUp: false, resolve, reject });
    });
  }

  /** Whether the event can leave memory now: no command waits and no deadline passes before `time`. */
  isIdleUntil(time: number): boolean {
    if (this.#isWoken || !this.#gate.isAtRest || this.#mailbox.depth > 0) return false;
    const next = this.#nextDeadline();
    return next === null || next > time;
  }

  /**
   * Writes the projection up to the facts that are durable now, and a snapshot when one is due or wanted. Rejects when
   * the database does not answer or the actor is broken. A fenced actor breaks.
   */
  async settle(wantsSnapshot = false): Promise<void> {
    const { projector, state } = this.#event;
    // An event that was just activated adopts its layout first: the projection must not show the one before.
    if (state.seatMap.version > state.layoutVersion) await this.ask({ kind: 'adopt-layout' });
    await projector.idle(wantsSnapshot);
    const isCurrent = await this.#gate.atRest(() => {
      if (this.#isBroken) throw new Moved('The event is being reloaded.');
      if (projector.isWriting && wantsSnapshot) return this.settle(wantsSnapshot).then(() => true);
      return projector.advance(this.#nextDeadline(), wantsSnapshot);
    });
    // Expiries may have waited for the projection: decide them now.
    if (isCurrent) return this.#wake();
    await this.#gate.atRest(() => this.#break('fenced', 'The event has another owner.'));
    throw new Moved('The event has another owner.');
  }

  /**
   * Refuses callers that have waited too long for a turn or for the outcome of an append, and all callers that wait
   * behind an append while the journal is not writable.
   */
  refuseLate(now: number): void {
    if (this.#gate.isAppending && !this.#world.journal.isWritable) this.#mailbox.refuseAll(journalUnwritable);
    this.#mailbox.refuseOlderThan(now - mailboxAgeMaxMs);
    this.#gate.refuseLate(now);
  }

  /**
   * Ends the actor once it is at rest. The caller sends it no more commands and has settled it before, unless that was
   * impossible.
   */
  async leave(): Promise<void> {
    await this.#gate.atRest(() => this.#break('left', 'The event is moving.'));
  }

  #nextDeadline(): number | null {
    return this.#due.stepTimer.earlier(this.#sessions.nextDeadline(this.#event.state), this.#event.state);
  }

  #post(entry: PendingCommand): void {
    try {
      if (this.#isBroken) throw new Moved('The event is being reloaded.');
      this.#mailbox.post(entry);
      this.#wake();
    } catch (fault) {
      entry.reject(fault as Fault);
    }
  }

  #wake(): void {
    if (this.#isWoken || this.#isBroken || !this.#gate.admits(this.#mailbox.depth + this.#due.count)) return;
    this.#isWoken = true;
    // Deferred: commands that arrive in the same event-loop iteration are decided in one batch.
    defer(this.#world.timers, () => {
      this.#isWoken = false;
      this.#take();
    });
  }

  /** After a proof: decides the next turn at once, or later while one that was decided ahead is in flight. */
  #proceed(): void {
    if (this.#gate.isAtRest) this.#take();
    else this.#wake();
  }

  /** Decides one turn if the gate admits it. */
  #take(): void {
    if (this.#isBroken || !this.#gate.admits(this.#mailbox.depth + this.#due.count)) return;
    const { stopwatch } = this.#world;
    const { state } = this.#event;
    const turn: Turn = {
      now: Math.max(this.#world.clock.now(), state.at),
      seq: state.seq,
      facts: [],
      replies: [],
      timing: stopwatch === undefined ? null : new TurnTiming(stopwatch),
    };
    if (!this.#decideAll(turn)) return;
    turn.seq = state.seq;
    this.#due.stepTimer.follow(state, turn.now);
    this.#gate.prove(turn);
    this.#wake();
  }

  /** Drains and decides; false when the actor broke. */
  #decideAll(turn: Turn): boolean {
    const entries = this.#mailbox.drain(batchMax, turn.now);
    this.#world.meter.batch(entries.length);
    try {
      this.#expireDue(turn);
      for (const entry of entries) {
        if (needsCompleteRecord(entry.command) || this.#lookups.take(entry)) continue;
        this.#reply(entry, turn);
      }
      const { state, ownership } = this.#event;
      if (turn.facts.length > 0) stepAllotments(state, turn.facts, (command) => this.#decide(command, turn));
      if (turn.facts.length > 0) sealRecord(state, state.seq + 1, ownership.epoch, turn.now);
      for (const entry of entries) {
        if (needsCompleteRecord(entry.command)) this.#reply(entry, turn);
      }
      return true;
    } catch (error) {
      this.#world.log.error({ event: this.identity.eventNumber, err: error }, 'a fact broke the event');
      for (const entry of entries) entry.reject(new Fault('UNAVAILABLE', 'The event is being reloaded.'));
      this.#break('assertion', 'The event is being reloaded.');
      return false;
    }
  }

  #expireDue(turn: Turn): void {
    const expire = this.#due.take();
    if (expire !== null) this.#decide(expire, turn);
    stepAllotments(this.#event.state, turn.facts, (command) => this.#decide(command, turn));
  }

  #reply(entry: PendingCommand, turn: Turn): void {
    try {
      turn.replies.push([entry, this.#answer(entry, turn)]);
    } catch (error) {
      refuseFailed(entry, error, this.identity.eventNumber, this.#world.log);
    }
  }

  #answer({ command, askedMs, isGone }: PendingCommand, turn: Turn): Answer {
    if (turn.timing === null) return this.#decide(command, turn, isGone);
    return turn.timing.measured(askedMs, () => this.#decide(command, turn, isGone));
  }

  #decide(command: Command, turn: Turn, isGone?: boolean): Answer {
    const { identity, state, policy } = this.#event;
    const { meter } = this.#world;
    const decision = decideSafely(state, command, turn.now, policy.current, isGone);
    for (const fact of decision.facts) {
      definitionOf(fact).count?.(meter, this.tally, state, fact, turn.now, identity.organizationId);
      apply(state, fact, turn.now, state.seq + 1);
      this.#sessions.follow(fact, state);
      addFact(turn.facts, fact);
    }
    if (command.kind === 'read-map-changes') this.#watchers.note(command.watcher, state.seq);
    if (!decision.ok && decision.refusal.code === 'SEAT_CONFLICT') meter.lost();
    const answer: Answer = decision.ok
      ? { ok: true, reply: replySafely(state, command, decision, turn.now, policy.current) }
      : { ok: false, refusal: decision.refusal };
    return decision.isReplay === undefined ? answer : { ...answer, isReplay: decision.isReplay };
  }

  #break(reason: BreakReason, message: string): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#mailbox.refuseAll(new Moved(message));
    runInSteps(this.#world.timers, this.#sessions.ending());
    this.#due.stepTimer.end();
    if (reason !== 'left') {
      this.#world.meter.broken(reason);
      this.#watchers.gone();
    }
    this.#event.onGone(reason);
  }
}
