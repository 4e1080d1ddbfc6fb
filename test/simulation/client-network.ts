/** The network from clients to machines: messages are late, lost, reordered or duplicated; clients have a timeout. */
import type { Answer } from '#domain/reply.ts';
import type { ClientRequest } from './client-request.ts';
import type { Machine } from './machine.ts';
import type { RunContext } from './run-context.ts';
import type { Outcome, RunRecord } from './run-record.ts';

export interface AddressedRequest extends ClientRequest {
  readonly eventNumber: number;
}

export class ClientNetwork {
  readonly #context: RunContext;
  readonly #runRecord: RunRecord;

  constructor(context: RunContext, runRecord: RunRecord) {
    this.#context = context;
    this.#runRecord = runRecord;
  }

  /** Resolves with the outcome that the client sees within its timeout. */
  ask(machine: Machine, request: AddressedRequest, timeoutMs: number): Promise<Outcome> {
    const { random, faultRates, timeline, trace } = this.#context;
    return new Promise((resolve) => {
      let isOver = false;
      const finish = (outcome: Outcome): void => {
        if (isOver) return;
        isOver = true;
        timeout.run = null;
        if (outcome.kind === 'lost') trace.count('client gives up');
        resolve(outcome);
      };
      const timeout = timeline.after(timeoutMs, () => finish({ kind: 'lost' }));
      this.#transmit('request', () => this.#deliver(machine, request, finish));
      if (!request.isRetryable || !random.chance(faultRates.messageDuplicated)) return;
      trace.count('message duplicated');
      this.#transmit('request', () => this.#deliver(machine, request, () => {}));
    });
  }

  #deliver(machine: Machine, { eventNumber, command }: AddressedRequest, finish: (outcome: Outcome) => void): void {
    const reply = (outcome: Outcome): void => this.#transmit('reply', () => finish(outcome));
    const { process } = machine;
    if (process === null) {
      reply({ kind: 'refused' });
      return;
    }
    const reset = (): void => reply({ kind: 'lost' });
    process.resets.add(reset);
    process.lifetime.run(() => {
      process.ask(eventNumber, command).then(
        (answer: Answer) => {
          process.resets.delete(reset);
          reply({ kind: 'answer', answer, position: this.#runRecord.positionOf(answer) });
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
    if (name !== 'Fault' || code === undefined) this.#runRecord.report(`not a fault: ${name} ${message}`);
    else this.#context.trace.countSort('fault', code);
    return { kind: 'fault', code: code ?? 'none' };
  }

  #transmit(what: string, deliver: () => void): void {
    const { random, faultRates, timeline, trace } = this.#context;
    if (random.chance(faultRates.messageDropped)) {
      trace.count('message dropped');
      trace.note(`${what} dropped`);
      return;
    }
    const isLate = random.chance(faultRates.messageLate);
    if (isLate) trace.count('message late');
    timeline.after(isLate ? random.between(100, 6_000) : random.between(0.2, 3), deliver);
  }
}
