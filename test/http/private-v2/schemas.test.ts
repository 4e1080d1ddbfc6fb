/** Creating and reading layouts over HTTP. */
import { create as createVenue } from '#storage/catalog/venues.ts';
import { errorsOf, type LayoutBody } from '../../support/answers.ts';
import { smallHall } from '../../support/catalog.ts';
import { openPricedShow } from '../../support/service.ts';
import { ask, service, useService } from '../../support/shared-service.ts';

const path = '/api/private/v2.0/schemas/';

useService();

describe('a layout of a new schema', () => {
  test('is answered with its schema, which can be read', async () => {
    const { catalog } = service;
    const nowhere = { address: null, lat: null, lng: null };
    const { id: venueId } = await createVenue(catalog.pool, catalog.organization.id, { name: 'Hall', ...nowhere });
    const made = await ask('POST', path, { ...smallHall, venueId });
    expect(made).toMatchObject({
      status: 201,
      body: { id: expect.any(Number), name: 'Small hall', venueId, capacity: 309 },
    });
    expect(await ask('GET', `${path}${made.body.id}`)).toMatchObject({ status: 200, body: made.body });
  });

  test('is read nested and in order, each seat with an id', async () => {
    const made = await ask('POST', path, smallHall);
    const { status, body } = await ask('GET', `${path}${made.body.id}/layout/`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...made.body, areas: [{ name: 'Floor', capacity: 300 }] });
    const layout: LayoutBody = body;
    expect(layout.areas[0]?.id).toBe(layout.sections[1]?.id);
    const names = layout.sections.map((section) => [
      section.name,
      section.rows.map((row) => [row.name, row.seats.map((seat) => seat.name)]),
    ]);
    expect(names).toEqual([
      [
        'Stalls',
        [
          ['A', ['1', '2', '3', '4']],
          ['B', ['1', '2"{},\\', 'Größe 😀']],
        ],
      ],
      ['Floor', []],
      ['Balcony', [['A', ['1', '2']]]],
    ]);
    const ids = layout.sections.flatMap((section) => section.rows.flatMap((row) => row.seats.map((seat) => seat.id)));
    expect(new Set(ids).size).toBe(9);
    expect(body.sections[0].rows[1].seats[0]).toEqual({
      id: ids[4],
      name: '1',
      x: 10,
      y: 20.5,
      accessible: true,
      marked: false,
    });
    expect(body.sections[1]).toMatchObject({ ga: true, capacity: 300, shapes: [{ id: 1, text: 'Floor' }], x: 5 });
  });

  test.each([
    [
      'with areas only',
      [
        { name: 'Field', ga: true, capacity: 5 },
        { name: 'Hill', ga: true, capacity: 6 },
      ],
      0,
    ],
    ['that ends with an empty section', [{ name: 'A', rows: [{ name: '1', seatCount: 1 }] }, { name: 'Stage' }], 1],
    ['that begins with an empty section', [{ name: 'Stage' }, { name: 'A', rows: [{ name: '1', seatCount: 2 }] }], 2],
  ])('%s is read completely', async (_, sections, seats) => {
    const made = await ask('POST', path, { name: 'Odd', sections });
    const { body } = await ask('GET', `${path}${made.body.id}/layout`);
    const { sections: read }: LayoutBody = body;
    expect(read.map(({ name }) => name)).toEqual(sections.map(({ name }) => name));
    const rows = read.flatMap((section) => section.rows);
    expect(rows.flatMap((row) => row.seats).length).toBe(seats);
  });

  test('that is large is parsed in a thread and answered in pieces', async () => {
    const rows = Array.from({ length: 60 }, (_, row) => ({
      name: `R${row}`,
      seats: Array.from({ length: 100 }, (_, seat) => ({ name: `${seat + 1}`, x: seat * 2.5, y: row })),
    }));
    const made = await ask('POST', path, { name: 'Large', sections: [{ name: 'Stand', rows }] });
    expect(made).toMatchObject({ status: 201, body: { capacity: 6_000 } });
    const { body } = await ask('GET', `${path}${made.body.id}/layout/`);
    const sent = rows.map(({ name, seats }) => [name, seats.map(({ name, x, y }) => [name, x, y])]);
    const { sections }: LayoutBody = body;
    const got = sections[0]?.rows.map(({ name, seats }) => [name, seats.map(({ name, x, y }) => [name, x, y])]);
    expect(got).toEqual(sent);
  });
});

