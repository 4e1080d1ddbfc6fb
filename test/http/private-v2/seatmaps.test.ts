/** Seat maps over HTTP: a schema's sections, rows and seats as flat elements. */
import { errorsOf } from '../../support/answers.ts';
import { smallHall } from '../../support/catalog.ts';
import { ask, useService } from '../../support/shared-service.ts';

const prefix = '/api/private/v2.0/schemas/';
/** The fields that the contract lists. */
const fields = [
  ...['angle', 'externalId', 'ga', 'guid', 'height', 'id', 'left', 'name', 'parentId', 'prefix', 'pricingZoneId'],
  ...['schemaId', 'seatPrefix', 'shapes', 'top', 'type', 'width'],
];

interface Element {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly parentId: number | null;
}

let schemaId: number;

useService();

beforeAll(async () => {
  schemaId = (await ask('POST', prefix, smallHall)).body.id;
});

async function elements(query: string, id = schemaId): Promise<readonly Element[]> {
  const { status, body } = await ask('GET', `${prefix}${id}/seatmaps/${query}`);
  expect(status).toBe(200);
  return body;
}

test.each(['', '?type=SECTION'])('the seat map shows sections with the query "%s"', async (query) => {
  const sections = await elements(query);
  expect(sections.map(({ name, type, parentId }) => [name, type, parentId])).toEqual([
    ['Stalls', 'SECTION', null],
    ['Floor', 'SECTION', null],
    ['Balcony', 'SECTION', null],
  ]);
  for (const section of sections) expect(Object.keys(section).toSorted()).toEqual(fields);
  expect(sections[0]).toMatchObject({ prefix: 'ST', ga: false, schemaId, pricingZoneId: null, shapes: null });
  expect(sections[1]).toMatchObject({ ga: true, shapes: [{ id: 1, text: 'Floor' }], left: 5, top: 6, width: 411 });
});

test('rows of the seat map name their section, seats their row, with the ids of the layout', async () => {
  const { body: layout } = await ask('GET', `${prefix}${schemaId}/layout/`);
  const rows: Element[] = [];
  const seats: Element[] = [];
  const bare = { prefix: null, seatPrefix: null, ga: false, schemaId, pricingZoneId: null, externalId: null };
  const free = { ...bare, shapes: null, width: null, height: null, angle: null, guid: expect.any(String) };
  for (const section of layout.sections) {
    for (const { id, name, x, y, seats: own } of section.rows) {
      rows.push({ id, name, type: 'ROW', parentId: section.id, ...free, ...{ left: x, top: y } });
      for (const seat of own) {
        const place = { left: seat.x, top: seat.y };
        seats.push({ id: seat.id, name: seat.name, type: 'SEAT', parentId: id, ...free, ...place });
      }
    }
  }
  expect(await elements('?type=ROW')).toEqual(rows);
  expect(await elements('?type=SEAT')).toEqual(seats);
  expect([rows.length, seats.length]).toEqual([3, 9]);
});

test('the seat map has no tables', async () => {
  expect(await elements('?type=TABLE')).toEqual([]);
});

test('the seat map of a layout without rows and seats has empty lists of them', async () => {
  const { body } = await ask('POST', prefix, { name: 'Field', sections: [{ name: 'Field', ga: true, capacity: 9 }] });
  expect(await elements('?type=ROW', body.id)).toEqual([]);
  expect(await elements('?type=SEAT', body.id)).toEqual([]);
});

test('a seat map with several pages of seats is complete and in order', async () => {
  const rows = Array.from({ length: 25 }, (_, row) => ({ name: `R${row}`, seatCount: 100 }));
  const { body } = await ask('POST', prefix, { name: 'Large', sections: [{ name: 'Stand', rows }] });
  const seats = await elements('?type=SEAT', body.id);
  expect(seats.map(({ name }) => name)).toEqual(
    rows.flatMap(() => Array.from({ length: 100 }, (_, at) => `${at + 1}`)),
  );
  expect(new Set(seats.map(({ id }) => id)).size).toBe(2_500);
});

test.each(['?type=seat', '?type=', '?type=SEAT&type=ROW'])('the seat map refuses the query %s', async (query) => {
  const answer = await ask('GET', `${prefix}${schemaId}/seatmaps/${query}`);
  expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
  expect(errorsOf(answer)[0]).toMatch(/^type /);
});
