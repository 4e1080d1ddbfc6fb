/** Pricing zones over HTTP: their names, and which seats and areas are assigned to them. */
import { errorsOf } from '../../support/answers.ts';
import { smallHall } from '../../support/catalog.ts';
import { service, show, useHall } from '../../support/hall.ts';
import { type Answer, openPricedShow } from '../../support/service.ts';
import { lines, type ZoneCalls, zoneCalls } from '../../support/zone-calls.ts';

let path: string;
let ask: ZoneCalls['ask'];
let make: ZoneCalls['make'];
let assign: ZoneCalls['assign'];

useHall({ layout: smallHall });

beforeEach(async () => {
  ({ path, ask, make, assign } = zoneCalls(service, show));
});

/** The zone of each element, in layout order. */
async function zonesOf(type: string): Promise<(number | null)[]> {
  const { body } = await ask('GET', `/api/private/v2.0/schemas/${show.schemaId}/seatmaps/?type=${type}`);
  return body.map(({ pricingZoneId }: { pricingZoneId: number | null }) => pricingZoneId);
}

const codeOf = ({ status, body }: Answer) => [status, body.errorCode];

describe('pricing zones', () => {
  test('are created in the order sent, read and listed', async () => {
    const made = await ask('POST', path, [{ name: 'Front' }, { id: null, name: 'Back', schemaId: show.schemaId }]);
    expect(made.status).toBe(201);
    expect(made.body).toEqual([
      { id: expect.any(Number), name: 'Front', schemaId: show.schemaId },
      { id: made.body[0].id + 1, name: 'Back', schemaId: show.schemaId },
    ]);
    const read = await ask('GET', `${path}${made.body[1].id}`);
    expect([read.status, read.body]).toEqual([200, made.body[1]]);
    const { status, body } = await ask('GET', `${path}?sort=name,asc&size=1`);
    expect([status, body.content]).toEqual([200, [made.body[1]]]);
    expect(body).toMatchObject({ totalElements: 2, totalPages: 2, number: 0, size: 1, first: true, last: false });
    expect((await ask('GET', path)).body.content).toEqual(made.body);
  });

  test('can swap their names in one call', async () => {
    const [front, back] = await make('Front', 'Back');
    const swapped = [
      { id: front, name: 'Back', schemaId: show.schemaId },
      { id: back, name: 'Front', schemaId: show.schemaId },
    ];
    const answer = await ask('PUT', path, swapped);
    expect([answer.status, answer.body]).toEqual([200, swapped]);
    expect((await ask('GET', path)).body.content).toEqual(swapped);
  });

  test('have unique names in their schema; otherwise nothing is changed', async () => {
    const [front] = await make('Front', 'Back');
    const twice = [{ name: 'Side' }, { name: 'Side' }];
    for (const [method, body] of [
      ['POST', [{ name: 'Side' }, { name: 'Front' }]],
      ['POST', twice],
      ['PUT', [{ id: front, name: 'Back' }]],
    ] as const) {
      expect(codeOf(await ask(method, path, body))).toEqual([409, 'DATA_INTEGRITY_VIOLATION']);
    }
    const names = (await ask('GET', path)).body.content.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Front', 'Back']);
    const elsewhere = await openPricedShow(service);
    const there = path.replace(String(show.schemaId), String(elsewhere.schemaId));
    expect((await ask('POST', there, [{ name: 'Front' }])).status).toBe(201);
  });

  test('can be deleted unless seats or areas are assigned to them', async () => {
    const [front, back, floor] = await make('Front', 'Back', 'Floor');
    await assign({ seats: lines(show.seats.slice(0, 1), front), groupOfSeats: lines(show.areas, floor) });
    for (const held of [front, floor]) {
      expect(codeOf(await ask('DELETE', `${path}${held}`))).toEqual([409, 'DATA_INTEGRITY_VIOLATION']);
    }
    const deleted = await ask('DELETE', `${path}${back}`);
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    for (const [method, rest, body] of [
      ['GET', back],
      ['DELETE', back],
      [
        'PUT',
        '',
        [
          { id: front, name: 'New' },
          { id: back, name: 'Gone' },
        ],
      ],
    ] as const) {
      expect(codeOf(await ask(method, `${path}${rest}`, body))).toEqual([404, 'ENTITY_NOT_FOUND']);
    }
    expect((await ask('GET', `${path}${front}`)).body.name).toBe('Front');
  });

  test.each([
    ['POST', [{}], ['[0].name NOT_NULL']],
    ['POST', [{ id: 1, name: '' }], ['[0].id NULL', '[0].name SIZE']],
    ['POST', [{ name: 'a', schemaId: 4711 }], ['[0].schemaId UNKNOWN_VALUE']],
    ['PUT', [{ name: 'a' }], ['[0].id NOT_NULL']],
    [
      'PUT',
      [
        { id: 1, name: 'a' },
        { id: 1, name: 'b', schemaId: 4711 },
      ],
      ['[1].schemaId UNKNOWN_VALUE', '[1].id INVALID'],
    ],
  ])('%s of %j is refused field by field', async (method, body, errors) => {
    const answer = await ask(method, path, body);
    expect(codeOf(answer)).toEqual([400, 'VALIDATION_FAILED']);
    expect(errorsOf(answer)).toEqual(errors);
  });
});

