/**
 * Removes an event with all its bookings: permission of the event, its owner's row, its actors, its rows. The owner's
 * row goes first, and with it every node's right to append; from then on the event is hidden. After a crash in between
 * the event has no owner's row, and the next start finishes the removal (`organization-removal.ts`).
 */
import { deleteEventRows, deleteOwner } from '#storage/catalog/event-removal.ts';
import { beginRemoval, type EventRecord, isTemplate } from '#storage/catalog/events.ts';
import type { CallChanges } from '#storage/database/call-changes.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import type { EventChangeWorld } from './event-change.ts';
import { changeWhenPermitted, type RefusedByEvent, type SeriesRefusal, type Timed } from './permitted-change.ts';

export interface RemovalSteps {
  readonly pool: DatabasePool;
  /** Makes the event's actors leave; actors on unreachable nodes are fenced off. */
  readonly forget: (eventNumber: number) => Promise<void>;
}

export type EventRemovalOutcome = Timed<{ readonly outcome: 'removed' } | SeriesRefusal | RefusedByEvent>;

/** Refused while the event has live sessions or is the template of a series. */
export function removeEvent(
  { engine, pool, events }: EventChangeWorld,
  changes: CallChanges,
  event: EventRecord,
): Promise<EventRemovalOutcome> {
  return changeWhenPermitted(engine, changes, event.number, 'check-removal', async (seq) => {
    // The statement that begins the removal asserts it again.
    if (await isTemplate(pool, event.number)) return { outcome: 'template-in-use' } as const;
    // The feed must have every change of the event before its deletion.
    await engine.settle([event.number]);
    if (!(await beginRemoval(changes, event.number, seq))) return null;
    await changes.afterCommit(async () => {
      events.drop(event.id);
      await finishRemoval({ pool, forget: (number) => engine.forget(number) }, event.number);
    });
    return { outcome: 'removed' } as const;
  });
}

/** The rest of a removal, whose beginning nothing can undo. Idempotent, also after an interruption. */
export async function finishRemoval({ pool, forget }: RemovalSteps, eventNumber: number): Promise<void> {
  await deleteOwner(pool, eventNumber);
  await forget(eventNumber);
  await deleteEventRows(pool, eventNumber);
}
