/** Reads and sets the admission of an event. */
import type { AdmissionCommand } from '../command.ts';
import { accept, type Decision } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import { isSameAdmission } from './admission.ts';

/**
 * Setting the same admission again succeeds and changes nothing. The first QUEUE gives the event its queue, for good: a
 * later change of the mode keeps the tickets.
 */
export function decideAdmission(state: EventState, command: AdmissionCommand): Decision {
  const shown = { kind: 'show-admission' } as const;
  if (command.kind === 'read-admission' || isSameAdmission(command.admission, state.admission)) {
    return accept([], shown);
  }
  const { admission, seed } = command;
  const facts: Fact[] = [{ type: 'admission-set', ...admission }];
  if (admission.mode === 'QUEUE' && state.queue === null) facts.push({ type: 'queue-begun', ...seed });
  return accept(facts, shown);
}
