/**
 * Replays the journal of every event and compares it with a naive model: each record must be allowed, each answer must
 * be the expected one at its place in the journal, and nothing may be early, late, duplicated or lost.
 */
import { replay } from '#domain/apply.ts';
import type { Command } from '#domain/command.ts';
import { EventState } from '#domain/event-state.ts';
import type { Fact } from '#domain/fact.ts';
import type { Answer, Inventory } from '#domain/reply.ts';
import { brokenRules } from '../support/invariants.ts';
import { outcomeOf } from '../support/rehearsal.ts';
import type { Chronicle, WitnessedTurn } from './chronicle.ts';
import { clientComplaints } from './client-audit.ts';
import { recordOf, type Show, type StoredRecord } from './database.ts';
import { differences } from './likeness.ts';
import { Retelling } from './retelling.ts';
import { Shadow } from './shadow.ts';
import { StoredAudit } from './stored-audit.ts';
import type { Universe } from './universe.ts';

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
export function audit(universe: Universe, chronicle: Chronicle, terms: AuditTerms): string[] {
  const violations: string[] = [];
  for (const show of universe.database.shows.values()) {
    const turns = chronicle.turns.get(show.plan.eventNumber) ?? [];
    const found = new ShowAudit(universe, show, turns, terms).run();
    violations.push(...found.map((violation) => `event ${show.plan.eventNumber}: ${violation}`));
  }
  // Violations in the journal come first: wrong answers to clients are mostly their consequence.
  return [...violations, ...clientComplaints(universe.database, chronicle), ...chronicle.complaints];
}

class ShowAudit {
  readonly #universe: Universe;
  readonly #show: Show;
  readonly #terms: AuditTerms;
  readonly #writes = new Map<number, WitnessedTurn>();
  readonly #reads = new Map<number, WitnessedTurn[]>();
  readonly #shadow: Shadow;
  readonly #retelling: Retelling;
  readonly #state: EventState;
  readonly #stored: StoredAudit;
  readonly #violations: string[] = [];
  /** Inventories that answers of the current record showed; compared after its replay. */
  readonly #inventories: Inventory[] = [];
  #at = '';

  constructor(universe: Universe, show: Show, turns: readonly WitnessedTurn[], terms: AuditTerms) {
    this.#universe = universe;
    this.#show = show;
    this.#terms = terms;
    this.#shadow = new Shadow(show.plan);
    this.#retelling = new Retelling(this.#shadow, show.seatMap);
    this.#state = new EventState(show.seatMap);
    this.#stored = new StoredAudit(show);
    for (const turn of turns) {
      const reads = this.#reads.get(turn.seq);
      if (turn.isWrite) this.#writes.set(turn.seq, turn);
      else if (reads === undefined) this.#reads.set(turn.seq, [turn]);
      else reads.push(turn);
    }
  }

  run(): string[] {
    const { records, headSeq, parked } = this.#show;
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
      brokenRules(this.#state, this.#show.plan.policy.current.maxSeats).length === 0,
      'its inventory is broken',
    );
    this.#sweptUp();
    this.#violations.push(...this.#stored.violations);
    return this.#violations;
  }

  #record(record: StoredRecord, before: StoredRecord | undefined, seq: number): void {
    this.#at = `record ${seq}`;
    const parsed = recordOf(record);
    const facts = [...parsed.facts];
    this.#check(record.seq === seq, `has the number ${record.seq}`);
    this.#check(before === undefined || record.epoch >= before.epoch, 'is of an earlier epoch');
    this.#check(record.at <= record.committedAt + 1, `is ${record.at - record.committedAt} ms in the future`);
    if (seq > openingRecords) {
      if (record.epoch !== before?.epoch) this.#introduced(record, facts.shift());
      this.#ended(facts, record);
      this.#decided(facts, record, this.#writes.get(seq));
    }
    replay(this.#state, parsed);
    this.#stored.after(this.#state);
    for (const turn of this.#reads.get(seq) ?? []) this.#answers(turn);
    for (const shown of this.#inventories.splice(0))
      this.#complain(differences(this.#shadow.naive, this.#state, shown));
    if (seq % recordsPerComparison === 0) this.#compare();
  }

  /** The first record of an epoch names the node that took the event over. */
  #introduced({ epoch, token }: StoredRecord, first: Fact | undefined): void {
    const owner = this.#show.owners[epoch];
    this.#check(first?.type === 'owned' && first.node === owner, `does not name ${owner}`);
    this.#check(token === `${owner}/${epoch}`, `was written under the token ${token}, which no owner has`);
  }

  #ended(facts: Fact[], { at, committedAt }: StoredRecord): void {
    for (;;) {
      const [fact] = facts;
      if (fact?.type !== 'expired' && fact?.type !== 'lock-expired') return;
      facts.shift();
      const lateMs = committedAt - (this.#deadlineOf(fact) ?? committedAt);
      const isMeasured = committedAt - lateMs > this.#terms.calmSince + 2 * this.#universe.leaseMs;
      this.#check(
        !isMeasured || lateMs <= latenessMsMax + this.#terms.sweepMs,
        `a session or lock expired ${lateMs} ms late`,
      );
      this.#complain(this.#retelling.end(fact, at));
    }
  }

