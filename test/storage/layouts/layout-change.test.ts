/** Changed layouts: a version is stored whole or not at all, a seat's index never changes, rows keep their order. */
import { sql } from 'slonik';
import { z } from 'zod';
import { find } from '#storage/catalog/schemas.ts';
import { elementsOf } from '#storage/layouts/layout-elements.ts';
import { shapesOf } from '#storage/layouts/layout-shapes.ts';
import { request } from '#storage/layouts/schema-clone-requests.ts';
import { SeatMaps } from '#storage/layouts/seat-maps.ts';
import { cloneQueued } from '#workflows/schema-clone.ts';
import { catalogOfFile } from '../../support/catalog-of-file.ts';
import { differencesOf } from '../../support/layout-differences.ts';
import { layoutChange, newRow, newSeat, newSection, newShape } from '../../support/layout-edits.ts';
import { type StoredLayouts, storedLayouts } from '../../support/stored-layouts.ts';

const catalog = catalogOfFile();
let stored: StoredLayouts;

beforeAll(async () => {
  stored = storedLayouts(catalog);
});

/** The ids of each seat's neighbours in its row, as the seat map for decisions has them. */
async function neighbours(schemaId: number): Promise<readonly (readonly number[])[]> {
  const map = await new SeatMaps(catalog.pool).get(schemaId);
  return Array.from({ length: map.size }, (_, seat) => {
    const idOf = (index: number): number => (index === -1 ? 0 : map.idAt(index));
    return [idOf(map.rows.previousOf(seat)), map.idAt(seat), idOf(map.rows.nextOf(seat))];
  });
}

async function standing(schemaId: number): Promise<readonly (readonly number[])[]> {
  const rows = Map.groupBy(await stored.seatsOf(schemaId), ({ rowId }) => rowId);
  return [...rows.values()].flatMap((row) => row.map(({ id }, at) => [row[at - 1]?.id ?? 0, id, row[at + 1]?.id ?? 0]));
}

