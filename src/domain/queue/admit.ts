/**
 * Decides whether a new session may be created, by the admission mode of its event. No other place checks this.
 * `create-session` adds the facts and terms that are returned here to its own, in the same record.
 */
import type { Pass } from '../command.ts';
import { type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import { admitPass, type SessionTerms } from '../passes/admit-pass.ts';
import type { Policy } from '../policy.ts';
import type { AdmissionMode } from './admission.ts';

/** The admission of one session: the facts that use up its ticket, and its terms. */
export interface Entry {
  readonly facts: readonly Fact[];
  readonly terms: SessionTerms;
}

/** The cluster version in which sessions have buyers. */
const buyersSince = 2;

const free: Entry = { facts: [], terms: {} };

export function admit(
  state: EventState,
  pass: Pass | undefined,
  now: number,
  { clusterVersion }: Pick<Policy, 'clusterVersion'>,
): Entry | Refused {
  const { mode } = state.admission;
  // A pass that names allotments opens seats that others cannot take, so it is spent in every mode.
  if (mode === 'OPEN' && (pass?.kind !== 'signed' || pass.allotments === undefined)) return free;
  if (pass === undefined) return passRequired(mode);
  if (mode === 'QUEUE') return claim(state, pass, now);
  const terms = admitPass(state, pass, now);
  if ('ok' in terms) return terms;
  // The release before knows no buyers.
  const { buyer: _, ...withoutBuyer } = terms;
  return { facts: [], terms: clusterVersion.current < buyersSince ? withoutBuyer : terms };
}

/** An admitted ticket opens one session. */
function claim({ queue }: EventState, pass: Pass, now: number): Entry | Refused {
  if (queue === null || pass.kind !== 'ticket' || pass.ticket >= queue.keys.count) return notATicket();
  switch (queue.stateOf(queue.placeOf(pass.ticket), now)) {
    case 'ADMITTED':
      return { facts: [{ type: 'claimed', ticket: pass.ticket }], terms: {} };
    case 'WAITING':
      return refuse({ code: 'PASS_REQUIRED', detail: 'The ticket is not admitted yet.' });
    case 'CLAIMED':
      return refuse({ code: 'PASS_USED', detail: 'The ticket has opened a session already.' });
    case 'LAPSED':
      return refuse({ code: 'PASS_EXPIRED', detail: 'The ticket was not used in time: join the queue again.' });
  }
}

function passRequired(mode: AdmissionMode): Refused {
  const detail =
    mode === 'PASS'
      ? 'The event admits only buyers with a pass: send it as `pass`.'
      : 'The event has a queue: send an admitted ticket as `pass`.';
  return refuse({ code: 'PASS_REQUIRED', detail });
}

function notATicket(): Refused {
  return refuse({ code: 'PASS_INVALID', detail: 'The pass is no ticket of this event.' });
}
