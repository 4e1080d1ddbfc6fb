/** Tables and boxes over HTTP: set for a layout, booked otherwise by an event, held by buyers with their guests, kept by clones. */
import { errorsOf } from '../../support/answers.ts';
import { openEditor } from '../../support/editor-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { ask, booked, calls, floor, seat, service, show, useHall } from '../../support/hall.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

useHall();

const ofSchema = (schemaId: number | string = show.schemaId) => `/api/private/v2.0/schemas/${schemaId}/units/`;
const ofEvent = () => `/api/private/v2.0/events/${show.eventId}/units/`;
const row = (first: number) => [0, 1, 2, 3, 4, 5].map((at) => seat(first + at));
const setUnits = (units: unknown) => ask('PUT', ofSchema(), { units });
const lock = async (body: unknown, id?: string) => calls.callPublic(id ?? (await calls.open()), 'lock', body);

async function setTables(): Promise<number[]> {
  const tables = [
    { name: 'Table A', seats: row(0), min: 2, max: 4 },
    { name: 'Bench B', seats: row(6), booking: 'SEATS' },
  ];
  const { units } = succeeded(await setUnits(tables)).body;
  return units.map(({ id }: { readonly id: number }) => id);
}

test('the units of a layout are set, read, kept and taken away', async () => {
  const [table, bench] = await setTables();
  const stored = succeeded(await ask('GET', ofSchema())).body.units;
  expect(stored).toEqual([
    { id: table, name: 'Table A', booking: 'WHOLE', min: 2, max: 4, seats: row(0) },
    { id: bench, name: 'Bench B', booking: 'SEATS', min: null, max: null, seats: row(6) },
  ]);
  const renamed = [{ id: bench, name: 'Bench', seats: row(6).slice(0, 3), booking: 'SEATS' }];
  expect(succeeded(await setUnits(renamed)).body.units).toMatchObject([{ id: bench, name: 'Bench' }]);
  await service.restart();
  expect(succeeded(await ask('GET', ofEvent())).body.units).toMatchObject([{ id: bench, seats: row(6).slice(0, 3) }]);
  expect(succeeded(await setUnits([])).body).toEqual({ units: [] });
  expect(succeeded(await ask('GET', ofEvent())).body).toEqual({ units: [] });
});

test('a buyer holds a whole table, pays for its guests, and the answer says who sits', async () => {
  const [table] = await setTables();
  const id = await calls.open();
  const part = await lock({ seats: row(0).slice(0, 2) }, id);
  expect([outcomeOf(part), part.body.units, part.body.rest]).toEqual(['422 UNIT_INCOMPLETE', [table], row(0).slice(2)]);
  const held = succeeded(await lock({ units: [table], guests: { [String(table)]: 3 } }, id)).body;
  const unoccupied = held.cart.seats.flatMap((line: { id: number; unoccupied?: true }) =>
    line.unoccupied === true ? [line.id] : [],
  );
  expect([held.cart.seats.length, unoccupied, held.total]).toEqual([6, row(0).slice(3), 135]);
  expect(outcomeOf(await calls.callPublic(id, 'unlock', { seats: row(0).slice(0, 1) }))).toBe('422 UNIT_INCOMPLETE');
  await service.restart();
  const paid = succeeded(await calls.callPublic(id, 'checkout', { guests: { [String(table)]: 2 } })).body;
  expect(paid.total).toBe(90);
  expect(succeeded(await calls.confirm(id)).body.total).toBe(90);
  await service.restart();
  expect(succeeded(await calls.read(id)).body.total).toBe(90);
});

test('best available is a table for as many guests', async () => {
  const [table] = await setTables();
  const held = succeeded(await lock({ bestAvailable: { count: 4 } })).body;
  const sold = held.cart.seats.filter((line: { unoccupied?: true }) => line.unoccupied !== true);
  expect([held.cart.seats.length, sold.length]).toEqual([6, 4]);
  expect(await booked('directsale', { units: [table] })).toBe('409 SESSION_HELD');
});

test('an event books its tables otherwise, and buyers read how', async () => {
  const [table, bench] = await setTables();
  const answer = succeeded(await ask('PUT', ofEvent(), { units: [{ id: table, booking: 'SEATS' }] })).body;
  expect(answer.units).toMatchObject([
    { id: table, booking: 'SEATS', min: null, max: null, isOverridden: true },
    { id: bench, isOverridden: false },
  ]);
  succeeded(await lock({ seats: [seat(0)] }));
  const query = `publicKey=${service.catalog.organization.publicKey}`;
  const shown = await service.call('GET', `/api/public/v2.0/event/${show.eventId}/units/?${query}`, {});
  expect([shown.status, shown.body.units[0].booking]).toEqual([200, 'SEATS']);
  const foreign = await service.call(
    'GET',
    `/api/public/v2.0/event/${show.eventId}/units/?publicKey=${show.eventId}`,
    {},
  );
  expect(outcomeOf(foreign)).toBe('404 ENTITY_NOT_FOUND');
});

test('a clone of the layout has the same units', async () => {
  await setTables();
  const uuid = succeeded(await ask('POST', `/api/private/v2.0/schemas/clone/${show.schemaId}`)).body;
  const newSchemaId = await eventually(async () => {
    const { newSchemaId: id } = succeeded(await ask('GET', `/api/private/v2.0/schemas/clone/result/${uuid}`)).body;
    return id;
  });
  const copied = succeeded(await ask('GET', ofSchema(newSchemaId))).body.units;
  const own = succeeded(await ask('GET', ofSchema())).body.units;
  expect(copied.map(({ id, name }: { id: number; name: string }) => [id, name])).toEqual(
    own.map(({ id, name }: { id: number; name: string }) => [id, name]),
  );
  expect(copied[0].seats).toHaveLength(6);
  expect(copied[0].seats).not.toEqual(own[0].seats);
});

