/**
 * The common part of all calls on one session: the id in the path names the event, the event decides, the payload shows
 * the session. A text that is no session id is answered as unknown without asking an event.
 */
import { z } from 'zod';
import type { Engine, LoadShedder } from '#actors/engine.ts';
import type { PrivateSessionCommand, PublicSessionCommand } from '#domain/command.ts';
import type { Session } from '#domain/session/session.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { type Problem, problemOfFault } from '../pipeline/problem.ts';
import type { RouteRequest, RouteResult, RouteSuccess } from '../pipeline/route.ts';
import { tracedBy } from '../pipeline/trace-context.ts';
import { noSuch } from '../refusals.ts';
import type { SessionIdMint } from './session-ids.ts';

export interface SessionCallDeps {
  readonly engine: Engine;
  readonly sessionIds: SessionIdMint;
}

/** The session that the path names, the key of the call, its trace and who calls. */
export type SessionRequest = Pick<
  RouteRequest<{ readonly id: string }, unknown, unknown>,
  'params' | 'requestKey' | 'traceparent' | 'by'
>;

/** Any text: an id of another shape is an unknown session (404), not an invalid request. */
export const sessionPath = z.object({ id: z.string().meta({ description: 'The session id that create returned.' }) });

const unknownSession = noSuch('session');

/** The refusal of a call on a session whose event has too many callers; null: there is none. */
export function shedBy({
  engine,
  sessionIds,
}: {
  readonly engine: LoadShedder;
  readonly sessionIds: SessionIdMint;
}): (params: Readonly<Record<string, string>>) => Problem | null {
  return ({ id = '' }) => {
    const eventNumber = sessionIds.eventNumberOf(id.toLowerCase());
    const fault = eventNumber === null ? null : engine.refusalOf(eventNumber);
    return fault === null ? null : problemOfFault(fault);
  };
}

/**
 * Asks the session's event and presents the session, or the refusal. Not an async function: thousands of calls wait
 * here at once, and every garbage collection copies what an async frame keeps.
 */
export function askSession(
  deps: SessionCallDeps,
  request: SessionRequest,
  commandOf: (sessionId: string) => PublicSessionCommand | PrivateSessionCommand,
  present: (eventId: string, session: Session, now: number) => RouteSuccess,
): Promise<RouteResult> {
  const sessionId = request.params.id.toLowerCase();
  const eventNumber = deps.sessionIds.eventNumberOf(sessionId);
  if (eventNumber === null) return Promise.resolve(unknownSession);
  const command = commandOf(sessionId);
  const key = request.requestKey;
  const { trace } = tracedBy(request);
  const keyed = key === null ? command : { ...command, key };
  const traced = trace === undefined ? keyed : { ...keyed, trace };
  const asked = deps.engine.ask(eventNumber, request.by === null ? traced : { ...traced, by: request.by });
  return asked.then((answer) =>
    presentAnswer(answer, 'session', ({ eventId, session, now }) => present(eventId, session, now)),
  );
}
