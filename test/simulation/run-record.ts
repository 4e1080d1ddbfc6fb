/**
 * Records a run for the audit: the answers of each batch in order, with the journal record that they depend on, and all
 * attempts of clients with their outcomes. Reports at once what is wrong in any case; the audit checks everything else.
 */
import type { Ownership, ProvenTurn } from '#actors/ports.ts';
import type { Command } from '#domain/command.ts';
import type { EventState } from '#domain/event-state.ts';
import type { Answer } from '#domain/reply.ts';
import type { RunContext } from './run-context.ts';

/** The journal record that an answer depends on. */
export interface JournalPosition {
  readonly epoch: number;
  readonly seq: number;
}

export interface RecordedTurn extends JournalPosition {
  readonly at: number;
  readonly isWrite: boolean;
  readonly answers: readonly (readonly [Command, Answer])[];
}

/** One request of a client, which may be a repetition. */
export interface Attempt {
  readonly eventNumber: number;
  readonly command: Command;
  /** Appears in the facts of a private booking; unique for each attempt. */
  readonly label: string | null;
  /** The newest record that any client had been shown when this attempt began. */
  readonly shownSeq: number;
  outcome: Outcome | null;
}

export type Outcome =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly position: JournalPosition | null }
  | { readonly kind: 'fault'; readonly code: string }
  /** The request certainly did not arrive. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'lost' };

export class RunRecord {
  readonly turns = new Map<number, RecordedTurn[]>();
  readonly attempts: Attempt[] = [];
  readonly violations: string[] = [];
  readonly #positions = new Map<Answer, JournalPosition>();
  /** The newest record that any client has been shown, by event. */
  readonly #shownSeqs = new Map<number, number>();
  readonly #context: RunContext;

  constructor(context: RunContext) {
    this.#context = context;
  }

  witness(event: { readonly ownership: Ownership; readonly state: EventState }, turn: ProvenTurn): void {
    const { eventNumber, epoch, token } = event.ownership;
    const { seq } = turn;
    const { records } = this.#context.database.event(eventNumber);
    const isWrite = turn.facts.length > 0;
    const record = records[seq - 1];
    if (record === undefined || (isWrite && record.token !== token)) {
      this.report(`event ${eventNumber}: answers depend on record ${seq}, which ${token} has not written`);
    }
    this.#context.trace.count('command', turn.replies.length);
    if (event.state.seq > seq) this.#context.trace.count('turn decided ahead');
    const answers = turn.replies.map(([{ command }, answer]) => [command, answer] as const);
    for (const [, answer] of answers) this.#positions.set(answer, { epoch, seq });
    const turns = this.turns.get(eventNumber);
    const recorded = { epoch, seq, at: turn.now, isWrite, answers };
    if (turns === undefined) this.turns.set(eventNumber, [recorded]);
    else turns.push(recorded);
  }

  /** The record that the answer depends on; null if there is none. */
  positionOf(answer: Answer): JournalPosition | null {
    return this.#positions.get(answer) ?? null;
  }

  /** A copy of an answer depends on the same record. */
  copied(answer: Answer, position: JournalPosition | null): void {
    if (position !== null) this.#positions.set(answer, position);
  }

  begin(eventNumber: number, command: Command, label: string | null): Attempt {
    const shownSeq = this.#shownSeqs.get(eventNumber) ?? 0;
    const attempt: Attempt = { eventNumber, command, label, shownSeq, outcome: null };
    this.attempts.push(attempt);
    return attempt;
  }

  end(attempt: Attempt, outcome: Outcome): void {
    attempt.outcome = outcome;
    if (outcome.kind !== 'answer') return;
    const { eventNumber, command, shownSeq } = attempt;
    const { answer, position } = outcome;
    if (position === null) {
      const isUnknown = !answer.ok && answer.refusal.code === 'ENTITY_NOT_FOUND';
      if (!isUnknown) this.report(`event ${eventNumber}: the answer to ${command.kind} depends on no record`);
      return;
    }
    if (answer.ok && answer.reply.kind === 'session' && 'sessionId' in command && command.kind !== 'create-session') {
      const { id } = answer.reply.session;
      if (id !== command.sessionId) this.report(`event ${eventNumber}: ${command.kind} was shown another session`);
    }
    if (position.seq < shownSeq) {
      const says = `${command.kind} was answered from record ${position.seq}`;
      this.report(`event ${eventNumber}: ${says} after record ${shownSeq} had been shown`);
    }
    this.#shownSeqs.set(eventNumber, Math.max(this.#shownSeqs.get(eventNumber) ?? 0, position.seq));
  }

  report(violation: string): void {
    this.violations.push(violation);
    this.#context.trace.note(`VIOLATION ${violation}`);
  }
}