test('seats that leave the layout leave their table', async () => {
  const [table] = await setTables();
  const drawing = { sectors: [], rows: [], shapes: [], seats: [{ id: seat(5), toRemove: true }] };
  succeeded(await (await openEditor(service)).draw(show.schemaId, drawing));
  expect(succeeded(await ask('GET', ofEvent())).body.units[0].seats).toEqual(row(0).slice(0, 5));
  succeeded(await lock({ units: [table] }));
});

test('a drawing has tables of new and old seats, keeps them, and refuses those that do not fit', async () => {
  const editor = await openEditor(service);
  const drawn = async (units: unknown, other: object = {}) => editor.draw(show.schemaId, { ...other, units });
  const { seats, rows } = succeeded(await editor.draw(show.schemaId, {})).body;
  const guidOf = (id: number): string => seats.find((one: { id: number }) => one.id === id).guid;
  const guid = 'c7f1d2b4-5a0c-4e9b-8d6f-1b2a3c4d5e99';
  const chair = { guid, rowGuid: rows[0].guid, name: 'new', ax: 3, ay: 4 };
  const table = { name: 'Table', seatGuids: [guid, guidOf(seat(1))], min: 1 };
  const { units, version } = succeeded(await drawn([table], { seats: [chair] })).body;
  expect(units).toEqual([{ id: expect.any(Number), ...table, booking: 'WHOLE', max: null }]);
  const listed = succeeded(await ask('GET', ofSchema())).body.units;
  expect(listed).toMatchObject([{ id: units[0].id, seats: [expect.any(Number), seat(1)] }]);
  expect(succeeded(await ask('GET', ofEvent())).body.units).toMatchObject(listed);
  expect(succeeded(await drawn(units)).body.version).toBe(version);
  expect(succeeded(await editor.draw(show.schemaId, { seats: [] })).body.units).toEqual(units);
  expect(errorsOf(await drawn([{ ...table, id: 999_999 }]))).toEqual(['units[0].id UNKNOWN_VALUE']);
  expect(errorsOf(await drawn([{ ...table, max: 3 }]))).toEqual(['units[0].max MAX']);
  expect(errorsOf(await drawn([table, { ...table, name: 'Other' }]))).toEqual([
    'units[1].seatGuids[0] DUPLICATE',
    'units[1].seatGuids[1] DUPLICATE',
  ]);
  const gone = { seats: [{ id: listed[0].seats[0], toRemove: true }] };
  expect(errorsOf(await drawn(units, gone))).toEqual(['units[0].seatGuids[0] UNKNOWN_VALUE']);
  expect('units' in succeeded(await drawn(null)).body).toBe(false);
});

test.each([
  [[{ name: 'T' }], 'units[0].seats NOT_NULL'],
  [[{ name: 'T', seats: [] }], 'units[0].seats SIZE'],
  [[{ name: '', seats: [1] }], 'units[0].name SIZE'],
  [[{ name: 'T', seats: [1, 1] }], 'units[0].seats[1] DUPLICATE'],
  [[{ name: 'T', seats: [1], booking: 'HALF' }], 'units[0].booking UNKNOWN_VALUE'],
  [[{ name: 'T', seats: [1], min: 0 }], 'units[0].min MIN'],
  [[{ name: 'T', seats: [1, 2], min: 2, max: 1 }], 'units[0].max MIN'],
  [[{ name: 'T', seats: [1], booking: 'SEATS', max: 1 }], 'units[0].max NULL'],
  [7, 'units TYPE'],
])('the units %j are refused', async (units, error) => {
  expect(errorsOf(await setUnits(units))).toEqual([error]);
});

test('units of other layouts, unknown seats and more guests than seats are named', async () => {
  const units = [
    { id: 999_999, name: 'T', seats: [seat(0)] },
    { name: 'T', seats: [floor], max: 2 },
  ];
  expect(errorsOf(await setUnits(units))).toEqual(['units[1].name DUPLICATE']);
  const [first, second] = units;
  expect(errorsOf(await setUnits([first, { ...second, name: 'U' }]))).toEqual([
    'units[0].id UNKNOWN_VALUE',
    'units[1].seats[0] UNKNOWN_VALUE',
    'units[1].max MAX',
  ]);
  expect(errorsOf(await ask('PUT', ofEvent(), { units: [{ id: 1_000_000 }] }))).toEqual(['units[0].id UNKNOWN_VALUE']);
  expect(errorsOf(await lock({ units: [1_000_000] }))).toEqual(['units[0] UNKNOWN_VALUE']);
  expect(errorsOf(await lock({ guests: { x: 1 } }))).toEqual(['guests.x UNKNOWN_VALUE']);
  expect(errorsOf(await lock({ units: [1], bestAvailable: { count: 1 } }))).toEqual(['units SIZE']);
  expect(errorsOf(await lock({ guests: { '1': 1 }, bestAvailable: { count: 1 } }))).toEqual(['guests NULL']);
  expect(outcomeOf(await ask('GET', ofSchema(999_999)))).toBe('404 ENTITY_NOT_FOUND');
});