describe('an assignment of pricing zones', () => {
  test('is shown in the seat map and overwritten by the next one', async () => {
    const [front, back] = await make('Front', 'Back');
    await assign({ seats: lines(show.seats.slice(0, 3), front), groupOfSeats: lines(show.areas, front) });
    await assign({ seats: [...lines(show.seats.slice(2, 5), front), ...lines(show.seats.slice(2, 4), back)] });
    expect(await zonesOf('SEAT')).toEqual([front, front, back, back, front, null, null, null, null]);
    expect(await zonesOf('SECTION')).toEqual([null, front, null]);
    expect(await zonesOf('ROW')).toEqual([null, null, null]);
    await assign({});
    expect(await zonesOf('SECTION')).toEqual([null, front, null]);
  });

  test('is refused as a whole if a line has an id that the schema does not have', async () => {
    const [front] = await make('Front');
    const [stalls] = (await ask('GET', `/api/private/v2.0/schemas/${show.schemaId}/seatmaps/`)).body;
    const [seat] = show.seats as [number];
    const [area] = show.areas as [number];
    for (const [body, errors] of [
      [{ seats: lines([seat, 4711], front) }, ['seats[1].objectId UNKNOWN_VALUE']],
      [
        { seats: lines([seat], front), groupOfSeats: lines([stalls.id], front) },
        ['groupOfSeats[0].objectId UNKNOWN_VALUE'],
      ],
      [
        { groupOfSeats: [{ objectId: area, assignmentId: front, activeCount: 301 }] },
        ['groupOfSeats[0].activeCount MAX'],
      ],
      [
        { seats: [...lines([seat], front), ...lines([seat], 4711)], groupOfSeats: lines([area], 0) },
        ['seats[1].assignmentId UNKNOWN_VALUE', 'groupOfSeats[0].assignmentId UNKNOWN_VALUE'],
      ],
      [
        { seats: [{ objectId: '1', activeCount: 0.5 }] },
        ['seats[0].objectId TYPE', 'seats[0].assignmentId NOT_NULL', 'seats[0].activeCount TYPE'],
      ],
      [{ seats: 5, groupOfSeats: [null] }, ['seats TYPE', 'groupOfSeats[0] NOT_NULL']],
    ] as const) {
      const answer = await ask('POST', `${path}assignments/`, body);
      expect(codeOf(answer)).toEqual([400, 'VALIDATION_FAILED']);
      expect(errorsOf(answer)).toEqual(errors);
    }
    expect(codeOf(await ask('POST', `${path}assignments/`, '{'))).toEqual([400, 'MALFORMED_REQUEST']);
    expect(await zonesOf('SEAT')).toEqual(Array(9).fill(null));
  });

  test('that is large is parsed in a thread', async () => {
    const [front] = await make('Front');
    const filler = Array.from({ length: 3_000 }, () => lines(show.seats.slice(0, 1), front)).flat();
    await assign({ seats: [...filler, ...lines(show.seats, front)] });
    expect(await zonesOf('SEAT')).toEqual(Array(9).fill(front));
  });
});

test('the pricing zones of one schema are unknown in another schema', async () => {
  const { body: schema } = await ask('POST', '/api/private/v2.0/schemas/', smallHall);
  const [front] = await make('Front');
  const there = `/api/private/v2.0/schemas/${schema.id}/pricing_zones/`;
  expect((await ask('GET', there)).body.content).toEqual([]);
  expect(codeOf(await ask('GET', `${there}${front}`))).toEqual([404, 'ENTITY_NOT_FOUND']);
  expect(codeOf(await ask('DELETE', `${there}${front}`))).toEqual([404, 'ENTITY_NOT_FOUND']);
});
