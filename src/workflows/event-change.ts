/**
 * Changes an event's details and its schema. Name, start and end are the catalog's alone. Another schema needs the
 * event's permission, because nothing may be assigned, held or sold; the statement that moves the event also fences off
 * the actor with the old layout. After a crash behind that statement the actor's next append or ownership check fails,
 * and the event is loaded with its new layout.
 */
import type { EventEngine } from '#actors/engine.ts';
import {
  type EventDirectory,
  type EventRecord,
  hasSchema,
  isTemplate,
  moveToSchema,
  update,
} from '#storage/catalog/events.ts';
import type { CallChanges } from '#storage/database/call-changes.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { changeWhenPermitted, type RefusedByEvent, type SeriesRefusal, type Timed } from './permitted-change.ts';

/** What changes and removes events. */
export interface EventChangeWorld {
  readonly engine: EventEngine;
  readonly pool: DatabasePool;
  readonly events: EventDirectory;
}

export interface ChangedFields {
  readonly name: string;
  /** Local date-times in canonical form. */
  readonly start: string;
  readonly end: string;
  readonly schemaId: number;
}

interface Changed {
  readonly outcome: 'changed';
  readonly event: EventRecord;
}

/** The organization has no such event any more, or no such schema. */
interface Unknown {
  readonly outcome: 'unknown-event' | 'unknown-schema';
}

export type EventChangeOutcome = Timed<Changed | Unknown | SeriesRefusal | RefusedByEvent>;

export async function changeEvent(
  { engine, pool, events }: EventChangeWorld,
  changes: CallChanges,
  organizationId: number,
  event: EventRecord,
  { schemaId, ...details }: ChangedFields,
): Promise<EventChangeOutcome> {
  if (event.seriesId !== null && event.start !== details.start) return { outcome: 'start-bound' };
  if (schemaId === event.schemaId) {
    const changed = await update(changes, organizationId, event.id, details);
    return changed === null ? { outcome: 'unknown-event' } : { outcome: 'changed', event: changed };
  }
  if (!(await hasSchema(pool, organizationId, schemaId))) return { outcome: 'unknown-schema' };
  return changeWhenPermitted(engine, changes, event.number, 'check-layout-change', async (seq) => {
    // The statement that moves the event asserts both again.
    if (event.seriesId !== null) return { outcome: 'schema-bound' } as const;
    if (await isTemplate(pool, event.number)) return { outcome: 'template-in-use' } as const;
    // The feed must have every change of the event before it changes its layout.
    await engine.settle([event.number]);
    const moved = await moveToSchema(changes, organizationId, event.number, seq, { ...details, schemaId });
    if (moved === null) return null;
    await changes.afterCommit(async () => {
      events.drop(event.id);
      await engine.forget(event.number);
    });
    return { outcome: 'changed', event: moved } as const;
  });
}
