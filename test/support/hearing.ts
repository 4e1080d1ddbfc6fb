/** Callers of one event, and what they heard, in order: each line a caller's name with the outcome or the fault. */
import type { Registry } from '#actors/registry.ts';
import type { Command } from '#domain/command.ts';
import { outcomeOf } from './rehearsal.ts';

export interface Hearing {
  readonly heard: string[];
  /** Resolves when the caller has heard something, whatever it is. */
  ask(name: string, command: Command): Promise<void>;
}

/** Of event 1, at the registry that `at` names when it is asked. */
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