describe('the schema calls refuse', () => {
  test('a layout that names a part twice in its parent', async () => {
    const seats = [1, 2].map((x) => ({ name: '1', x, y: 0 }));
    const rows = [1, 2].map(() => ({ name: 'r', seats }));
    const answer = await ask('POST', path, { name: 'Hall', sections: [{ name: 'A', rows }, { name: 'A' }] });
    const places = ['rows[0].seats[1]', 'rows[1].seats[1]', 'rows[1]'].map((place) => `sections[0].${place}`);
    expect(errorsOf(answer)).toEqual([...places, 'sections[1]'].map((place) => `${place}.name DUPLICATE`));
  });

  test('a layout with mistakes, which are all named', async () => {
    const answer = await ask('POST', path, {
      venueId: 'x',
      sections: [
        { name: 'A', rows: [{ name: '1' }, { name: '1', seatCount: 0 }] },
        { name: 'A', ga: true },
        {
          name: 'B;;',
          rows: [
            {
              name: 'r',
              seats: [
                { name: '1', x: 0 },
                { name: '1', x: 1, y: '2', marked: 1 },
              ],
            },
          ],
        },
        { name: 'C', ga: true, capacity: 1, rows: [{ name: 'r', seatCount: 1 }] },
        { name: 'D', rows: [{ name: 'r', seats: [{ name: 's', x: 0, y: 0 }], seatCount: 1 }], shapes: [5] },
      ],
    });
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    expect(errorsOf(answer)).toEqual([
      'name NOT_NULL',
      'venueId TYPE',
      'sections[0].rows[0].seats NOT_NULL',
      'sections[0].rows[1].seatCount MIN',
      'sections[0].rows[1].name DUPLICATE',
      'sections[1].capacity NOT_NULL',
      'sections[2].name PATTERN',
      'sections[2].rows[0].seats[0].y NOT_NULL',
      'sections[2].rows[0].seats[1].y TYPE',
      'sections[2].rows[0].seats[1].marked TYPE',
      'sections[3].rows SIZE',
      'sections[4].shapes[0] TYPE',
      'sections[4].rows[0].seatCount NULL',
    ]);
  });

  test.each([
    ['no JSON', '{"name":', 'MALFORMED_REQUEST'],
    ['nothing', '', 'VALIDATION_FAILED'],
    ['a list', [], 'VALIDATION_FAILED'],
    ['no sections', { name: 'x', sections: [] }, 'VALIDATION_FAILED'],
    ['NUL in a name', { name: 'x\u0000', sections: [{ name: 'A' }] }, 'VALIDATION_FAILED'],
    [
      'an unpaired surrogate in a shape',
      { name: 'x', sections: [{ name: 'A', shapes: [{ text: '\ud800' }] }] },
      'VALIDATION_FAILED',
    ],
    [
      'too many seats',
      { name: 'x', sections: [{ name: 'A', rows: [{ name: '1', seatCount: 500_001 }] }] },
      'VALIDATION_FAILED',
    ],
  ])('a body with %s', async (_, sent, errorCode) => {
    const { status, body } = await ask('POST', path, sent);
    expect([status, body.errorCode]).toEqual([400, errorCode]);
  });
});

describe('an existing schema', () => {
  test('is listed for its own organization, paged, sorted, and filtered by venue', async () => {
    const { catalog } = service;
    const { token, id } = catalog.other;
    const nowhere = { address: null, lat: null, lng: null };
    const { id: venueId } = await createVenue(catalog.pool, id, { name: 'Hall', ...nowhere });
    for (const [name, venue] of [
      ['B', venueId],
      ['A', null],
      ['B', null],
    ] as const) {
      await ask('POST', path, { ...smallHall, name, venueId: venue }, token);
    }
    const read = async (query: string) => (await ask('GET', `${path}${query}`, undefined, token)).body;
    const page = await read('?sort=name,desc&sort=venueId,desc&size=2');
    expect(page.content).toEqual([
      { id: expect.any(Number), name: 'B', venueId: null, capacity: 309 },
      { id: expect.any(Number), name: 'B', venueId, capacity: 309 },
    ]);
    expect(page).toMatchObject({ totalElements: 3, totalPages: 2, first: true, last: false, empty: false });
    expect(await read(`?venueId=${venueId}`)).toMatchObject({ totalElements: 1, content: [{ name: 'B', venueId }] });
    expect(await read('?venueId=4711')).toMatchObject({ totalElements: 0, content: [], empty: true });
    for (const query of ['?sort=seats', '?venueId=x', '?size=0']) {
      expect(await ask('GET', `${path}${query}`)).toMatchObject({
        status: 400,
        body: { errorCode: 'VALIDATION_FAILED' },
      });
    }
  });

  test('is deleted with all its data', async () => {
    const { body: schema } = await ask('POST', path, smallHall);
    const { body: zones } = await ask('POST', `${path}${schema.id}/pricing_zones/`, [{ name: 'Front' }]);
    const deleted = await ask('DELETE', `${path}${schema.id}`);
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    for (const rest of ['', '/layout/', '/seatmaps/', '/pricing_zones/', `/pricing_zones/${zones[0].id}`]) {
      expect((await ask('GET', `${path}${schema.id}${rest}`)).status).toBe(404);
    }
    expect((await ask('DELETE', `${path}${schema.id}`)).status).toBe(404);
    const body = { name: 'X', start: '2027-05-01T19:30:00', endDate: '2027-05-01T20:00:00', schemaId: schema.id };
    expect((await ask('POST', '/api/private/v2.0/events/', body)).status).toBe(404);
  });

  test('cannot be deleted while an event uses it', async () => {
    const { schemaId } = await openPricedShow(service);
    const refused = await ask('DELETE', `${path}${schemaId}`);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'DATA_INTEGRITY_VIOLATION']);
    const { body } = await ask('GET', `${path}${schemaId}/layout/`);
    expect(body.sections).toHaveLength(3);
  });

  test('is either deleted or gets an event, if both are requested concurrently', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const { body: schema } = await ask('POST', path, smallHall);
      const event = { name: 'X', start: '2027-05-01T19:30:00', endDate: '2027-05-01T20:00:00', schemaId: schema.id };
      const calls = [() => ask('DELETE', `${path}${schema.id}`), () => ask('POST', '/api/private/v2.0/events/', event)];
      const order = round % 2 === 0 ? calls : calls.toReversed();
      const statuses = (await Promise.all(order.map((call) => call()))).map(({ status }) => status);
      const [deleted, made] = round % 2 === 0 ? statuses : statuses.toReversed();
      outcomes.add(`${deleted} ${made}`);
      expect((await ask('GET', `${path}${schema.id}`)).status).toBe(deleted === 204 ? 404 : 200);
    }
    expect([...outcomes].filter((outcome) => !['204 404', '409 201'].includes(outcome))).toEqual([]);
  });
});
