/** How calls on a session are answered: with the session as their facts have left it. */
import type { Decision } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Policy } from '../policy.ts';
import { capOf, type Session } from './session.ts';

export type SessionPlan =
  /** By its ordinal, as it is after the facts. `isNew`: only on create. */
  | { readonly kind: 'show-session'; readonly session: number; readonly isNew?: boolean }
  /** The session as it was at a former time. */
  | { readonly kind: 'show-recorded'; readonly session: Session; readonly at: number };

export type SessionDecision = Decision<SessionPlan>;

export interface SessionReply {
  readonly kind: 'session';
  readonly eventId: string;
  readonly session: Session;
  /** Actor time of the answer. */
  readonly now: number;
  /** Only on create: false for a replay. */
  readonly isNew?: boolean;
  readonly maxSeats?: number;
  readonly ttlSeconds?: number;
}

export function shown({ ordinal }: Session): SessionPlan {
  return { kind: 'show-session', session: ordinal };
}

export function sessionReply(state: EventState, plan: SessionPlan, now: number, policy: Policy): SessionReply {
  const { eventId } = state;
  if (plan.kind === 'show-recorded') return { kind: 'session', eventId, session: plan.session, now: plan.at };
  const session = state.sessionAt(plan.session);
  if (plan.isNew === undefined) return { kind: 'session', eventId, session, now };
  const maxSeats = capOf(session, policy);
  const ttlSeconds = Math.round(policy.holdMs / 1000);
  return { kind: 'session', eventId, session, now, isNew: plan.isNew, maxSeats, ttlSeconds };
}
