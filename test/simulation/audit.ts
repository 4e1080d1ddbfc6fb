/**
 * Replays the journal of every event and compares it with a naive model: each record must be allowed, each answer must
 * be the expected one at its place in the journal, and nothing may be early, late, duplicated or lost.
 */
import { apply, sealRecord } from '#domain/apply.ts';
import type { Command } from '#domain/command.ts';
import { EventState } from '#domain/event-state.ts';
import type { Fact, JournalRecord } from '#domain/fact.ts';
import type { Inventory } from '#domain/inventory-copy.ts';
import type { Refusal } from '#domain/refusal.ts';
import { outcomeOf } from '../support/event-driver.ts';
import { brokenRules } from '../support/invariants.ts';
import { isStep } from './allotment-replay.ts';
import { clientViolations } from './client-audit.ts';
import { refusalFaults, replyFaults } from './content-audit.ts';
import { recordOf, type SimulatedEvent, type StoredRecord } from './database.ts';
import { FactReplay } from './fact-replay.ts';
import { FeedAudit } from './feed-audit.ts';
import { historyViolations } from './history-audit.ts';
import { firstDifference, overdueOwner } from './model-comparison.ts';
import { overdueFault, queueDifference } from './queue-audit.ts';
import { applyQueueFact, isTimed } from './queue-replay.ts';
import { ReferenceModel } from './reference-model.ts';
import type { RunContext } from './run-context.ts';
import type { RecordedTurn, RunRecord } from './run-record.ts';
import { leadsTo, StoredAudit } from './stored-audit.ts';
import { ticketViolations } from './ticket-audit.ts';
import { UnitAudit } from './unit-audit.ts';

export interface AuditTerms {
  /** When faults ended; deadlines from two lease times later on must be met. */
  readonly calmSince: number;
  readonly calmUntil: number;
  readonly sweepMs: number;
}

/** How late an expiry may be, in addition to one sweep interval. */
const latenessMsMax = 2_000;
/** Records of the event's creation. */
const openingRecords = 3;
/** The naive model is compared with the state after every 25 records. */
const recordsPerComparison = 25;

/** The violations that were found; empty if there are none. */
export function audit(context: RunContext, runRecord: RunRecord, terms: AuditTerms): string[] {
  const violations: string[] = [];
  for (const event of context.database.events.values()) {
    const turns = runRecord.turns.get(event.plan.eventNumber) ?? [];
    const found = new EventAudit(context, event, turns, terms).run();
    violations.push(...found.map((violation) => `event ${event.plan.eventNumber}: ${violation}`));
  }
  // Violations in the journal come first: wrong answers to clients are mostly their consequence.
  const { database } = context;
  const ofClients = [...clientViolations(database, runRecord), ...ticketViolations(database, runRecord)];
  return [...violations, ...ofClients, ...runRecord.violations];
}

class EventAudit {
  readonly #context: RunContext;
  readonly #event: SimulatedEvent;
  readonly #terms: AuditTerms;
  readonly #writes = new Map<number, RecordedTurn>();
  readonly #reads = new Map<number, RecordedTurn[]>();
  readonly #model: ReferenceModel;
  readonly #factReplay: FactReplay;
  readonly #state: EventState;
  readonly #stored: StoredAudit;
  readonly #feed: FeedAudit;
  readonly #units: UnitAudit;
  readonly #violations: string[] = [];
  /** Inventories that answers of the current record showed; compared after its replay. */
  readonly #inventories: Inventory[] = [];
  #at = '';
  /** Whether the queue is drawn in the current record. */
  #isDrawing = false;

  constructor(context: RunContext, event: SimulatedEvent, turns: readonly RecordedTurn[], terms: AuditTerms) {
    this.#context = context;
    this.#event = event;
    this.#terms = terms;
    this.#model = new ReferenceModel(event.plan);
    this.#factReplay = new FactReplay(this.#model, event.seatMap);
    this.#state = new EventState(event.seatMap);
    this.#stored = new StoredAudit(event);
    this.#feed = new FeedAudit(event);
    this.#units = new UnitAudit(this.#model.naive.units, (what) => context.trace.count(what));
    for (const turn of turns) {
      const reads = this.#reads.get(turn.seq);
      if (turn.isWrite) this.#writes.set(turn.seq, turn);
      else if (reads === undefined) this.#reads.set(turn.seq, [turn]);
      else reads.push(turn);
    }
  }

