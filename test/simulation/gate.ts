/** The network from clients to machines: messages are late, lost, reordered or duplicated; clients have a timeout. */
import type { Command } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';
import type { Chronicle, Outcome } from './chronicle.ts';
import type { Machine } from './machine.ts';
import type { Universe } from './universe.ts';

export interface Question {
  readonly eventNumber: number;
  readonly command: Command;
  readonly isRepeatable: boolean;
}

export class Gate {
  readonly #universe: Universe;
  readonly #chronicle: Chronicle;

  constructor(universe: Universe, chronicle: Chronicle) {
    this.#universe = universe;
    this.#chronicle = chronicle;
  }

  /** Resolves with the outcome that the client sees within its timeout. */
  ask(machine: Machine, question: Question, patienceMs: number): Promise<Outcome> {
    const { random, mixture, timeline, trace } = this.#universe;
    return new Promise((resolve) => {
      let isOver = false;
      const tell = (outcome: Outcome): void => {
        if (isOver) return;
        isOver = true;
        patience.run = null;
        if (outcome.kind === 'lost') trace.count('client gives up');
        resolve(outcome);
      };
      const patience = timeline.after(patienceMs, () => tell({ kind: 'lost' }));
      this.#carry('request', () => this.#deliver(machine, question, tell));
      if (!question.isRepeatable || !random.chance(mixture.messageDuplicated)) return;
      trace.count('message duplicated');
      this.#carry('request', () => this.#deliver(machine, question, () => {}));
    });
  }

  #deliver(machine: Machine, { eventNumber, command }: Question, tell: (outcome: Outcome) => void): void {
    const reply = (outcome: Outcome): void => this.#carry('reply', () => tell(outcome));
    const { process } = machine;
    if (process === null) {
      reply({ kind: 'refused' });
      return;
    }
    const reset = (): void => reply({ kind: 'lost' });
    process.resets.add(reset);
    process.life.run(() => {
      process.ask(eventNumber, command).then(
        (answer: Answer) => {
          process.resets.delete(reset);
          reply({ kind: 'answer', answer, footing: this.#chronicle.footingOf(answer) });
        },
        (fault: unknown) => {
          process.resets.delete(reset);
          reply(this.#faultOf(fault));
        },
      );
    });
  }

  #faultOf(fault: unknown): Outcome {
    const { name, code, message } = fault as { name?: string; code?: string; message?: string };
    if (name !== 'Fault' || code === undefined) this.#chronicle.complain(`not a fault: ${name} ${message}`);
    else this.#universe.trace.countSort('fault', code);
    return { kind: 'fault', code: code ?? 'none' };
  }

  #carry(what: string, arrive: () => void): void {
    const { random, mixture, timeline, trace } = this.#universe;
    if (random.chance(mixture.messageDropped)) {
      trace.count('message dropped');
      trace.note(`${what} dropped`);
      return;
    }
    const isLate = random.chance(mixture.messageLate);
    if (isLate) trace.count('message late');
    timeline.after(isLate ? random.between(100, 6_000) : random.between(0.2, 3), arrive);
  }
}
