/**
 * What all calls on one session share: the id in the path names the event, the event decides, the payload
 * shows the record. What is no session id at all is unknown without asking anybody.
 */
import { z } from 'zod';
import type { Engine } from '#actors/engine.ts';
import type { Command } from '#domain/command.ts';
import type { Session } from '#domain/session/session.ts';
import { presentAnswer } from './answer.ts';
import type { RouteResult, RouteSuccess } from './route.ts';
import type { SessionIdMint } from './session-ids.ts';

export interface SessionCallDeps {
  readonly engine: Engine;
  readonly sessionIds: SessionIdMint;
}

/** Any text: an id of another shape is an unknown session (404), not an invalid request. */
export const sessionPath = z.object({ id: z.string().meta({ description: 'The session id that create returned.' }) });

const unknownSession: RouteResult = { problem: { code: 'ENTITY_NOT_FOUND', detail: 'There is no such session.' } };

/**
 * Asks the session's event; what `present` makes of the session, or the refusal. Not an async function: thousands wait
 * here at once, and what an async frame keeps is copied by every garbage collection.
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
