/** Reads and sets the admission of an event. */
import type { AdmissionCommand } from '../command.ts';
import { accept, type Decision } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import { isSameAdmission } from './admission.ts';

/** Setting the same admission again succeeds and changes nothing. */
export function decideAdmission(state: EventState, command: AdmissionCommand): Decision {
  if (command.kind === 'read-admission' || isSameAdmission(command.admission, state.admission)) {
    return accept([], { kind: 'show-admission' });
  }
  return accept([{ type: 'admission-set', ...command.admission }], { kind: 'show-admission' });
}
