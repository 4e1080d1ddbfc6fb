/**
 * Records a run for the audit: the answers of each batch in order, with the journal record that they depend on, and all
 * attempts of clients with their outcomes. Reports at once what is wrong in any case; the audit checks everything else.
 */
import type { Ownership, ProvenTurn } from '#actors/ports.ts';
import type { Command } from '#domain/command.ts';
import type { EventState } from '#domain/event-state.ts';
import type { Answer } from '#domain/reply.ts';
import type { Universe } from './universe.ts';

/** The journal record that an answer depends on. */
export interface Footing {
  readonly epoch: number;
  readonly seq: number;
}

export interface WitnessedTurn extends Footing {
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
  | { readonly kind: 'answer'; readonly answer: Answer; readonly footing: Footing | null }
  | { readonly kind: 'fault'; readonly code: string }
  /** The request certainly did not arrive. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'lost' };

export class Chronicle {
  readonly turns = new Map<number, WitnessedTurn[]>();
  readonly attempts: Attempt[] = [];
  readonly complaints: string[] = [];
  readonly #footings = new Map<Answer, Footing>();
  /** The newest record that any client has been shown, by event. */
  readonly #shown = new Map<number, number>();
  readonly #universe: Universe;

  constructor(universe: Universe) {
    this.#universe = universe;
  }

  witness(event: { readonly ownership: Ownership; readonly state: EventState }, turn: ProvenTurn): void {
    const { eventNumber, epoch, token } = event.ownership;
    const { seq } = turn;
    const { records } = this.#universe.database.show(eventNumber);
    const isWrite = turn.facts.length > 0;
    const record = records[seq - 1];
    if (record === undefined || (isWrite && record.token !== token)) {
      this.complain(`event ${eventNumber}: answers depend on record ${seq}, which ${token} has not written`);
    }
    this.#universe.trace.count('command', turn.spoken.length);
    if (event.state.seq > seq) this.#universe.trace.count('turn decided ahead');
    const answers = turn.spoken.map(([{ command }, answer]) => [command, answer] as const);
    for (const [, answer] of answers) this.#footings.set(answer, { epoch, seq });
    const turns = this.turns.get(eventNumber);
    const witnessed = { epoch, seq, at: turn.now, isWrite, answers };
    if (turns === undefined) this.turns.set(eventNumber, [witnessed]);
    else turns.push(witnessed);
  }

  /** The record that the answer depends on; null if there is none. */
  footingOf(answer: Answer): Footing | null {
    return this.#footings.get(answer) ?? null;
  }

  /** A copy of an answer depends on the same record. */
  copied(answer: Answer, footing: Footing | null): void {
    if (footing !== null) this.#footings.set(answer, footing);
  }

  begin(eventNumber: number, command: Command, label: string | null): Attempt {
    const shownSeq = this.#shown.get(eventNumber) ?? 0;
    const attempt: Attempt = { eventNumber, command, label, shownSeq, outcome: null };
    this.attempts.push(attempt);
    return attempt;
  }

  end(attempt: Attempt, outcome: Outcome): void {
    attempt.outcome = outcome;
    if (outcome.kind !== 'answer') return;
    const { eventNumber, command, shownSeq } = attempt;
    const { answer, footing } = outcome;
    if (footing === null) {
      const isUnknown = !answer.ok && answer.refusal.code === 'ENTITY_NOT_FOUND';
      if (!isUnknown) this.complain(`event ${eventNumber}: the answer to ${command.kind} depends on no record`);
      return;
    }
    if (answer.ok && answer.reply.kind === 'session' && 'sessionId' in command && command.kind !== 'create-session') {
      const { id } = answer.reply.session;
      if (id !== command.sessionId) this.complain(`event ${eventNumber}: ${command.kind} was shown another session`);
    }
    if (footing.seq < shownSeq) {
      const says = `${command.kind} was answered from record ${footing.seq}`;
      this.complain(`event ${eventNumber}: ${says} after record ${shownSeq} had been shown`);
    }
    this.#shown.set(eventNumber, Math.max(this.#shown.get(eventNumber) ?? 0, footing.seq));
  }

  complain(complaint: string): void {
    this.complaints.push(complaint);
    this.#universe.trace.note(`COMPLAINT ${complaint}`);
  }
}
