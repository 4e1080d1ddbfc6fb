/**
 * Changes an event's details and its schema. Name, start and end are the catalog's alone. Another schema needs the
 * event's permission, because nothing may be assigned, held or sold; the statement that moves the event also fences off
 * the actor with the old layout. After a crash behind that statement the actor's next append or ownership check fails,
 * and the event is loaded with its new layout.
 */
import type { Engine } from '#actors/engine.ts';
import type { EventRecord, Events } from '#storage/catalog/events.ts';
import type { CallChanges } from '#storage/database/call-changes.ts';
import { changeWhenPermitted, type RefusedByEvent, type SeriesRefusal, type Timed } from './permitted-change.ts';

export interface EventChangeWorld {
  readonly engine: Engine;
  readonly catalog: Pick<Events, 'update' | 'hasSchema' | 'moveToSchema' | 'isTemplate'>;
  /** Projects all records: the feed must have every change of the event before it changes its layout. */
  readonly settle: (eventNumbers: readonly number[]) => Promise<void>;
  /** Unloads the event's actor on every node; the next call loads it again. */
  readonly forget: (eventNumber: number) => Promise<void>;
  /** Drops the event from this node's cache; the next call looks it up again. */
  readonly drop: (eventId: string) => void;
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
  { engine, catalog, settle, forget, drop }: EventChangeWorld,
  changes: CallChanges,
  organizationId: number,
  event: EventRecord,
  { schemaId, ...details }: ChangedFields,
): Promise<EventChangeOutcome> {
  if (event.seriesId !== null && event.start !== details.start) return { outcome: 'start-bound' };
  if (schemaId === event.schemaId) {
    const changed = await catalog.update(changes, organizationId, event.id, details);
    return changed === null ? { outcome: 'unknown-event' } : { outcome: 'changed', event: changed };
  }
  if (!(await catalog.hasSchema(organizationId, schemaId))) return { outcome: 'unknown-schema' };
  return changeWhenPermitted(engine, changes, event.number, 'check-layout-change', async (seq) => {
    // The statement that moves the event asserts both again.
    if (event.seriesId !== null) return { outcome: 'schema-bound' } as const;
    if (await catalog.isTemplate(event.number)) return { outcome: 'template-in-use' } as const;
    await settle([event.number]);
    const moved = await catalog.moveToSchema(changes, organizationId, event.number, seq, { ...details, schemaId });
    if (moved === null) return null;
    await changes.afterCommit(async () => {
      drop(event.id);
      await forget(event.number);
    });
    return { outcome: 'changed', event: moved } as const;
  });
}
