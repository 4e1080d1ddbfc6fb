/** Storing and reading layouts: order, consecutive ids, all or nothing, and no blocking of the event loop. */
import { sql } from 'slonik';
import type { SeatRecord } from '#codec/layout-records.ts';
import * as schemas from '#storage/catalog/schemas.ts';
import { Layouts } from '#storage/layouts/layouts.ts';
import { SeatMaps } from '#storage/layouts/seat-maps.ts';
import { smallHall, storeSchema } from '../../support/catalog.ts';
import { catalogOfFile } from '../../support/catalog-of-file.ts';
import { problemsOnly, recordingLog } from '../../support/logs.ts';
import { layoutOf } from '../../support/valid-layout.ts';

const catalog = catalogOfFile(recordingLog());
let layouts: Layouts;

beforeAll(async () => {
  layouts = new Layouts(catalog.pool);
});

const store = (body: unknown) => storeSchema(catalog, body);

async function seatsOf(schemaId: number): Promise<SeatRecord[]> {
  const seats: SeatRecord[] = [];
  for await (const page of layouts.seats(schemaId)) seats.push(...page);
  return seats;
}

describe('a stored layout', () => {
  test('is read in layout order, with all names', async () => {
    const { id } = await store(smallHall);
    const sections = await layouts.sections(id);
    expect(sections.map(({ name, ga, capacity }) => [name, ga, capacity])).toEqual([
      ['Stalls', false, 7],
      ['Floor', true, 300],
      ['Balcony', false, 2],
    ]);
    expect(sections[1]).toMatchObject({ shapes: [{ id: 1, text: 'Floor' }], x: 5, y: 6, width: 411 });
    const seats = await seatsOf(id);
    expect(seats.map((seat) => `${seat.rowName} ${seat.name}`)).toEqual([
      'A 1',
      'A 2',
      'A 3',
      'A 4',
      'B 1',
      'B 2"{},\\',
      'B Größe 😀',
      'A 1',
      'A 2',
    ]);
    expect(seats.map(({ sectionId }) => sectionId)).toEqual([
      ...Array(7).fill(sections[0]?.id),
      ...Array(2).fill(sections[2]?.id),
    ]);
    expect(seats[4]).toMatchObject({ x: 10, y: 20.5, accessible: true, marked: false });
    expect(seats[5]).toMatchObject({ accessible: false, marked: true });
  });

  test('has seat ids that follow each other in index order', async () => {
    const { id } = await store(smallHall);
    const seats = await seatsOf(id);
    expect(seats.map(({ index }) => index)).toEqual([...seats.keys()]);
    expect(seats.map((seat) => seat.id)).toEqual(seats.map(({ index }) => (seats[0]?.id ?? 0) + index));
  });

  test('becomes a seat map with the same ids, neighbours and areas', async () => {
    const { id } = await store(smallHall);
    const seats = await seatsOf(id);
    const [, floor] = await layouts.sections(id);
    const map = await new SeatMaps(catalog.pool).get(id);
    expect(map.size).toBe(9);
    expect(seats.map((seat) => map.indexOf(seat.id))).toEqual([...seats.keys()]);
    expect([0, 3, 4, 6, 7].map((seat) => [map.rows.previousOf(seat), map.rows.nextOf(seat)])).toEqual([
      [-1, 1],
      [2, -1],
      [-1, 5],
      [5, -1],
      [-1, 8],
    ]);
    expect(map.areas).toEqual([{ id: floor?.id, name: 'Floor', capacity: 300 }]);
  });

  test('without seats becomes a seat map with areas only', async () => {
    const { id, capacity } = await store({ name: 'Field', sections: [{ name: 'Field', ga: true, capacity: 12 }] });
    const map = await new SeatMaps(catalog.pool).get(id);
    expect([capacity, map.size, map.areas.length]).toEqual([12, 0, 1]);
    expect(await seatsOf(id)).toEqual([]);
  });

  test('whose seat ids have gaps still becomes a seat map', async () => {
    const { id } = await store({ name: 'Gaps', sections: [{ name: 'S', rows: [{ name: 'A', seatCount: 6 }] }] });
    await catalog.pool.query(sql.unsafe`
      update seat set id = id + 1000000 where schema_id = ${id} and index in (2, 3)
    `);
    const seats = await seatsOf(id);
    const map = await new SeatMaps(catalog.pool).get(id);
    expect(seats.map((seat) => map.indexOf(seat.id))).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe('a stored schema', () => {
  test('is found by its own organization only', async () => {
    const schema = await store(smallHall);
    expect(schema).toEqual({ id: schema.id, name: 'Small hall', venueId: null, capacity: 309 });
    expect(await schemas.find(catalog.pool, catalog.organization.id, schema.id)).toEqual(schema);
    expect(await schemas.find(catalog.pool, catalog.other.id, schema.id)).toBeNull();
  });

  test('cannot be created for a venue that the organization does not have', async () => {
    const layout = layoutOf({ ...smallHall, venueId: 4711 });
    expect(
      await schemas.create({ pool: catalog.pool, log: problemsOnly }, catalog.pool, catalog.organization.id, layout),
    ).toBeNull();
  });

  test('that fails half-way leaves no rows', async () => {
    const layout = layoutOf({ name: 'Broken', sections: [{ name: 'S', rows: [{ name: 'A', seatCount: 20_000 }] }] });
    const broken = { ...layout, seats: { ...layout.seats, xs: layout.seats.xs.slice(0, 15_000) } };
    await expect(
      schemas.create({ pool: catalog.pool, log: problemsOnly }, catalog.pool, catalog.organization.id, broken),
    ).rejects.toThrow(/not NULL/);
    const left = await catalog.pool.oneFirst(sql.unsafe`select count(*) from schema where name = 'Broken'`);
    expect(left).toBe(0);
  });

  test('of 200,000 seats is stored in pieces of 10,000', async () => {
    const rows = Array.from({ length: 1_000 }, (_, row) => ({ name: `R${row}`, seatCount: 200 }));
    const layout = layoutOf({ name: 'Stadium', sections: [{ name: 'Stand', rows }] });
    const log = recordingLog();
    const stored = await schemas.create({ pool: catalog.pool, log }, catalog.pool, catalog.organization.id, layout);
    const loaded = await new SeatMaps(catalog.pool).get(stored?.id ?? 0);
    expect(loaded.size).toBe(200_000);
    expect(log.lines.map(({ seats }) => seats)).toEqual(Array.from({ length: 20 }, (_, piece) => (piece + 1) * 10_000));
  });
});
