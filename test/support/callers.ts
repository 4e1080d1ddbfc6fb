/** Callers of one event, and their answers in order: each line is a caller's name with the outcome or the fault. */
import type { Command } from '#domain/command.ts';
import { outcomeOf } from './event-driver.ts';
import type { LoneNode } from './lone-node.ts';

export interface Callers {
  readonly answers: string[];
  /** Resolves when the caller has received an answer or a fault. */
  ask(name: string, command: Command): Promise<void>;
}

/** Callers of event 1; each call goes to the node that `at` returns then. */
export function callersOf(at: () => LoneNode): Callers {
  const answers: string[] = [];
  return {
    answers,
    ask: (name, command) =>
      at()
        .ask(1, command)
        .then(
          (answer) => void answers.push(`${name}: ${outcomeOf(answer)}`),
          (fault) => void answers.push(`${name}: ${fault.code}`),
        ),
  };
}
