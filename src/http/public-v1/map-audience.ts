/**
 * As whom a map is read: as the public, or as a session that its reader names. A session sees what the public sees, and
 * the seats of the allotments that its pass opens.
 */
import { z } from 'zod';
import { presentAnswer } from '../pipeline/answer.ts';
import type { RouteResult } from '../pipeline/route.ts';
import { noSuch } from '../refusals.ts';
import type { SessionCallDeps } from '../sessions/session-call.ts';

/** Any text: an id of another shape is an unknown session (404), not an invalid request. */
export const sessionQuery = z.string().optional().meta({
  description: 'A session of the event: the answer is as it sees the event. Absent: as the public does.',
});

const unknownSession = noSuch('session');

/**
 * Calls `read` with the ids of the allotments that the session opens, ascending; none when no session is named. A session
 * of another event is unknown.
 */
export async function asSession(
  { engine, sessionIds }: SessionCallDeps,
  eventNumber: number,
  session: string | undefined,
  read: (allotments: readonly string[]) => RouteResult | Promise<RouteResult>,
): Promise<RouteResult> {
  if (session === undefined) return read([]);
  const sessionId = session.toLowerCase();
  if (sessionIds.eventNumberOf(sessionId) !== eventNumber) return unknownSession;
  const answer = await engine.ask(eventNumber, { kind: 'read-audience', sessionId });
  return presentAnswer(answer, 'audience', ({ allotments }) => read(allotments));
}
