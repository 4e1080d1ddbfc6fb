/** Callers of one event, and their answers in order: each line is a caller's name with the outcome or the fault. */
import type { Registry } from '#actors/registry.ts';
import type { Command } from '#domain/command.ts';
import { outcomeOf } from './rehearsal.ts';

export interface Hearing {
  readonly heard: string[];
  /** Resolves when the caller has received an answer or a fault. */
  ask(name: string, command: Command): Promise<void>;
}

/** Callers of event 1; each call goes to the registry that `at` returns then. */
export function hearing(at: () => Registry): Hearing {
  const heard: string[] = [];
  return {
    heard,
    ask: (name, command) =>
      at()
        .ask(1, command)
        .then(
          (answer) => void heard.push(`${name}: ${outcomeOf(answer)}`),
          (fault) => void heard.push(`${name}: ${fault.code}`),
        ),
  };
}
