/**
 * Doing to the catalog what an event's rules have to allow first: ask the event, then act on the condition that nothing has
 * been journaled since. Promises that what was checked still held when it was done.
 */
import type { Engine } from '#actors/engine.ts';
import { Fault } from '#actors/fault.ts';
import type { EventCommand } from '#domain/command.ts';
import { timedLike } from './answer.ts';
import type { RouteResult } from './route.ts';

/** An event that is booked all the time may be elsewhere already when it is acted on. */
const attemptsMax = 20;

type Check = Exclude<EventCommand['kind'], 'set-status'>;

/** `act` answers null when the journal does not end with record `seq` any more. Rejects with a `Fault` after many attempts. */
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
