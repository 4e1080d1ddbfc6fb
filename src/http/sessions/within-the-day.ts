/**
 * The box office undoes the purchases of the last day only: those whose session began then. That moment never changes, so
 * asking the event for it before the change is no race. Other callers are not bounded.
 */
import type { RouteRequest, RouteResult } from '../pipeline/route.ts';
import { askSession, type SessionCallDeps, type SessionRequest } from './session-call.ts';

const dayMs = 24 * 3_600_000;

type Undoing = SessionRequest & Pick<RouteRequest<unknown, unknown, unknown>, 'role' | 'organizationId'>;

export async function withinTheDay(
  deps: SessionCallDeps,
  request: Undoing,
  undo: () => Promise<RouteResult>,
): Promise<RouteResult> {
  const { role, organizationId } = request;
  if (role !== 'BOX_OFFICE') return undo();
  let isLate = false;
  const found = await askSession(
    deps,
    { params: request.params, requestKey: null, traceparent: request.traceparent, by: null },
    (sessionId) => ({ kind: 'read-session', organizationId, sessionId }),
    (_, { createdAt }, now) => {
      isLate = createdAt + dayMs < now;
      return { status: 200 };
    },
  );
  if ('problem' in found) return found;
  return isLate ? { problem: { code: 'ROLE_NOT_ALLOWED', detail: tooLate } } : undo();
}

const tooLate = 'The role BOX_OFFICE may undo a purchase for 24 hours from the beginning of its session.';
