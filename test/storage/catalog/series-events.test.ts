/** Events of a series in the database: created completely, at most one for each start, by any process. */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { OpeningFact } from '#domain/series/opening-fact.ts';
import * as catalogEvents from '#storage/catalog/events.ts';
import * as series from '#storage/catalog/series.ts';
import * as events from '#storage/catalog/series-events.ts';
import { createPool } from '#storage/database/pool.ts';
import { takeOver } from '#storage/journal/epochs.ts';
import { type Catalog, openCatalog, openShow } from '../../support/catalog.ts';
import { problemsOnly } from '../../support/logs.ts';

const details = { name: 'Show', start: '2027-05-01T19:30:00', end: '2027-05-01T22:00:00' };
const facts: readonly OpeningFact[] = [
  { type: 'prices-defined', prices: [{ id: 9001, name: '5', externalId: null }] },
  { type: 'priced', price: 9001, seats: [0, 9], areas: [[0, 120]] },
];
const recordRow = z.object({ seq: z.int(), facts: z.string() });
const opening = { closesAt: 1_800_000_000_000, facts };

let catalog: Catalog;
let second: DatabasePool;
let seriesId: number;
let templateNumber: number;

beforeAll(async () => {
  catalog = await openCatalog();
  second = await createPool(catalog.connectionString, { maximumPoolSize: 4, log: problemsOnly });
});

beforeEach(async () => {
  templateNumber = (await openShow(catalog)).event.number;
  const fields = { name: 'Run', templateNumber, timeZone: 'UTC' };
  seriesId = (await series.create(catalog.pool, catalog.organization.id, fields))?.id ?? 0;
});

afterAll(async () => {
  await second.end();
  await catalog.close();
});

describe('an event of a series', () => {
  test('is created once, however many processes try at the same time', async () => {
    const tries = Array.from({ length: 16 }, (_, at) =>
      events.create(at % 2 === 0 ? catalog.pool : second, seriesId, details, { ...opening, facts: [] }),
    );
    const made = (await Promise.all(tries)).filter((event) => event !== null);
    expect(made).toHaveLength(1);
    expect(await events.list(catalog.pool, seriesId)).toEqual(made);
    expect(await events.find(catalog.pool, seriesId, details.start)).toEqual(made[0]);
  });

  test('begins with one record that has all its facts, and with a matching projection', async () => {
    const event = await events.create(catalog.pool, seriesId, details, opening);
    expect(event).toMatchObject({ ...details, seriesId, status: 'PUBLISHED' });
    const number = event?.number ?? 0;
    const journal = await catalog.pool.any(
      sql.type(recordRow)`select seq, facts from journal where event_number = ${number}`,
    );
    expect(journal.map((record) => [record.seq, JSON.parse(record.facts)])).toEqual([
      [1, [{ type: 'opened', event: event?.id, status: 'PUBLISHED', closesAt: opening.closesAt }, ...facts]],
    ]);
    const areas = sql.unsafe`select * from area_booking where event_number = ${number}`;
    expect(await catalog.pool.any(areas)).toEqual([
      {
        ...{ event_number: number, area: 0, available: 120, held: 0, locked: 0, blocked: 0, sold: 0, price_id: 9001 },
        // The first owner adds what reports need.
        parts: null,
      },
    ]);
    expect(await takeOver(catalog.pool, number, 'test')).toMatchObject({ headSeq: 1, epoch: 1 });
  });

  test.each(['PAUSED', 'ARCHIVED'] as const)('is not created in a series that is %s', async (status) => {
    await series.setStatus(catalog.pool, catalog.organization.id, seriesId, status);
    expect(await events.create(catalog.pool, seriesId, details, opening)).toBeNull();
    expect(await events.list(catalog.pool, seriesId)).toEqual([]);
  });

  test('cannot be moved to another start by an event update', async () => {
    const event = await events.create(catalog.pool, seriesId, details, { ...opening, facts: [] });
    const moved = { ...details, name: 'New', start: '2027-05-01T19:30:01' };
    expect(await catalogEvents.update(catalog.pool, catalog.organization.id, event?.id ?? '', moved)).toBeNull();
    expect(await events.list(catalog.pool, seriesId)).toEqual([event]);
  });
});

test('the template of an active series cannot be removed', async () => {
  expect(await catalogEvents.isTemplate(catalog.pool, templateNumber)).toBe(true);
  expect(await catalogEvents.beginRemoval(catalog.pool, templateNumber, 1)).toBe(false);
  await series.setStatus(catalog.pool, catalog.organization.id, seriesId, 'ARCHIVED');
  expect(await catalogEvents.isTemplate(catalog.pool, templateNumber)).toBe(false);
  expect(await catalogEvents.beginRemoval(catalog.pool, templateNumber, 1)).toBe(true);
});
