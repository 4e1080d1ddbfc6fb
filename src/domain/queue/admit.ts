/**
 * Whether a new session may enter, by the admission mode of its event. The only place that asks: `create-session` adds
 * the facts that are returned here to its own, in the same record.
 */
import type { Pass } from '../command.ts';
import { type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';

/** The facts that use up the pass, or the refusal. */
export type Entry = readonly Fact[] | Refused;

const free: Entry = [];

export function admit(state: EventState, pass: Pass | undefined): Entry {
  const { mode } = state.admission;
  if (mode === 'OPEN') return free;
  if (pass === undefined) return passRequired(mode);
  return passInvalid(mode);
}

function passRequired(mode: 'PASS' | 'QUEUE'): Refused {
  const detail =
    mode === 'PASS'
      ? 'The event admits only buyers with a pass: send it as `pass`.'
      : 'The event has a queue: send an admitted ticket as `pass`.';
  return refuse({ code: 'PASS_REQUIRED', detail });
}

function passInvalid(mode: 'PASS' | 'QUEUE'): Refused {
  return refuse({
    code: 'PASS_INVALID',
    detail: `The pass is no ${mode === 'PASS' ? 'pass' : 'ticket'} of this event.`,
  });
}
