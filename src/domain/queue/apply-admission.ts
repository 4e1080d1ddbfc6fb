/** Applies facts of the admission. Never refuses; asserts. */
import type { EventState } from '../event-state.ts';
import type { AdmissionFact } from '../fact.ts';

export function applyAdmissionFact(state: EventState, fact: AdmissionFact): void {
  const { type, ...admission } = fact;
  state.admission = admission;
}
