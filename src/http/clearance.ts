/**
 * Catalog changes that need the permission of an event: ask the event, then act on condition that nothing has been
 * journaled since. Promises that the permission still held when the change was made.
 */
import type { Engine } from '#actors/engine.ts';
import { Fault } from '#actors/fault.ts';
import type { EventCommand } from '#domain/command.ts';
import { timedLike } from './pipeline/answer.ts';
import type { RouteResult } from './pipeline/route.ts';

/** The journal of a busy event can grow between the check and the change; then both are repeated. */
const attemptsMax = 20;

type Check = Exclude<EventCommand['kind'], 'set-status'>;

/**
 * `act` resolves with null when the journal no longer ends with record `seq`. Rejects with a `Fault` after
 * `attemptsMax` attempts.
 */
export async function actWhenClear(
  engine: Engine,
  eventNumber: number,
  kind: Check,
  act: (seq: number) => Promise<RouteResult | null>,
): Promise<RouteResult> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const answer = await engine.ask(eventNumber, { kind });
    if (!answer.ok) return timedLike(answer, { problem: answer.refusal });
    if (answer.reply.kind !== 'sequence') throw new Error(`expected a sequence number, got ${answer.reply.kind}`);
    const result = await act(answer.reply.seq);
    if (result !== null) return timedLike(answer, result);
  }
  throw new Fault('UNAVAILABLE', 'The event is too busy to be changed.');
}