  run(): string[] {
    const { records, headSeq, projectedSeq, parked } = this.#event;
    this.#check(headSeq === records.length, `the head is ${headSeq}, but there are ${records.length} records`);
    this.#check(parked === null, `it was parked: ${parked}`);
    try {
      for (const [index, record] of records.entries()) this.#record(record, records[index - 1], index + 1);
    } catch (error) {
      this.#violations.push(`${this.#at}: ${(error as Error).stack}`);
    }
    if (this.#violations.length > 0) return this.#violations.slice(0, 5);
    this.#compare();
    this.#check(
      brokenRules(this.#state, this.#event.plan.policy.current.maxSeats).length === 0,
      'its inventory is broken',
    );
    this.#checkNoneOverdue();
    if (this.#event.records.some(({ decided }) => decided !== undefined)) {
      this.#check(leadsTo(this.#event, this.#state), 'the rewritten journal leads to another state');
      this.#context.trace.count('rewritten journal replayed');
    }
    // Every node has handed over, and its events with it.
    this.#check(projectedSeq === headSeq, `the projection ends at record ${projectedSeq} of ${headSeq}`);
    this.#violations.push(...this.#stored.violations, ...this.#feed.violations, ...historyViolations(this.#event));
    return this.#violations;
  }

  #record(record: StoredRecord, before: StoredRecord | undefined, seq: number): void {
    this.#at = `record ${seq}`;
    const parsed = record.decided ?? recordOf(record);
    const facts = [...parsed.facts];
    this.#isDrawing = facts.some(({ type }) => type === 'drawn');
    this.#check(record.seq === seq, `has the number ${record.seq}`);
    this.#check(before === undefined || record.epoch >= before.epoch, 'is of an earlier epoch');
    this.#check(record.at <= record.committedAt + 1, `is ${record.at - record.committedAt} ms in the future`);
    if (seq > openingRecords) {
      if (record.epoch !== before?.epoch) this.#checkOwnerNamed(record, facts.shift());
      this.#replayTime(facts, record);
      this.#checkDecisions(facts, record, this.#writes.get(seq));
    }
    if (seq > openingRecords) this.#checkSteps(record.at);
    this.#replay(parsed);
    this.#report(this.#units.after(this.#state, parsed.facts));
    this.#isDrawing = false;
    this.#stored.after(this.#state);
    for (const turn of this.#reads.get(seq) ?? []) {
      this.#checkSteps(turn.at);
      this.#checkAnswers(turn);
    }
    for (const shown of this.#inventories.splice(0))
      this.#report(firstDifference(this.#model.naive, this.#state, shown));
    if (seq % recordsPerComparison === 0) this.#compare();
  }

  #replay(record: JournalRecord): void {
    const { at, seq, epoch } = record;
    for (const fact of record.facts) {
      this.#feed.before(this.#state, fact, seq);
      apply(this.#state, fact, at, seq);
    }
    sealRecord(this.#state, seq, epoch, at);
    this.#feed.after(this.#state);
  }

  /** The first record of an epoch names the node that took the event over. */
  #checkOwnerNamed({ epoch, token }: StoredRecord, first: Fact | undefined): void {
    const owner = this.#event.owners[epoch];
    this.#check(first?.type === 'owned' && first.node === owner, `does not name ${owner}`);
    this.#check(token === `${owner}/${epoch}`, `was written under the token ${token}, which no owner has`);
  }

  /** The facts that time brings about come first. */
  #replayTime(facts: Fact[], { at, committedAt }: StoredRecord): void {
    for (;;) {
      const [fact] = facts;
      if (isTimed(fact) || isStep(fact)) {
        facts.shift();
        this.#context.trace.countSort('step', fact.type);
        this.#report(isStep(fact) ? this.#factReplay.applyStep(fact, at) : applyQueueFact(this.#model, fact, at));
        continue;
      }
      if (fact?.type !== 'expired' && fact?.type !== 'lock-expired') return;
      facts.shift();
      const lateMs = committedAt - (this.#deadlineOf(fact) ?? committedAt);
      const isMeasured = committedAt - lateMs > this.#terms.calmSince + 2 * this.#context.leaseMs;
      this.#check(
        !isMeasured || lateMs <= latenessMsMax + this.#terms.sweepMs,
        `a session or lock expired ${lateMs} ms late`,
      );
      this.#report(this.#factReplay.applyExpiry(fact, at));
    }
  }

