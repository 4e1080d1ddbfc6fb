/**
 * Creates a series and replaces its template: the template event answers whether it can be one, then the catalog stores
 * the series in one statement. Nothing is stored before, so a crash leaves nothing behind. The template can change
 * between the two steps; every new event of the series asks it again.
 */
import type { Engine } from '#actors/engine.ts';
import { type EventRecord, find } from '#storage/catalog/events.ts';
import * as stored from '#storage/catalog/series.ts';
import type { CallChanges } from '#storage/database/call-changes.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import type { RefusedByEvent } from './permitted-change.ts';
import { type InvalidTemplate, invalidTemplate, readTemplate } from './series-template.ts';

export interface SeriesChangeWorld {
  readonly engine: Engine;
  readonly pool: DatabasePool;
}

interface Stored {
  readonly outcome: 'stored';
  readonly series: stored.SeriesRecord;
}

interface Unknown {
  readonly outcome: 'unknown-series' | 'unknown-template';
}

export type SeriesChangeOutcome = Stored | Unknown | InvalidTemplate | RefusedByEvent;

export interface NewSeries {
  readonly name: string;
  readonly templateEventId: string;
  readonly timeZone: string;
}

export async function createSeries(
  { engine, pool }: SeriesChangeWorld,
  changes: CallChanges,
  organizationId: number,
  { name, templateEventId, timeZone }: NewSeries,
): Promise<SeriesChangeOutcome> {
  const event = await find(pool, organizationId, templateEventId);
  if (event === null) return { outcome: 'unknown-template' };
  const refused = await refuseTemplate(engine, event, null);
  if (refused !== null) return refused;
  return storedOr(await stored.create(changes, organizationId, { name, templateNumber: event.number, timeZone }));
}

/** The new template must use the series' schema. */
export async function replaceTemplate(
  { engine, pool }: SeriesChangeWorld,
  changes: CallChanges,
  organizationId: number,
  { seriesId, templateEventId }: { readonly seriesId: number; readonly templateEventId: string },
): Promise<SeriesChangeOutcome> {
  const record = await stored.find(pool, organizationId, seriesId);
  if (record === null) return { outcome: 'unknown-series' };
  const event = await find(pool, organizationId, templateEventId);
  if (event === null) return { outcome: 'unknown-template' };
  const refused = await refuseTemplate(engine, event, record.schemaId);
  if (refused !== null) return refused;
  return storedOr(await stored.replaceTemplate(changes, organizationId, record.id, event.number));
}

/** Null: the event can be the template. `schemaId`: the schema that it must use; null: any. */
async function refuseTemplate(
  engine: Engine,
  event: EventRecord,
  schemaId: number | null,
): Promise<InvalidTemplate | RefusedByEvent | null> {
  if (event.seriesId !== null) return invalidTemplate('The template is part of a series itself.');
  if (schemaId !== null && event.schemaId !== schemaId) return invalidTemplate('The template uses another schema.');
  const read = await readTemplate(engine, event.number);
  return read.outcome === 'template' ? null : read;
}

/** The template can have been deleted meanwhile. */
function storedOr(series: stored.SeriesRecord | null): SeriesChangeOutcome {
  return series === null ? { outcome: 'unknown-template' } : { outcome: 'stored', series };
}
