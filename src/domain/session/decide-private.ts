/**
 * The rules of the private session calls, made by the organization's own server, one function each. They ignore the
 * switch for public sessions, the event's status and the deadline: confirm works as long as the session is still
 * PENDING_PAYMENT, because the buyer has paid. With `reclaim` it also works after the session has expired.
 */
import type { PrivateSessionCommand } from '../command.ts';
import type { CommandOf } from '../commands/definition.ts';
import { accept, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import { lostConflicts } from './lost-lines.ts';
import { conflictsOfReclaim, isReclaimable } from './reclaim.ts';
import { conflicting, invalidBody, sessionDead, sessionNotConfirmed } from './refusals.ts';
import { hasProperties, type Session } from './session.ts';
import { type SessionDecision, shown } from './session-reply.ts';

type Call<Kind extends PrivateSessionCommand['kind']> = CommandOf<PrivateSessionCommand, Kind>;

export function confirm(
  state: EventState,
  session: Session,
  { body }: Call<'confirm-session'>,
  now: number,
): SessionDecision {
  if (session.state === 'CONFIRMED') return accept([], shown(session));
  if ('invalid' in body) return invalidBody(body);
  if (session.state === 'ACTIVE') {
    return refuse({
      code: 'SESSION_NOT_CHECKED_OUT',
      detail: 'The session has not been checked out.',
      state: session.state,
    });
  }
  const isLate = session.state !== 'PENDING_PAYMENT';
  if (isLate && (body.reclaim !== true || !isReclaimable(session, now))) return sessionDead(session);
  const holder = body.reference === null ? undefined : state.references.get(body.reference);
  if (holder !== undefined) {
    const detail = 'Another confirmed session of the event has this reference.';
    return refuse({ code: 'REFERENCE_TAKEN', detail, sessionId: holder });
  }
  const { reference } = body;
  // A session of the counter has its properties before.
  const properties = body.properties ?? session.properties;
  if (isLate) {
    const gone = conflictsOfReclaim(state, session);
    if (gone !== null) return sessionDead(session, gone);
    const fact = { type: 'reclaimed', session: session.ordinal, reference, properties, was: session } as const;
    return accept([fact], shown(session));
  }
  const lost = lostConflicts(session);
  if (lost !== null) return conflicting(lost);
  return accept([{ type: 'confirmed', session: session.ordinal, reference, properties }], shown(session));
}

export function withdraw(_state: EventState, session: Session): SessionDecision {
  switch (session.state) {
    case 'ACTIVE':
    case 'PENDING_PAYMENT':
      return accept([{ type: 'cancelled', session: session.ordinal }], shown(session));
    case 'CONFIRMED':
      return sessionDead(session);
    default:
      return accept([], shown(session));
  }
}

export function release(_state: EventState, session: Session): SessionDecision {
  if (session.state === 'CANCELLED') return accept([], shown(session));
  if (session.state !== 'CONFIRMED') return sessionNotConfirmed(session);
  return accept([{ type: 'released', session: session.ordinal, was: session }], shown(session));
}

export function replaceProperties(
  _state: EventState,
  session: Session,
  { body }: Call<'replace-properties'>,
): SessionDecision {
  if ('invalid' in body) return invalidBody(body);
  if (!hasProperties(session)) return sessionNotConfirmed(session);
  const { properties } = body;
  return accept([{ type: 'properties-replaced', session: session.ordinal, properties, was: session }], shown(session));
}
