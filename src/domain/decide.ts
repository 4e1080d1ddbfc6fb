/**
 * The entry point of the rules: `decide` reads the state and answers with a refusal or with facts; it never changes
 * anything. `replyOf` builds the reply after the facts have been applied.
 */
import type { Command } from './command.ts';
import { decideEvent } from './decide-event.ts';
import { decideTime } from './decide-time.ts';
import { accept, type Decision, type ReplyPlan, refuse } from './decision.ts';
import type { EventState } from './event-state.ts';
import { totalsOf } from './event-totals.ts';
import { availabilityOf, inventoryOf } from './inventory-copy.ts';
import { decideOnce } from './keys/decide-once.ts';
import { decideLayout } from './layout/decide-layout.ts';
import { mapChangesOf } from './map-changes.ts';
import { offerOf } from './offer.ts';
import type { Policy } from './policy.ts';
import { decideLineAssignments } from './pricing/decide-line-assignments.ts';
import { decidePricing } from './pricing/decide-pricing.ts';
import { decideAdmission } from './queue/decide-admission.ts';
import { decideQueue } from './queue/decide-queue.ts';
import { admissionReply, queueReply, ticketReply } from './queue/queue-replies.ts';
import type { Reply } from './reply.ts';
import { decideBooking } from './seats/decide-booking.ts';
import { templateOf } from './series/template.ts';
import { decidePrivate } from './session/decide-private.ts';
import { decidePublic } from './session/decide-public.ts';
import { unknownSession } from './session/refusals.ts';
import { capOf } from './session/session.ts';

/** Decides a command at actor time `now` under the organization's policy. */
export function decide(state: EventState, command: Command, now: number, policy: Policy): Decision {
  if (policy.isOrganizationDeleted === true && command.kind !== 'expire') return unknownWith(command);
  const key = 'key' in command ? command.key : undefined;
  if (key === undefined || key === null) return decideNew(state, command, now, policy);
  return decideOnce(state, command, key, policy, () => decideNew(state, command, now, policy));
}

function decideNew(state: EventState, command: Command, now: number, policy: Policy): Decision {
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
      return command.organizationId === policy.organizationId ? decidePrivate(state, command, now) : unknownSession();
    case 'lock-seats':
    case 'unlock-seats':
    case 'sell-seats':
    case 'sell-locks':
    case 'revert-sales':
    case 'block-seats':
    case 'unblock-seats':
      return decideBooking(state, command, now, policy);
    case 'set-status':
    case 'check-removal':
    case 'check-layout-change':
      return decideEvent(state, command);
    case 'read-admission':
    case 'set-admission':
      return decideAdmission(state, command);
    case 'join-queue':
    case 'read-ticket':
    case 'read-queue':
      return decideQueue(state, command, now, policy);
    case 'define-prices':
    case 'rename-prices':
    case 'delete-price':
    case 'read-prices':
    case 'assign-prices':
    case 'unassign-prices':
      return decidePricing(state, command);
    case 'clean-assignments':
    case 'assign-amounts':
    case 'clear-prices':
      return decideLineAssignments(state, command);
    case 'adopt-layout':
      return decideLayout(state);
    case 'read-inventory':
    case 'read-sequence':
    case 'read-availability':
    case 'read-offer':
    case 'read-map-changes':
    case 'read-template':
    case 'read-totals':
      return accept([], copyOf(command));
    case 'expire':
      return decideTime(state, command, now, policy);
  }
}

/** What a read of the event as a whole shows. */
function copyOf(
  command: Extract<
    Command,
    { kind: `read-${'inventory' | 'sequence' | 'availability' | 'offer' | 'map-changes' | 'template' | 'totals'}` }
  >,
): ReplyPlan {
  switch (command.kind) {
    case 'read-inventory':
      return { kind: 'show-inventory', known: command.known ?? null };
    case 'read-sequence':
      return { kind: 'show-sequence' };
    case 'read-availability':
      return { kind: 'show-availability' };
    case 'read-offer':
      return { kind: 'show-offer', known: command.known };
    case 'read-map-changes':
      return { kind: 'show-map-changes', since: command.since };
    case 'read-template':
      return { kind: 'show-template' };
    case 'read-totals':
      return { kind: 'show-totals' };
  }
}