  #deadlineOf(fact: Extract<Fact, { type: 'expired' | 'lock-expired' }>): number | null | undefined {
    if (fact.type === 'expired') return this.#state.sessionsByOrdinal.get(fact.session)?.deadline;
    return this.#state.locks.get(fact.lock)?.deadline;
  }

  #decided(facts: readonly Fact[], record: StoredRecord, turn: WitnessedTurn | undefined): void {
    const { trace } = this.#universe;
    for (const [place, { type }] of facts.entries()) {
      if (type !== 'answered' && !(type === 'held' && facts[place + 1]?.type === 'checked-out')) trace.count('effect');
    }
    if (turn === undefined) {
      if (facts.length > 0) trace.count('record without answers');
      for (const fact of facts) this.#complain(this.#retelling.follow(fact, record.at));
      return;
    }
    this.#check(turn.epoch === record.epoch, `was answered for epoch ${turn.epoch}`);
    this.#answers(turn);
    for (const fact of facts) this.#retelling.learn(fact);
  }

  #answers({ seq, at, answers }: WitnessedTurn): void {
    for (const [command, answer] of answers) {
      const due = this.#shadow.foretell(command, at);
      const told = outcomeOf(answer);
      if (!answer.ok) this.#universe.trace.countSort('refusal', answer.refusal.code);
      if (due !== told)
        this.#complain(`${command.kind} was answered ${told} where ${due} was due: ${JSON.stringify(command)}`);
      else if (answer.ok) this.#shown(command, answer, seq);
    }
  }

  /** Compares the content of an answer with the model. */
  #shown(command: Command, { reply }: Extract<Answer, { ok: true }>, seq: number): void {
    const { naive } = this.#shadow;
    if (reply.kind === 'sequence') this.#check(reply.seq === seq, `showed the number ${reply.seq}`);
    if (reply.kind === 'inventory') this.#inventories.push(reply.inventory);
    if (reply.kind !== 'session') return;
    const { session } = reply;
    const known = naive.sessions.get(session.id);
    if (known === undefined) {
      this.#complain(`${command.kind} showed session ${session.id}, which does not exist`);
      return;
    }
    const { seats, areas, deadline, reference } = known;
    const isTheCart =
      session.seats.length === seats.size &&
      session.areas.length === areas.size &&
      [...seats.keys()].every((seat) => session.seats.some(({ id }) => id === seat)) &&
      [...areas].every(([area, { amount }]) =>
        session.areas.some((line) => line.id === area && line.capacity === amount),
      );
    if (!isTheCart) {
      const due = JSON.stringify([[...seats.keys()], [...areas]]);
      this.#complain(`${command.kind} showed the cart of ${JSON.stringify(session)} where ${due} was due`);
    }
    if (session.reference !== reference || session.deadline !== deadline)
      this.#complain(`${command.kind} showed another deadline or reference than ${deadline}, ${reference}`);
  }

  #compare(): void {
    this.#complain(differences(this.#shadow.naive, this.#state, null));
  }

  /** After the faults have ended, no session or lock may stay past its deadline. */
  #sweptUp(): void {
    const dueBefore = this.#terms.calmUntil - latenessMsMax - this.#terms.sweepMs;
    for (const owner of [...this.#state.sessions.values(), ...this.#state.locks.values()]) {
      const isLate = owner.deadline !== null && owner.deadline < dueBefore;
      this.#check(
        !isLate,
        `ordinal ${owner.ordinal} should have run out ${this.#terms.calmUntil - (owner.deadline ?? 0)} ms ago`,
      );
    }
  }

  #check(isTrue: boolean, violation: string): void {
    if (!isTrue) this.#violations.push(`${this.#at}: ${violation}`);
  }

  #complain(violation: string | null): void {
    if (violation !== null) this.#violations.push(`${this.#at}: ${violation}`);
  }
}