  #deadlineOf(fact: Extract<Fact, { type: 'expired' | 'lock-expired' }>): number | null | undefined {
    if (fact.type === 'expired') return this.#state.sessionsByOrdinal.get(fact.session)?.deadline;
    return this.#state.locks.get(fact.lock)?.deadline;
  }

  #checkDecisions(facts: readonly Fact[], record: StoredRecord, turn: RecordedTurn | undefined): void {
    const { trace } = this.#context;
    for (const [place, { type }] of facts.entries()) {
      if (type === 'held' && 'occupied' in (facts[place] as object)) trace.count('guest who came later');
      if (type === 'reclaimed' || type === 'exchanged') trace.count(`session ${type}`);
      if (type !== 'answered' && !(type === 'held' && facts[place + 1]?.type === 'checked-out')) trace.count('effect');
    }
    if (turn === undefined) {
      if (facts.length > 0) trace.count('record without answers');
      for (const fact of facts) this.#report(this.#factReplay.applyUnanswered(fact, record.at));
      return;
    }
    this.#check(turn.epoch === record.epoch, `was answered for epoch ${turn.epoch}`);
    this.#checkAnswers(turn);
    for (const fact of facts) {
      this.#factReplay.remember(fact);
      // What the turn sold can release an allotment.
      if (isStep(fact)) this.#report(this.#factReplay.applyStep(fact, record.at));
    }
  }

  /** No step of an allotment is missing. */
  #checkSteps(at: number): void {
    const { allotments } = this.#model.naive;
    this.#report(allotments.overdue(at) ?? allotments.conditions.unreleased());
  }

  #checkAnswers({ seq, at, answers }: RecordedTurn): void {
    for (const [command, answer] of answers) {
      const expected = this.#model.expectedAnswer(command, at);
      const actual = outcomeOf(answer);
      const { isReplay, isShownAnew } = this.#model;
      this.#check((answer.isReplay === true) === isReplay, `${command.kind} has isReplay ${!isReplay}`);
      if (isReplay) this.#context.trace.count('answer repeated');
      if (isShownAnew && command.kind !== 'create-session')
        this.#context.trace.count('key without its answer repeated');
      if (!answer.ok) this.#checkRefusal(command, answer.refusal, isReplay);
      if (expected !== actual)
        this.#report(`${command.kind} was answered ${actual} instead of ${expected}: ${JSON.stringify(command)}`);
      // A repeated answer shows what was then; the audit of the clients compares it with the first one.
      else if (answer.ok && (!isReplay || isShownAnew)) {
        if (answer.reply.kind === 'inventory') this.#inventories.push(answer.reply.inventory);
        const shown = { seq, at, isDrawing: this.#isDrawing };
        for (const fault of replyFaults(this.#model, command, answer, shown, this.#context.trace)) this.#report(fault);
      }
    }
  }

  #checkRefusal(command: Command, refusal: Refusal, isReplay: boolean): void {
    const { trace } = this.#context;
    trace.countSort('refusal', refusal.code);
    // A repetition offers what could be had then, whatever has been taken since.
    if (isReplay && (refusal.alternatives ?? []).length > 0) trace.count('alternatives offered again');
    if (isReplay) return;
    for (const fault of refusalFaults(this.#event.plan, this.#model, command, refusal, trace)) this.#report(fault);
  }

  #compare(): void {
    this.#report(firstDifference(this.#model.naive, this.#state, null));
    this.#report(queueDifference(this.#model.queue, this.#state.queue));
  }

  /** After the faults have ended, no session or lock may stay past its deadline. */
  #checkNoneOverdue(): void {
    const dueBefore = this.#terms.calmUntil - latenessMsMax - this.#terms.sweepMs;
    const { queue, isOnSale } = this.#model;
    this.#report(overdueFault(queue, dueBefore, isOnSale, this.#model.countedSessions(dueBefore)));
    this.#report(overdueOwner(this.#state, dueBefore));
  }

  #check(isTrue: boolean, violation: string): void {
    if (!isTrue) this.#violations.push(`${this.#at}: ${violation}`);
  }

  #report(violation: string | null): void {
    if (violation !== null) this.#violations.push(`${this.#at}: ${violation}`);
  }
}