/** The refusal of every call while the event's organization is being deleted. */
function unknownWith(command: Command): Decision {
  if ('sessionId' in command && command.kind !== 'create-session') return unknownSession();
  return refuse({ code: 'ENTITY_NOT_FOUND', detail: 'There is no such event.' });
}

/** Builds the reply that a decision planned, from the state after its facts. */
export function replyOf(state: EventState, plan: ReplyPlan, now: number, policy: Policy): Reply {
  switch (plan.kind) {
    case 'show-session': {
      const session = state.sessionAt(plan.session);
      const { eventId } = state;
      if (plan.isNew === undefined) return { kind: 'session', eventId, session, now };
      const maxSeats = capOf(session, policy);
      const ttlSeconds = Math.round(policy.holdMs / 1000);
      return { kind: 'session', eventId, session, now, isNew: plan.isNew, maxSeats, ttlSeconds };
    }
    case 'show-recorded':
      return { kind: 'session', eventId: state.eventId, session: plan.session, now: plan.at };
    case 'show-prices':
      return { kind: 'prices', prices: plan.ids.flatMap((id) => state.prices.byId(id) ?? []) };
    case 'show-inventory':
      if (plan.known?.seq === state.seq && plan.known.schemaId === state.seatMap.schemaId) return sequenceOf(state);
      return { kind: 'inventory', inventory: inventoryOf(state) };
    case 'show-sequence':
      return sequenceOf(state);
    case 'show-availability':
      return { kind: 'availability', availability: availabilityOf(state) };
    case 'show-offer':
      if (plan.known === state.seq) return sequenceOf(state);
      return { kind: 'offer', offer: offerOf(state, now) };
    case 'show-map-changes':
      return { kind: 'map-changes', changes: mapChangesOf(state, plan.since, now) };
    case 'show-template':
      return { kind: 'template', template: templateOf(state) };
    case 'show-totals':
      return { kind: 'totals', totals: totalsOf(state) };
    case 'show-admission':
      return admissionReply(state);
    case 'show-queue':
      return queueReply(state, now);
    case 'show-ticket':
      return ticketReply(state, plan, now);
    default:
      return plan;
  }
}

function sequenceOf({ seq, seatMap }: EventState): Reply {
  return { kind: 'sequence', seq, schemaId: seatMap.schemaId };
}

/**
 * True when the reply carries the state's sequence number. Such a command is decided at the end of a turn, when the
 * turn's record is complete.
 */
export function needsCompleteRecord({ kind }: Command): boolean {
  return (
    kind === 'check-removal' ||
    kind === 'check-layout-change' ||
    kind === 'read-inventory' ||
    kind === 'read-sequence' ||
    kind === 'read-availability' ||
    kind === 'read-offer' ||
    kind === 'read-map-changes' ||
    kind === 'read-template'
  );
}

/** Whether the command has seats chosen and the geometry of the layout has not been read yet. */
export function needsSeating({ seatMap }: EventState, command: Command): boolean {
  if (seatMap.seating !== null || !('selection' in command)) return false;
  const { selection } = command;
  return 'best' in selection || 'suggest' in selection;
}

/** The id of the session that a command needs and that is not in memory, or null. */
export function missingSession(state: EventState, command: Command): string | null {
  const sessionId =
    command.kind === 'create-session'
      ? state.keys.creates.get(command.keyHash)?.sessionId
      : 'sessionId' in command
        ? command.sessionId
        : undefined;
  return sessionId === undefined || state.sessions.has(sessionId) ? null : sessionId;
}
