/** Layouts as files over HTTP: what goes out comes in again, and nothing is stored of a file with a mistake. */
import fc from 'fast-check';
import { smallHall } from '../../support/catalog.ts';
import { bearer, openEditor } from '../../support/editor-calls.ts';
import type { Answer } from '../../support/service.ts';
import { ask, service, useService } from '../../support/shared-service.ts';

const path = '/api/private/v2.0/schemas/';

useService();

/** Sends a file as it is, of its own media type. */
async function importFile(text: string, query: Record<string, string>, type = 'text/csv') {
  const answer = await fetch(`${service.url}${path}import/?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'X-API-Key': service.catalog.organization.token, 'Content-Type': type },
    body: text,
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

async function exported(schemaId: number, format: string) {
  const answer = await fetch(`${service.url}${path}${schemaId}/export/?format=${format}`, {
    headers: { 'X-API-Key': service.catalog.organization.token },
  });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

/** A layout without its ids. */
async function contentsOf(schemaId: number) {
  const { body } = await ask('GET', `${path}${schemaId}/layout/`);
  return JSON.parse(
    JSON.stringify(body, (name, value) => (['id', 'guid', 'venueId', 'areas'].includes(name) ? undefined : value)),
  );
}

const countOf = async (): Promise<number> => (await ask('GET', `${path}?size=1`)).body.totalElements;

/** Units without their ids, with the names of their seats. */
async function unitsOf(schemaId: number) {
  const { sections } = (await ask('GET', `${path}${schemaId}/layout/`)).body;
  const named = new Map<number, string>();
  for (const { name: section, rows } of sections) {
    for (const { name: row, seats } of rows)
      for (const { id, name } of seats) named.set(id, `${section} ${row} ${name}`);
  }
  const { units } = (await ask('GET', `${path}${schemaId}/units/`)).body;
  return units.map(({ id: _, seats, ...unit }: { id: number; seats: number[] }) => ({
    ...unit,
    seats: seats.map((seat) => named.get(seat)),
  }));
}

describe('the units of a layout', () => {
  const seated = (name: string) => ({ name, rows: ['A', 'B'].map((row) => ({ name: row, seatCount: 4 })) });
  const units = [
    { name: 'Box', booking: 'WHOLE', min: 2, max: 3, seats: [{ section: 'Left', row: 'B', from: 2, to: 4 }] },
    {
      ...{ name: 'Bench', booking: 'SEATS' },
      seats: [
        { section: 'Right', row: 'A', from: 4, to: 4 },
        { section: 'Right', row: 'A', from: 1, to: 1 },
        { section: 'Left', row: 'A', from: 1, to: 4 },
      ],
    },
  ];
  const hall = { name: 'With boxes', sections: [seated('Left'), seated('Right')], units };
  const shown = [
    { ...units[0], min: 2, max: 3, seats: ['Left B 2', 'Left B 3', 'Left B 4'] },
    {
      ...{ name: 'Bench', booking: 'SEATS', min: null, max: null },
      seats: ['Right A 4', 'Right A 1', 'Left A 1', 'Left A 2', 'Left A 3', 'Left A 4'],
    },
  ];

  test('are made with it, and come back from its files', async () => {
    const { body: made } = await ask('POST', path, hall);
    expect(await unitsOf(made.id)).toEqual(shown);
    const file = await exported(made.id, 'json');
    expect(JSON.parse(file.text).units).toEqual(units);
    const { body } = await importFile(file.text, { format: 'json' }, 'application/json');
    expect([body.units, await unitsOf(body.schema.id)]).toEqual([2, shown]);
    const table = await exported(made.id, 'csv');
    const again = await importFile(table.text, { format: 'csv', name: 'Again' });
    const inLines = [{ ...shown[1], seats: shown[1]?.seats.toSorted() }, shown[0]];
    expect(await unitsOf(again.body.schema.id)).toEqual(inLines);
    expect((await exported(again.body.schema.id, 'csv')).text).toBe(table.text);
  });

  test('name seats that the layout has, each once', async () => {
    const before = await countOf();
    const box = (seats: object, other: object = {}) => [{ name: 'Box', seats: [seats], ...other }];
    const refused = async (units: object[]) => {
      const { status, body } = await ask('POST', path, { ...hall, units });
      return [status, ...body.errors.map(({ field, code }: Record<string, string>) => `${field} ${code}`)];
    };
    expect(await refused(box({ section: 'Middle', row: 'A' }))).toEqual([
      400,
      'units[0].seats[0].section UNKNOWN_VALUE',
    ]);
    expect(await refused(box({ section: 'Left', row: 'C' }))).toEqual([400, 'units[0].seats[0].row UNKNOWN_VALUE']);
    expect(await refused(box({ section: 'Left', row: 'A', from: 3, to: 5 }))).toEqual([
      400,
      'units[0].seats[0].to UNKNOWN_VALUE',
    ]);
    expect(await refused(box({ section: 'Left', row: 'A', from: 3, to: 2 }))).toEqual([
      400,
      'units[0].seats[0].from UNKNOWN_VALUE',
    ]);
    expect(await refused(box({ section: 'Left', row: 'A' }, { max: 5 }))).toEqual([400, 'units[0].max MAX']);
    const row = { section: 'Left', row: 'A' };
    expect(await refused([...box(row), ...box({ ...row, from: 4 })])).toEqual([
      400,
      'units[1].name DUPLICATE',
      'units[1].seats[0] DUPLICATE',
    ]);
    expect(await countOf()).toBe(before);
  });
});

describe('an exported layout', () => {
  const hall = {
    ...smallHall,
    shapes: [
      { type: 'stage', x: 0, y: -50, width: 100, height: 20, fill: '#e5e7eb', text: 'Stage', strokeWidth: 2 },
      {
        type: 'wall',
        shapeType: 'LINE',
        points: [
          { x: 0, y: 0 },
          { x: 5, y: 9 },
        ],
      },
    ],
    focalPoint: { x: 5, y: -40 },
  };

  test('as JSON is imported as it was', async () => {
    const { body: made } = await ask('POST', path, hall);
    const file = await exported(made.id, 'json');
    expect([file.status, file.type]).toEqual([200, 'application/json']);
    const { status, body } = await importFile(file.text, { format: 'json' }, 'application/json');
    expect([status, body.schema.capacity, body.warnings]).toEqual([201, 309, []]);
    expect(await contentsOf(body.schema.id)).toEqual(await contentsOf(made.id));
  });

  test('has the outlines of its areas, which an editor can change', async () => {
    const outline = { type: 'area', shapeType: 'RECT', x: 1, y: 2, width: 30, height: 40, text: 'Floor' };
    const hall = {
      name: 'Outlined',
      sections: [{ name: 'Floor', ga: true, capacity: 5, shapes: [outline, { note: 1 }] }],
    };
    const { body } = await ask('POST', `${path}import/`, hall);
    const file = JSON.parse((await exported(body.schema.id, 'json')).text);
    expect(file.sections[0].shapes).toMatchObject([{ note: 1 }, outline]);
    const editor = await openEditor(service);
    const drawing = await service.call('GET', `/api/seatmap/${body.schema.id}/`, bearer(editor.login.token));
    const [area] = drawing.body.sectors;
    expect(drawing.body.shapes).toMatchObject([{ purpose: 'GA', groupOfSeatsGuid: area.guid, left: 1, width: 30 }]);
    expect((await ask('POST', `${path}import/`, file)).body).toMatchObject({ areas: 1, capacity: 5 });
  });

  test('as a table has the same seats and areas again', async () => {
    const seat = fc.record({
      name: fc.string({ minLength: 1, maxLength: 6 }),
      x: fc.integer({ min: -999, max: 999 }),
      y: fc.double({ min: 0, max: 99, noNaN: true }),
    });
    const seats = fc.uniqueArray(seat, { minLength: 1, maxLength: 5, selector: ({ name }) => name.trim() });
    const isName = (name: string): boolean => name.trim() === name && !name.includes(';;') && !name.includes('\0');
    const rows = fc.uniqueArray(fc.record({ name: fc.constantFrom('A', '"B",', ' C;\n'.trim(), 'Größe 😀'), seats }), {
      minLength: 1,
      maxLength: 3,
      selector: ({ name }) => name,
    });
    const [drawn] = fc.sample(rows, { numRuns: 1, seed: 7 });
    const kept = (drawn ?? [])
      .map((row) => ({ ...row, seats: row.seats.filter(({ name }) => isName(name)) }))
      .filter((row) => row.seats.length > 0);
    const sections = [
      {
        name: 'One',
        rows: [
          ...kept,
          { name: 'Z', seats: [{ name: '101A', x: 1, y: 2, wheelchair: true, accessible: true, marked: true }] },
        ],
      },
      { name: 'Floor, left', ga: true, capacity: 30, x: 5, y: 6 },
    ];
    const { body: made } = await ask('POST', path, { name: 'Odd', sections });
    const file = await exported(made.id, 'csv');
    expect([file.status, file.type]).toEqual([200, 'text/csv; charset=utf-8']);
    const { status, body } = await importFile(file.text, { format: 'csv', name: 'Again' });
    expect([status, body.schema?.name]).toEqual([201, 'Again']);
    const withoutPlan = ({ sections }: Awaited<ReturnType<typeof contentsOf>>) =>
      sections.map(({ name, rows, ga, capacity }: Record<string, unknown>) => ({ name, rows, ga, capacity }));
    expect(withoutPlan(await contentsOf(body.schema.id))).toEqual(withoutPlan(await contentsOf(made.id)));
    expect((await exported(body.schema.id, 'csv')).text).toBe(file.text);
  });

  test('of another organization is not there', async () => {
    const { body: made } = await ask('POST', path, smallHall);
    const answer = await ask('GET', `${path}${made.id}/export/?format=csv`, undefined, service.catalog.other.token);
    expect([answer.status, answer.body.errorCode]).toEqual([404, 'ENTITY_NOT_FOUND']);
    expect((await ask('GET', `${path}${made.id}/export/?format=pdf`)).status).toBe(400);
  });
});

describe('a file', () => {
  const table = 'section,row,seat,x,y,flags\nS,A,1,10,20,\nS,A,2,35,20,wheelchair\nFloor,,,0,0,capacity=5\n';
  const figures = {
    sections: 1,
    areas: 1,
    rows: 1,
    seats: 2,
    units: 0,
    capacity: 7,
    extent: { x: 10, y: 20, width: 25, height: 0 },
    warnings: [],
  };

  test('of a dry run is only looked at, and imported with the same figures', async () => {
    const before = await countOf();
    const dry = await importFile(table, { format: 'csv', name: 'Dry', dryRun: 'true' });
    expect([dry.status, dry.body]).toEqual([200, { schema: null, name: 'Dry', ...figures }]);
    expect(await countOf()).toBe(before);
    const made = await importFile(table, { format: 'csv', name: 'Dry' }, 'text/plain; charset=utf-8');
    expect([made.status, made.body]).toMatchObject([201, { schema: { name: 'Dry', capacity: 7 }, ...figures }]);
    expect(await countOf()).toBe(before + 1);
  });

  test('with mistakes stores nothing', async () => {
    const before = await countOf();
    const answer = await importFile(`${table}S,A,1,0,0,\n`, { format: 'csv', name: 'Wrong' });
    expect(answer.body.errors.map(({ field, code }: Record<string, string>) => `${field} ${code}`)).toEqual([
      'lines[5].seat DUPLICATE',
    ]);
    expect([answer.status, await countOf()]).toEqual([400, before]);
  });

  test('that is a drawing makes a schema', async () => {
    const svg = '<svg><g id="S"><g id="A"><circle id="1" cx="3" cy="4" r="1"/></g></g></svg>';
    expect((await importFile(svg, { format: 'svg', name: 'Drawn' }, 'image/svg+xml')).body).toMatchObject({
      seats: 1,
      extent: { x: 3, y: 4 },
    });
  });

  test('has its own name unless the call gives another one', async () => {
    expect((await ask('POST', `${path}import/`, smallHall)).body).toMatchObject({
      name: 'Small hall',
      areas: 1,
      seats: 9,
    });
    expect((await ask('POST', `${path}import/?name=Other`, smallHall)).body).toMatchObject({
      schema: { name: 'Other' },
    });
  });

  test('needs a name, a known type and a venue that exists', async () => {
    expect((await importFile(table, { format: 'csv' })).body.errors).toMatchObject([
      { field: 'name', code: 'NOT_NULL' },
    ]);
    expect((await importFile(table, { format: 'csv', name: 'X' }, 'text/html')).body.errorCode).toBe(
      'MALFORMED_REQUEST',
    );
    expect((await importFile(table, { format: 'csv', name: 'X', venueId: '4000000000' })).status).toBe(404);
    expect((await importFile(table, { format: 'xml', name: 'X' })).body.errors).toMatchObject([{ field: 'format' }]);
  });

  test('that is large is read in a thread', async () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, at) =>
        `S${Math.floor(at / 2_000)},${Math.floor(at / 50)},${at % 50},${(at % 50) * 20},${Math.floor(at / 50) * 25},`,
    );
    const answer = await importFile(['section,row,seat,x,y,flags', ...lines].join('\n'), {
      format: 'csv',
      name: 'Large',
    });
    expect([answer.status, answer.body.seats, answer.body.rows]).toEqual([201, 20_000, 400]);
  });
});
