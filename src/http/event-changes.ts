/**
 * Changes and removes events for all interfaces. Asks the event's actor whether its inventory and its sessions permit
 * it, and refuses changes that would break a series.
 */
import type { Engine } from '#actors/engine.ts';
import type { EventRecord, Events } from '#storage/catalog/events.ts';
import { actWhenClear } from './clearance.ts';
import type { RouteResult } from './pipeline/route.ts';
import { refuseRemoval, refuseSchema, refuseStart } from './series-bonds.ts';

export interface EventChangeDeps {
  readonly engine: Engine;
  readonly catalog: Pick<Events, 'update' | 'hasSchema' | 'moveToSchema' | 'isTemplate' | 'remove'>;
  /** Unloads this node's actor; the next call loads it again. */
  readonly forget: (eventNumber: number) => Promise<void>;
  /** Drops the event from this node's cache; the next call looks it up again. */
  readonly drop: (eventId: string) => void;
}

interface EventFields {
  readonly name: string;
  /** Local date-times in canonical form. */
  readonly start: string;
  readonly end: string;
  readonly schemaId: number;
}

const unknownEvent: RouteResult = { problem: { code: 'ENTITY_NOT_FOUND', detail: 'There is no such event.' } };
const unknownSchema: RouteResult = { problem: { code: 'ENTITY_NOT_FOUND', detail: 'There is no such schema.' } };

/** The changed event as `present` shows it. The errors are those of PUT /events/ in v2. */
export async function changeEvent(
  { engine, catalog, forget, drop }: EventChangeDeps,
  organizationId: number,
  event: EventRecord,
  { schemaId, ...details }: EventFields,
  present: (event: EventRecord) => RouteResult,
): Promise<RouteResult> {
  const bound = refuseStart(event, details.start);
  if (bound !== null) return bound;
  const found = (changed: EventRecord | null) => (changed === null ? unknownEvent : present(changed));
  if (schemaId === event.schemaId) return found(await catalog.update(organizationId, event.id, details));
  if (!(await catalog.hasSchema(organizationId, schemaId))) return unknownSchema;
  return actWhenClear(engine, event.number, 'check-layout-change', async (seq) => {
    const kept = await refuseSchema(catalog, event);
    if (kept !== null) return kept;
    const moved = await catalog.moveToSchema(organizationId, event.number, seq, { ...details, schemaId });
    if (moved === null) return null;
    drop(event.id);
    await forget(event.number);
    return found(moved);
  });
}

/** 204 when the event is gone; 409 while it has live sessions or is the template of a series. */
export function removeEvent(
  { engine, catalog, forget, drop }: EventChangeDeps,
  event: EventRecord,
): Promise<RouteResult> {
  return actWhenClear(engine, event.number, 'check-removal', async (seq) => {
    const kept = await refuseRemoval(catalog, event);
    if (kept !== null) return kept;
    const isGone = await catalog.remove(event.number, seq, (eventNumber) => {
      drop(event.id);
      return forget(eventNumber);
    });
    return isGone ? { status: 204 } : null;
  });
}
