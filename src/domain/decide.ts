/**
 * The entry point of the rules: `decide` reads the state and answers with a refusal or with facts; it never changes
 * anything. `replyOf` builds the reply after the facts have been applied.
 */
import type { Command } from './command.ts';
import { definitionOf } from './commands/registry.ts';
import { type Decision, type ReplyPlan, refuse } from './decision.ts';
import type { EventState } from './event-state.ts';
import { totalsOf } from './event-totals.ts';
import { isTold } from './facts/registry.ts';
import { availabilityOf, inventoryOf } from './inventory-copy.ts';
import { decideOnce } from './keys/decide-once.ts';
import { mapChangesOf } from './map-changes.ts';
import { offerOf } from './offer.ts';
import type { Policy } from './policy.ts';
import { admissionReply, queueReply, ticketReply } from './queue/queue-replies.ts';
import type { Reply } from './reply.ts';
import { templateOf } from './series/template.ts';
import { decideGone, type SessionCall } from './session/decide-public.ts';
import { unknownSession } from './session/refusals.ts';
import { capOf } from './session/session.ts';

/**
 * Decides a command at actor time `now` under the organization's policy. `isGone`: the service has issued the command's
 * session id, and the session is neither in memory nor stored.
 */
export function decide(state: EventState, command: Command, now: number, policy: Policy, isGone = false): Decision {
  if (policy.isOrganizationDeleted === true && command.kind !== 'expire') return unknownWith(command);
  if (isGone && isOfSession(command) && !state.sessions.has(command.sessionId))
    return decideGone(state, command, now, policy);
  const key = 'key' in command ? command.key : undefined;
  const definition = definitionOf(command);
  if (key === undefined || key === null) return traced(command, definition.decide(state, command, now, policy));
  return traced(
    command,
    decideOnce(state, command, key, policy, () => definition.decide(state, command, now, policy)),
  );
}

/** The facts that the organization is told of carry the trace of the call, so that every owner tells the same. */
function traced(command: Command, decision: Decision): Decision {
  const trace = 'trace' in command ? command.trace : undefined;
  if (trace === undefined || decision.facts.length === 0) return decision;
  return { ...decision, facts: decision.facts.map((fact) => (isTold(fact) ? { ...fact, trace } : fact)) };
}

function isOfSession(command: Command): command is SessionCall {
  return 'sessionId' in command && command.kind !== 'create-session' && !('organizationId' in command);
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
