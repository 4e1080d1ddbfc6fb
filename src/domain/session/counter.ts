/**
 * Sessions of the counter: the box office opens them for a person who stands there or calls. They need no pass and no place in
 * the queue, may take everything that the organization's own calls may take, and end at a time that the box office sets.
 * Everything else is as with any session.
 */
import type { PrivateSessionCommand, PublicSessionCommand } from '../command.ts';
import type { CommandOf } from '../commands/definition.ts';
import { accept, type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { SessionFact } from '../fact.ts';
import type { Policy } from '../policy.ts';
import { invalidBody, refuseUnlessPublished, sessionDead, unknownEvent } from './refusals.ts';
import { isLive, type Session } from './session.ts';
import { type SessionDecision, shown } from './session-reply.ts';

/** Seats plus GA places that a session of the counter may hold: a large party. */
const counterSeatsMax = 500;

const dayMs = 86_400_000;
/** A season, and the sale before it. */
const holdDaysMax = 400;

type AtCounter = NonNullable<CommandOf<PublicSessionCommand, 'create-session'>['counter']>;
type CounterTerms = Pick<
  Extract<SessionFact, { readonly type: 'session-created' }>,
  'deadline' | 'counter' | 'properties'
>;

/** The members of the fact that opens a session of the counter, or a refusal. */
export function admitAtCounter(
  state: EventState,
  { organizationId, properties, until }: AtCounter,
  now: number,
  policy: Policy,
): { readonly terms: CounterTerms } | Refused {
  if (organizationId !== policy.organizationId) return unknownEvent();
  const refused = refuseUnlessPublished(state) ?? (until === null ? null : refuseEnd(until, now));
  if (refused !== null) return refused;
  const named = properties === null ? {} : { properties };
  return { terms: { deadline: until ?? now + policy.holdMs, counter: true, ...named } };
}

/** Moves the end of a hold. */
export function moveHold(
  _state: EventState,
  session: Session,
  { body }: CommandOf<PrivateSessionCommand, 'move-hold'>,
  now: number,
): SessionDecision {
  if (session.counter === undefined) {
    const detail = 'Only the hold of a session of the counter can be moved.';
    return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail });
  }
  if ('invalid' in body) return invalidBody(body);
  if (!isLive(session) || now >= (session.deadline ?? 0)) return sessionDead(session);
  const { until } = body;
  const refused = refuseEnd(until, now);
  if (refused !== null) return refused;
  if (until === session.deadline) return accept([], shown(session));
  return accept([{ type: 'hold-moved', session: session.ordinal, deadline: until }], shown(session));
}

function refuseEnd(until: number, now: number): Refused | null {
  if (until > now && until <= now + holdDaysMax * dayMs) return null;
  const message = `must be later than now, and at most ${holdDaysMax} days later`;
  const errors = [{ field: 'heldUntil', message, rejectedValue: null, code: 'INVALID' } as const];
  return invalidBody({ invalid: 'VALIDATION_FAILED', detail: `heldUntil: ${message}`, errors });
}

/** The limits of buyers do not apply at the counter, and a checkout leaves the end of the hold as it is. */
export function policyFor({ counter, deadline }: Session, policy: Policy, now: number): Policy {
  if (counter === undefined) return policy;
  return { ...policy, publicSessionsEnabled: true, maxSeats: counterSeatsMax, graceMs: (deadline ?? now) - now };
}
