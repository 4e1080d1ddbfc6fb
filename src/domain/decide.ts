/**
 * The rules, in one door: `decide` reads the state and answers with a refusal or with facts; it never
 * changes anything. `replyOf` makes the reply once the facts have been applied.
 */
import type { Command, Reply } from './command.ts';
import { decideTime } from './decide-time.ts';
import type { Decision, ReplyPlan } from './decision.ts';
import type { EventState } from './event-state.ts';
import { inventoryOf } from './inventory-copy.ts';
import type { Policy } from './policy.ts';
import { decidePricing } from './pricing/decide-pricing.ts';
import { decideBooking } from './seats/decide-booking.ts';
import { decidePrivate } from './session/decide-private.ts';
import { decidePublic } from './session/decide-public.ts';
import { unknownSession } from './session/refusals.ts';

/** Decides a command at actor time `now` under the organization's policy. */
export function decide(state: EventState, command: Command, now: number, policy: Policy): Decision {
  switch (command.kind) {
    case 'create-session':
    case 'get-session':
    case 'lock-session':
    case 'unlock-session':
    case 'checkout-session':
    case 'cancel-session':
      return decidePublic(state, command, now, policy);
    case 'read-session':
    case 'confirm-session':
    case 'withdraw-session':
    case 'release-session':
    case 'replace-properties':
      return command.organizationId === policy.organizationId ? decidePrivate(state, command) : unknownSession();
    case 'lock-seats':
    case 'unlock-seats':
    case 'sell-seats':
      return decideBooking(state, command, now, policy);
    case 'define-prices':
    case 'read-prices':
    case 'assign-prices':
    case 'unassign-prices':
      return decidePricing(state, command);
    case 'read-inventory':
      return { ok: true, facts: [], reply: { kind: 'show-inventory' } };
    case 'expire':
      return decideTime(state, command, now);
  }
}

/** Makes the reply that a decision planned, from the state after its facts. */
export function replyOf(state: EventState, plan: ReplyPlan, now: number, policy: Policy): Reply {
  switch (plan.kind) {
    case 'show-session': {
      const session = state.sessionAt(plan.session);
      const { eventId } = state;
      if (plan.isNew === undefined) return { kind: 'session', eventId, session, now };
      const { maxSeats, holdMs } = policy;
      const ttlSeconds = Math.round(holdMs / 1000);
      return { kind: 'session', eventId, session, now, isNew: plan.isNew, maxSeats, ttlSeconds };
    }
    case 'show-inventory':
      return { kind: 'inventory', inventory: inventoryOf(state) };
    default:
      return plan;
  }
}

/** The id of the session that a command needs and that has left memory, or null. */
export function missingSession(state: EventState, command: Command): string | null {
  const sessionId =
    command.kind === 'create-session'
      ? state.keys.creates.get(command.keyHash)?.sessionId
      : 'sessionId' in command
        ? command.sessionId
        : undefined;
  return sessionId === undefined || state.sessions.has(sessionId) ? null : sessionId;
}
