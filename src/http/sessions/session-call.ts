/**
 * The common part of all calls on one session: the id in the path names the event, the event decides, the payload shows
 * the session. A text that is no session id is answered as unknown without asking an event.
 */
import { z } from 'zod';
import type { Engine } from '#actors/engine.ts';
import type { Command } from '#domain/command.ts';
import type { Session } from '#domain/session/session.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import type { RouteResult, RouteSuccess } from '../pipeline/route.ts';
import type { SessionIdMint } from './session-ids.ts';

export interface SessionCallDeps {
  readonly engine: Engine;
  readonly sessionIds: SessionIdMint;
}

/** Any text: an id of another shape is an unknown session (404), not an invalid request. */
export const sessionPath = z.object({ id: z.string().meta({ description: 'The session id that create returned.' }) });

const unknownSession: RouteResult = { problem: { code: 'ENTITY_NOT_FOUND', detail: 'There is no such session.' } };

/**
 * Asks the session's event and presents the session, or the refusal. Not an async function: thousands of calls wait
 * here at once, and every garbage collection copies what an async frame keeps.
 */
export function askSession(
  deps: SessionCallDeps,
  id: string,
  commandOf: (sessionId: string) => Command,
  present: (eventId: string, session: Session, now: number) => RouteSuccess,
): Promise<RouteResult> {
  const sessionId = id.toLowerCase();
  const eventNumber = deps.sessionIds.eventNumberOf(sessionId);
  if (eventNumber === null) return Promise.resolve(unknownSession);
  const asked = deps.engine.ask(eventNumber, commandOf(sessionId));
  return asked.then((answer) =>
    presentAnswer(answer, 'session', ({ eventId, session, now }) => present(eventId, session, now)),
  );
}