/** Pseudo-random whole numbers below `below`; the same seed gives the same numbers. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

describe('a changed layout', () => {
  test('has new seats at their places, and the index of every old seat is unchanged', async () => {
    const schemaId = await stored.store();
    const before = await stored.seatsOf(schemaId);
    const [first, second, third] = before;
    const rowA = first!.rowId;
    const { version, added } = await stored.changed(
      schemaId,
      layoutChange({
        seats: {
          add: [
            newSeat(rowA, '2a', 1.5, { guid: '11111111-1111-4111-8111-111111111111' }),
            newSeat(rowA, '0', -1),
            newSeat(rowA, '9', null),
          ],
          remove: [third!.id],
          change: [{ id: second!.id, name: 'two', hidden: true, sectionX: 3 }],
        },
      }),
    );
    expect(version).toBe(1);
    expect(added.seats.get('11111111-1111-4111-8111-111111111111')).toBeGreaterThan(before.at(-1)!.id);
    expect((await stored.shown(schemaId)).slice(0, 6)).toEqual(['A 0', 'A 1', 'A two', 'A 2a', 'A 4', 'A 9']);
    const map = await new SeatMaps(catalog.pool).get(schemaId);
    expect([map.version, map.firstSize, map.size]).toEqual([1, 9, 12]);
    for (const { id, index } of before) expect([map.indexOf(id), map.idAt(index)]).toEqual([index, id]);
    expect(Array.from({ length: 12 }, (_, seat) => map.isRemoved(seat)).indexOf(true)).toBe(third!.index);
    const order = (await stored.seatsOf(schemaId)).map(({ index }) => index);
    expect([...map.order()!]).toEqual(order);
    const living = (await neighbours(schemaId)).filter(([, id]) => id !== third!.id);
    expect(living.toSorted()).toEqual((await standing(schemaId)).toSorted());
    expect((await neighbours(schemaId)).find(([, id]) => id === third!.id)).toEqual([0, third!.id, 0]);
    const elements: number[] = [];
    for await (const page of elementsOf(catalog.pool, schemaId, 'SEAT')) elements.push(...page.map(({ id }) => id));
    expect(elements).toEqual((await stored.seatsOf(schemaId)).map(({ id }) => id));
  });

  test('has new sections, rows and areas after the others, and a removed section takes its rows and seats with it', async () => {
    const schemaId = await stored.store();
    const [stalls, floor, balcony] = await stored.layouts.sections(schemaId);
    await stored.changed(
      schemaId,
      layoutChange({
        sections: {
          add: [
            newSection('Box', { guid: 'aaaaaaaa-1111-4111-8111-111111111111', type: 'box' }),
            newSection('Lawn', { ga: true, capacity: 50 }),
          ],
          change: [{ id: floor!.id, name: 'Arena', capacity: 320 }],
          remove: [balcony!.id],
        },
        rows: {
          add: [
            newRow('aaaaaaaa-1111-4111-8111-111111111111', 'B1', { guid: 'bbbbbbbb-1111-4111-8111-111111111111' }),
            newRow(stalls!.id, 'C', { guid: 'cccccccc-1111-4111-8111-111111111111', rowNoun: 'Reihe' }),
          ],
        },
        seats: {
          add: [
            newSeat('bbbbbbbb-1111-4111-8111-111111111111', '1', null),
            newSeat('cccccccc-1111-4111-8111-111111111111', '1', null),
            newSeat('bbbbbbbb-1111-4111-8111-111111111111', '2', null),
          ],
        },
      }),
    );
    const sections = await stored.layouts.sections(schemaId);
    expect(sections.map(({ name, capacity }) => [name, capacity])).toEqual([
      ['Stalls', 8],
      ['Arena', 320],
      ['Box', 2],
      ['Lawn', 50],
    ]);
    expect((await stored.shown(schemaId)).slice(7)).toEqual(['C 1', 'B1 1', 'B1 2']);
    const map = await new SeatMaps(catalog.pool).get(schemaId);
    expect(map.areas).toEqual([
      { id: floor!.id, name: 'Arena', capacity: 320, firstCapacity: 300 },
      { id: sections[3]!.id, name: 'Lawn', capacity: 50, sinceVersion: 1 },
    ]);
    expect(await find(catalog.pool, catalog.organization.id, schemaId)).toMatchObject({
      capacity: 8 + 320 + 2 + 50,
    });
    const rows: string[] = [];
    for await (const page of elementsOf(catalog.pool, schemaId, 'ROW')) rows.push(...page.map(({ name }) => name));
    expect(rows).toEqual(['A', 'B', 'C', 'B1']);
    await stored.changed(schemaId, layoutChange({ sections: { remove: [floor!.id] } }));
    const later = await new SeatMaps(catalog.pool).get(schemaId);
    expect(later.areas.map(({ removed }) => removed)).toEqual(['when-free', undefined]);
  });

  test('allows a seat to move to another row and back to its place', async () => {
    const schemaId = await stored.store();
    const [first, , , , other] = await stored.seatsOf(schemaId);
    await stored.changed(
      schemaId,
      layoutChange({ seats: { change: [{ id: first!.id, row: other!.rowId, place: 0.5, name: 'guest' }] } }),
    );
    expect((await stored.shown(schemaId)).slice(0, 7)).toEqual([
      'A 2',
      'A 3',
      'A 4',
      'B 1',
      'B guest',
      'B 2"{},\\',
      'B Größe 😀',
    ]);
    expect((await neighbours(schemaId)).toSorted()).toEqual((await standing(schemaId)).toSorted());
    await stored.changed(
      schemaId,
      layoutChange({ seats: { change: [{ id: first!.id, row: first!.rowId, place: -1, name: '1' }] } }),
    );
    expect((await stored.shown(schemaId)).slice(0, 5)).toEqual(['A 1', 'A 2', 'A 3', 'A 4', 'B 1']);
    expect((await neighbours(schemaId)).toSorted()).toEqual((await standing(schemaId)).toSorted());
  });

  test('is correct after 30 random changes', async () => {
    const schemaId = await stored.store({
      name: 'Hall',
      sections: [
        { name: 'Left', rows: Array.from({ length: 4 }, (_, row) => ({ name: `${row}`, seatCount: 5 })) },
        { name: 'Right', rows: Array.from({ length: 4 }, (_, row) => ({ name: `${row}`, seatCount: 5 })) },
      ],
    });
    const random = randomNumbers(4711);
    /** The expected seats of each row. */
    const rows = [...Map.groupBy(await stored.seatsOf(schemaId), ({ rowId }) => rowId)].map(([id, seats]) => ({
      id,
      seats: seats.map((seat) => seat.id),
    }));
    for (let step = 0; step < 30; step++) {
      const row = rows[random(rows.length)]!;
      const seat = newSeat(row.id, `new ${step}`, random(row.seats.length + 1) - 0.5);
      const [leaver, stayer] = [rows[random(rows.length)]!, rows[random(rows.length)]!];
      const gone = leaver.seats[random(leaver.seats.length)]!;
      const moved = stayer.seats[random(stayer.seats.length)]!;
      const isMoving = step % 2 === 0 && moved !== gone && stayer !== row;
      const { added } = await stored.changed(
        schemaId,
        layoutChange({
          seats: {
            add: [seat],
            remove: [gone],
            change: isMoving ? [{ id: moved, row: row.id, place: null, name: `moved ${step}` }] : [],
          },
        }),
      );
      row.seats.splice(seat.place! + 0.5, 0, added.seats.get(seat.guid)!);
      if (isMoving) {
        stayer.seats.splice(stayer.seats.indexOf(moved), 1);
        row.seats.push(moved);
      }
      leaver.seats.splice(leaver.seats.indexOf(gone), 1);
      if (leaver.seats.length === 0) rows.splice(rows.indexOf(leaver), 1);
      if (stayer.seats.length === 0 && stayer !== leaver) rows.splice(rows.indexOf(stayer), 1);
    }
    expect((await stored.seatsOf(schemaId)).map(({ id }) => id)).toEqual(rows.flatMap(({ seats }) => seats));
    const there = new Set(rows.flatMap(({ seats }) => seats));
    const living = (await neighbours(schemaId)).filter(([, id]) => there.has(id!));
    const byId = (a: readonly number[], b: readonly number[]): number => a[1]! - b[1]!;
    expect(living.toSorted(byId)).toEqual((await standing(schemaId)).toSorted(byId));
  });

  test('is cloned with all its versions, shapes and nouns', async () => {
    const schemaId = await stored.store();
    const [stalls, floor] = await stored.layouts.sections(schemaId);
    const [first, second] = await stored.seatsOf(schemaId);
    const guid = 'ffffffff-1111-4111-8111-111111111111';
    await stored.changed(
      schemaId,
      layoutChange({
        sections: { change: [{ id: floor!.id, capacity: 280, type: 'standing' }] },
        rows: { add: [newRow(stalls!.id, 'C', { guid, rowNoun: 'Reihe', seatNoun: 'Platz' })] },
        seats: {
          add: [
            newSeat(guid, '1', null, { sectionX: 1, sectionY: 2, angle: 3, hidden: true }),
            newSeat(first!.rowId, '1a', 0.5),
          ],
          remove: [second!.id],
        },
        shapes: { add: [newShape({ section: floor!.id, rest: { path: 'M' } }), newShape()] },
      }),
    );
    await stored.changed(schemaId, layoutChange({ rows: { remove: [first!.rowId] } }));
    await request(catalog.pool, catalog.organization.id, schemaId);
    await cloneQueued(catalog.connectionString);
    const copyId = await catalog.pool.oneFirst(sql.type(z.object({ id: z.int() }))`
      select new_schema_id as id from schema_clone where schema_id = ${schemaId}
    `);
    expect(await differencesOf(catalog.pool, schemaId, copyId)).toEqual([]);
    expect(await stored.shown(copyId)).toEqual(await stored.shown(schemaId));
    const [source, copy] = [
      await new SeatMaps(catalog.pool).get(schemaId),
      await new SeatMaps(catalog.pool).get(copyId),
    ];
    expect(copy.changed).toEqual(source.changed);
    await stored.changed(
      copyId,
      layoutChange({ sections: { change: [{ id: (await stored.layouts.sections(copyId))[0]!.id, name: 'Other' }] } }),
    );
    expect((await stored.layouts.sections(schemaId))[0]!.name).toBe('Stalls');
  });

  test('stores each shape separately, and deletes the shapes of a removed section', async () => {
    const schemaId = await stored.store();
    const [stalls, floor] = await stored.layouts.sections(schemaId);
    const guid = 'dddddddd-1111-4111-8111-111111111111';
    const { added } = await stored.changed(
      schemaId,
      layoutChange({
        shapes: {
          add: [
            newShape({ order: 2, rest: { path: 'M 0 0' } }),
            newShape({ guid, section: floor!.id, purpose: 'GA', order: 1 }),
          ],
        },
      }),
    );
    const [area, object] = await shapesOf(catalog.pool, schemaId);
    expect(area).toMatchObject({ id: added.shapes.get(guid), sectionId: floor!.id, purpose: 'GA' });
    expect(object).toMatchObject({ sectionId: null, rest: { path: 'M 0 0' } });
    await stored.changed(
      schemaId,
      layoutChange({ shapes: { change: [{ id: object!.id, section: stalls!.id, fill: 'red' }] } }),
    );
    expect((await shapesOf(catalog.pool, schemaId))[1]).toMatchObject({ sectionId: stalls!.id, fill: 'red', left: 1 });
    await stored.changed(
      schemaId,
      layoutChange({ sections: { remove: [stalls!.id] }, shapes: { remove: [area!.id] } }),
    );
    expect(await shapesOf(catalog.pool, schemaId)).toEqual([]);
  });

  test('removes the pricing zones of removed seats', async () => {
    const schemaId = await stored.store();
    const [seat] = await stored.seatsOf(schemaId);
    const zone = await catalog.pool.oneFirst(sql.unsafe`
      insert into pricing_zone (schema_id, name) values (${schemaId}, 'Zone') returning id
    `);
    await catalog.pool.query(sql.unsafe`update seat set pricing_zone_id = ${zone as number} where id = ${seat!.id}`);
    await stored.changed(schemaId, layoutChange({ seats: { remove: [seat!.id] } }));
    expect(await catalog.pool.exists(sql.unsafe`select from seat where pricing_zone_id = ${zone as number}`)).toBe(
      false,
    );
  });
});
