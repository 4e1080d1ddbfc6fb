/**
 * Adds an event to a series (contract: Series): look for one with that start, ask the template for its contents, take
 * new ids, create the event with its first facts in one transaction. A crash before the last step leaves
 * unused price ids only. A concurrent call with the same start finds the event that the faster one has made.
 */
import type { Engine } from '#actors/engine.ts';
import { Fault } from '#actors/fault.ts';
import { instantIn } from '#domain/series/time-zones.ts';
import { startOf } from '#storage/catalog/event-copies.ts';
import type { EventDetails, EventRecord } from '#storage/catalog/events.ts';
import { find, type SeriesRecord } from '#storage/catalog/series.ts';
import * as seriesEvents from '#storage/catalog/series-events.ts';
import type { CallChanges } from '#storage/database/call-changes.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { copiedFacts } from './copied-opening.ts';
import type { RefusedByEvent } from './permitted-change.ts';
import { type InvalidTemplate, readTemplate } from './series-template.ts';

/** An event with the same start can be created or deleted between the look-up and the insert. */
const attemptsMax = 5;

export interface SeriesEventWorld {
  readonly engine: Engine;
  readonly pool: DatabasePool;
}

interface Added {
  /** `found`: the series had an event with this start before. */
  readonly outcome: 'made' | 'found';
  readonly event: EventRecord;
}

interface NotBookable {
  readonly outcome: 'not-bookable';
  readonly status: SeriesRecord['status'];
}

interface UnknownSeries {
  readonly outcome: 'unknown-series';
}

export type SeriesEventOutcome = Added | NotBookable | UnknownSeries | InvalidTemplate | RefusedByEvent;

/** `detailsOf`: the new event of this series. Rejects with a `Fault` after `attemptsMax` attempts. */
export async function addSeriesEvent(
  world: SeriesEventWorld,
  changes: CallChanges,
  organizationId: number,
  seriesId: number,
  detailsOf: (series: SeriesRecord) => EventDetails,
): Promise<SeriesEventOutcome> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const series = await find(world.pool, organizationId, seriesId);
    if (series === null) return { outcome: 'unknown-series' };
    const outcome = await findOrMake(world, changes, series, detailsOf(series));
    if (outcome !== null) return outcome;
    await changes.undo();
  }
  throw new Fault('UNAVAILABLE', 'The series is changing too fast.');
}

/** Null when a concurrent call was faster: look it up again. */
async function findOrMake(
  { engine, pool }: SeriesEventWorld,
  changes: CallChanges,
  series: SeriesRecord,
  details: EventDetails,
): Promise<SeriesEventOutcome | null> {
  const existing = await seriesEvents.find(pool, series.id, details.start);
  if (existing !== null) return { outcome: 'found', event: existing };
  if (series.status !== 'ACTIVE') return { outcome: 'not-bookable', status: series.status };
  const read = await readTemplate(engine, series.templateNumber);
  if (read.outcome !== 'template') return read;
  const from = await startOf(pool, series.templateNumber);
  if (from === null) return null;
  const facts = await copiedFacts(pool, read.template, from, details.start);
  const closesAt = instantIn(series.timeZone, details.start);
  const made = await seriesEvents.create(changes, series.id, details, { closesAt, facts });
  return made === null ? null : { outcome: 'made', event: made };
}
