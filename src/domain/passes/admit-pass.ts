/**
 * Whether a verified pass still opens a session. One pass opens one session of its event, for good: the session's first
 * fact records the hash of the pass, so the two are durable together or not at all.
 */
import type { Pass } from '../command.ts';
import { type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';

/** Members of the session's first fact that follow from its pass. */
export type SessionTerms = Pick<
  Extract<Fact, { readonly type: 'session-created' }>,
  'pass' | 'maxSeats' | 'allotments' | 'buyer'
>;

/** The terms of the session that the pass opens, or the refusal. */
export function admitPass(state: EventState, pass: Pass, now: number): SessionTerms | Refused {
  switch (pass.kind) {
    case 'invalid':
      return refuse({ code: 'PASS_INVALID', detail: `The pass is not valid: ${pass.why ?? notOurs}.` });
    case 'ticket':
      return refuse({ code: 'PASS_INVALID', detail: `The pass is not valid: ${notOurs}.` });
    case 'expired':
      return expired();
    case 'signed':
      // The pass was verified before it waited in the mailbox: it may have expired since.
      if (now >= pass.until) return expired();
      if (state.passes.has(pass.hash)) {
        return refuse({ code: 'PASS_USED', detail: 'The pass has opened a session already.' });
      }
      if (state.passes.isFull) {
        return refuse({ code: 'PASSES_EXHAUSTED', detail: 'The event has recorded as many passes as it can.' });
      }
      return {
        pass: pass.hash,
        ...(pass.maxSeats === undefined ? {} : { maxSeats: pass.maxSeats }),
        ...(pass.allotments === undefined ? {} : { allotments: pass.allotments }),
        ...(pass.buyer === undefined ? {} : { buyer: pass.buyer }),
      };
  }
}

const notOurs = 'it is no pass of this event';

function expired(): Refused {
  return refuse({ code: 'PASS_EXPIRED', detail: 'The pass has expired.' });
}
