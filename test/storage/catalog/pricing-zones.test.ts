/** Storing zones and removing schemas: with 200,000 seats, and with concurrent writers. */
import { sql } from 'slonik';
import type { ZoneAssignments } from '#domain/pricing/zone-assignments.ts';
import { placeZones } from '#domain/pricing/zone-assignments.ts';
import { create as createEvent } from '#storage/catalog/events.ts';
import * as zones from '#storage/catalog/pricing-zones.ts';
import * as schemas from '#storage/catalog/schemas.ts';
import * as venues from '#storage/catalog/venues.ts';
import { SeatMaps } from '#storage/layouts/seat-maps.ts';
import { smallHall, storeSchema } from '../../support/catalog.ts';
import { catalogOfFile } from '../../support/catalog-of-file.ts';
import { eventually } from '../../support/eventually.ts';
import { problemsOnly } from '../../support/logs.ts';
import { watchUpdates } from '../../support/update-sizes.ts';
import { layoutOf } from '../../support/valid-layout.ts';

const rows = Array.from({ length: 1_000 }, (_, row) => ({ name: `R${row}`, seatCount: 200 }));
const stadium = { name: 'Stadium', sections: [{ name: 'Stand', rows }] };

const catalog = catalogOfFile();
let seatMaps: SeatMaps;
let organizationId: number;
let schemaId: number;

beforeAll(async () => {
  seatMaps = new SeatMaps(catalog.pool);
  organizationId = catalog.organization.id;
});

beforeEach(async () => {
  schemaId = await store(smallHall);
});

const store = async (body: unknown): Promise<number> => (await storeSchema(catalog, body)).id;

async function make(...names: string[]): Promise<number[]> {
  const made = await zones.create(catalog.pool, organizationId, schemaId, names);
  if (typeof made === 'string') throw new Error(made);
  return made.map(({ id }) => id);
}

/** Lines that give every `step`th seat from `first` to a zone. */
async function linesOf(zone: number, first = 0, step = 1): Promise<ZoneAssignments> {
  const map = await seatMaps.get(schemaId);
  const count = Math.ceil((map.size - first) / step);
  const seatIds = Float64Array.from({ length: count }, (_, at) => map.idAt(first + at * step));
  return { seatIds, seatZones: seatIds.map(() => zone), groupOfSeats: [] };
}

async function assign(lines: ZoneAssignments): Promise<void> {
  const placement = placeZones(await seatMaps.get(schemaId), lines);
  if (!placement.ok) throw new Error(JSON.stringify(placement.errors));
  expect(await zones.assign(catalog.pool, organizationId, schemaId, placement.placed)).toEqual({
    unknownZones: new Set(),
  });
}

const countOf = (table: string) =>
  catalog.pool.oneFirst(sql.unsafe`select count(*) from ${sql.identifier([table])} where schema_id = ${schemaId}`);

describe('200,000 seats with pricing zones', () => {
  test('are assigned in pieces, and no other caller waits for their removal', async () => {
    schemaId = await store(stadium);
    const [even, odd] = (await make('Even', 'Odd')) as [number, number];
    const updates = await watchUpdates(catalog.pool, 'seat');
    await assign(await linesOf(even));
    expect(await updates.rows()).toEqual(Array(20).fill(10_000));
    await assign(await linesOf(odd, 1, 2));
    const { seats } = (await zones.contents(catalog.pool, schemaId, [odd])).get(odd) ?? { seats: [] };
    expect(seats.length).toBe(100_000);
    const held = await catalog.pool.transaction(async (transaction) => {
      // The removal has begun, and cannot end while this seat is locked.
      await transaction.query(sql.unsafe`select id from seat where schema_id = ${schemaId} limit 1 for update`);
      const removal = schemas.remove(catalog.pool, organizationId, schemaId);
      await eventually(async () => (await waiters()) === 1);
      // If it waited for the removal, it would wait without end.
      await store(smallHall);
      return { removal: [removal] };
    });
    expect(await held.removal[0]).toBe('removed');
    for (const table of ['seat', 'seat_row', 'section', 'pricing_zone']) expect(await countOf(table)).toBe(0);
  });
});

describe('writers of one schema', () => {
  test('wait for each other: a zone that is being assigned cannot be deleted', async () => {
    const [zone] = (await make('Front')) as [number];
    const lines = await linesOf(zone);
    const pending = await catalog.pool.transaction(async (transaction) => {
      await transaction.query(sql.unsafe`select id from schema where id = ${schemaId} for update`);
      const assignment = assign(lines);
      await eventually(async () => (await waiters()) === 1);
      const removal = zones.remove(catalog.pool, organizationId, schemaId, zone);
      await eventually(async () => (await waiters()) === 2);
      return { all: Promise.all([removal, assignment]) };
    });
    const [removal] = await pending.all;
    const held = await catalog.pool.oneFirst(sql.unsafe`
      select count(*) from seat where schema_id = ${schemaId} and pricing_zone_id = ${zone}
    `);
    expect([removal, held]).toEqual(['assigned', 9]);
  });

  test('wait for each other: creating an event waits for an earlier removal of its schema, and finds no schema', async () => {
    const { removal, event } = await catalog.pool.transaction(async (transaction) => {
      // Stands for a removal that has read the schema and not decided yet.
      await transaction.query(sql.unsafe`select id from schema where id = ${schemaId} for update`);
      const removal = schemas.remove(catalog.pool, organizationId, schemaId);
      await eventually(async () => (await waiters()) === 1);
      const event = createEvent(catalog.pool, organizationId, {
        ...{ schemaId, name: 'Show', start: '2027-05-01T19:30:00', end: '2027-05-01T22:00:00', status: 'PUBLISHED' },
      });
      await eventually(async () => (await waiters()) === 2);
      return { removal: [removal], event: [event] };
    });
    expect([await removal[0], await event[0]]).toEqual(['removed', null]);
  });

  test('wait for each other: creating a schema waits for the removal of its venue, and finds no venue', async () => {
    const venue = await venues.create(catalog.pool, organizationId, {
      name: 'Hall',
      address: null,
      lat: null,
      lng: null,
    });
    const pending = await catalog.pool.transaction(async (transaction) => {
      await transaction.query(sql.unsafe`select id from venue where id = ${venue.id} for update`);
      const removal = venues.remove(catalog.pool, organizationId, venue.id);
      await eventually(async () => (await waiters()) === 1);
      const schema = schemas.create(
        { pool: catalog.pool, log: problemsOnly },
        catalog.pool,
        organizationId,
        layoutOf({ ...smallHall, venueId: venue.id }),
      );
      await eventually(async () => (await waiters()) === 2);
      return { all: Promise.all([removal, schema]) };
    });
    expect(await pending.all).toEqual(['removed', null]);
  });
});

/** Statements that wait for a lock in this database. */
function waiters(): Promise<unknown> {
  return catalog.pool.oneFirst(sql.unsafe`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `);
}
