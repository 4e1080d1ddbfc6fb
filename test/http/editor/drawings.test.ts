/** Drawing a layout through the editor interface: the sent items are read back, and items that are not sent stay. */
import { drawingChunks } from '#http/editor/drawing-text.ts';
import { Drawings } from '#storage/layouts/drawings.ts';
import { errorsOf, type LayoutBody } from '../../support/answers.ts';
import { type Drawing, guidOf, threeSections } from '../../support/drawings.ts';
import { type Editor, openEditor } from '../../support/editor-calls.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

let service: TestService;
let editor: Editor;

beforeAll(async () => {
  service = await startTestService();
  editor = await openEditor(service);
});

afterAll(() => service.close());

/** A schema with the three sections, and the answered map. */
async function drawn(): Promise<{ readonly schemaId: number; readonly map: Drawing }> {
  const { schemaId } = await editor.makeSchema();
  return { schemaId, map: succeeded(await editor.draw(schemaId, threeSections)).body };
}

const mapOf = async (schemaId: number): Promise<Drawing> => succeeded(await editor.map(schemaId)).body;

describe('an empty schema', () => {
  test('has an empty map', async () => {
    const { venueId, schemaId } = await editor.makeSchema();
    const { status, body } = await editor.map(schemaId);
    expect(status).toBe(200);
    const lists = { sectors: [], rows: [], seats: [], shapes: [] };
    const nothing = { ...lists, vectorBackground: null, clientViewBox: null, focalPoint: null };
    expect(body).toEqual({ id: schemaId, name: 'Map', venueId, version: 0, ...nothing });
    expect(succeeded(await editor.draw(schemaId, {})).body).toEqual(body);
  });

  test('is filled by one request, and the answer has the sent items with their ids', async () => {
    const { schemaId, map } = await drawn();
    expect(await mapOf(schemaId)).toEqual(map);
    expect(map.version).toBe(1);
    expect(map.sectors).toMatchObject(threeSections.sectors);
    expect(map.rows).toMatchObject(threeSections.rows);
    const byGuid = <T extends { readonly guid: string }>(items: readonly T[]) =>
      items.toSorted((a, b) => (a.guid < b.guid ? -1 : 1));
    expect(byGuid(map.seats)).toMatchObject(byGuid(threeSections.seats));
    expect(map.shapes).toMatchObject(threeSections.shapes);
    const ids = [map.sectors, map.rows, map.seats].map((items) => new Set(items.map(({ id }) => id)).size);
    expect(ids).toEqual([3, 2, 5]);
    const sectorsByGuid = new Map(map.sectors.map(({ guid, id }) => [guid, id]));
    for (const row of map.rows) expect(row.sectorId).toBe(sectorsByGuid.get(row.sectorGuid));
    for (const seat of map.seats) {
      const row = map.rows.find(({ guid }) => guid === seat.rowGuid);
      expect([seat.rowId, seat.sectorId]).toEqual([row?.id, row?.sectorId]);
    }
  });

  test('has the drawn layout in all other interfaces', async () => {
    const { schemaId, map } = await drawn();
    const key = service.catalog.organization.token;
    const { body } = await service.call('GET', `/api/private/v2.0/schemas/${schemaId}/layout/`, { key });
    expect(body.capacity).toBe(5 + 40);
    expect(body.areas).toEqual([{ id: map.sectors[2]?.id, name: 'Floor', capacity: 40 }]);
    const names = body.sections.map((section: LayoutBody['sections'][number]) => [
      section.name,
      section.rows.map((row) => [row.name, row.seats.map(({ name, x, y }) => [name, x, y])]),
    ]);
    expect(names).toEqual([
      [
        'Stalls',
        [
          [
            'A',
            [
              ['1', 110, 60],
              ['2', 120, 60],
              ['3', 130.5, 60.25],
            ],
          ],
        ],
      ],
      [
        'Balcony',
        [
          [
            'AA',
            [
              ['1', 310, 10],
              ['2', 320, 10],
            ],
          ],
        ],
      ],
      ['Floor', []],
    ]);
  });

  test('gives an area without capacity the area capacity of the schema', async () => {
    const { schemaId } = await editor.makeSchema({ gaCapacity: 70 });
    const { body } = await editor.draw(schemaId, { sectors: [{ name: 'Hill', ga: true }] });
    expect(body.sectors).toMatchObject([{ name: 'Hill', ga: true, capacity: 70 }]);
  });
});

describe('a seat map that is sent back', () => {
  test('unchanged makes no new version', async () => {
    const { schemaId, map } = await drawn();
    const answer = await editor.draw(schemaId, map);
    expect(answer.body).toEqual(map);
    expect(answer.headers.get('etag')).toBe((await editor.map(schemaId)).headers.get('etag'));
  });

  test('unchanged makes no new version if another interface has created the layout', async () => {
    const key = service.catalog.organization.token;
    const rows = [
      { name: 'A', seatCount: 3 },
      { name: 'B', seats: [{ name: '1', x: 0.1 + 0.2, y: 1e-7, accessible: true }] },
    ];
    const sections = [
      { name: 'Stalls', x: 0.1, y: 70, angle: 30, prefix: 'ST', rows },
      { name: 'Floor', ga: true, capacity: 9 },
    ];
    const body = { name: 'Elsewhere', sections };
    const { id } = succeeded(await service.call('POST', '/api/private/v2.0/schemas/', { key, body })).body;
    const map = await mapOf(id);
    expect(map).toMatchObject({ version: 0, venueId: null });
    expect(map.seats[3]).toMatchObject({ name: '1', ax: 0.1 + 0.2, isAccessible: true });
    expect((await editor.draw(id, map)).body).toEqual(map);
  });

  test('with changes gets these changes and no others', async () => {
    const { schemaId, map } = await drawn();
    const [stalls, ...sectors] = map.sectors;
    const [rowA, ...rows] = map.rows;
    const [one, ...seats] = map.seats;
    const [stage, ...shapes] = map.shapes;
    const sent = {
      ...map,
      sectors: [{ ...stalls, name: 'Parquet', angle: 15, outlineMode: 'NONE' }, ...sectors],
      rows: [{ ...rowA, rowNumber: 'Z', name: 'Reihe', seatName: 'Platz' }, ...rows],
      seats: [{ ...one, name: '1a', ax: 7, ay: 8, angle: 90, isHidden: true, isMarked: true }, ...seats],
      shapes: [{ ...stage, left: -5, stroke: '#fff', groupOfSeatsGuid: guidOf(2) }, ...shapes],
    };
    expect(succeeded(await editor.draw(schemaId, sent)).body).toEqual({ ...sent, version: 2 });
    expect(await mapOf(schemaId)).toEqual({ ...sent, version: 2 });
  });

  test('in part leaves the other items unchanged', async () => {
    const { schemaId, map } = await drawn();
    const [, second] = map.seats;
    const changed = succeeded(await editor.draw(schemaId, { seats: [{ id: second?.id, isAccessible: false }] })).body;
    const seats = map.seats.map((seat) => (seat.id === second?.id ? { ...seat, isAccessible: false } : seat));
    expect(changed).toEqual({ ...map, version: 2, seats });
  });
});

describe('items of a seat map', () => {
  test('are added to existing items, which are named by id or guid', async () => {
    const { schemaId, map } = await drawn();
    const [rowA] = map.rows;
    const [stalls] = map.sectors;
    const rowB = { guid: guidOf(51), sectorId: stalls?.id, rowNumber: 'B' };
    const seats = [
      { rowId: rowA?.id, name: '4', x: 40, y: 10 },
      { rowGuid: rowB.guid, name: '1', ax: 110, ay: 90 },
    ];
    const { body } = succeeded(await editor.draw(schemaId, { rows: [rowB], seats }));
    expect(body.rows.slice(0, 2)).toEqual(map.rows);
    expect(body.rows[2]).toMatchObject({ ...rowB, name: 'Row', seatName: 'Seat', sectorGuid: stalls?.guid });
    expect(body.seats).toHaveLength(7);
    expect(body.seats).toEqual(expect.arrayContaining([...map.seats]));
    expect(body.seats).toContainEqual(expect.objectContaining({ name: '4', rowId: rowA?.id, ax: 140, ay: 60, x: 40 }));
    expect(body.seats).toContainEqual(expect.objectContaining({ name: '1', rowId: body.rows[2].id, x: 10, y: 40 }));
  });

  test('are removed together with the items inside them', async () => {
    const { schemaId, map } = await drawn();
    const [stalls, balcony, floor] = map.sectors;
    const [stage, ga] = map.shapes;
    const [first] = map.seats;
    const sectors = [
      { id: balcony?.id, toRemove: true },
      { id: floor?.id, toRemove: true },
    ];
    const shapes = [{ id: stage?.id, toRemove: true }];
    const seats = [{ id: first?.id, toRemove: true }];
    const { body } = succeeded(await editor.draw(schemaId, { sectors, seats, shapes }));
    expect(body).toEqual({
      ...map,
      version: 2,
      sectors: [stalls],
      rows: [map.rows[0]],
      seats: map.seats.filter(({ id, rowId }) => rowId === map.rows[0]?.id && id !== first?.id),
      shapes: [],
    });
    expect(ga?.groupOfSeatsGuid).toBe(floor?.guid);
  });

  test('can all be replaced by new ones with the same names in one request, as common editors do it', async () => {
    const { schemaId, map } = await drawn();
    const gone = <T>(items: readonly T[]) => items.map((item) => ({ ...item, toRemove: true }));
    const again = {
      sectors: [...gone(map.sectors), { guid: guidOf(61), name: 'Stalls', x: 0, y: 0 }],
      rows: [{ guid: guidOf(62), sectorGuid: guidOf(61), rowNumber: 'A' }],
      seats: [...gone(map.seats), { guid: guidOf(63), rowGuid: guidOf(62), name: '1', x: 1, y: 2, ax: 1, ay: 2 }],
    };
    const { body } = succeeded(await editor.draw(schemaId, again));
    expect(body.sectors).toMatchObject([{ guid: guidOf(61), name: 'Stalls' }]);
    expect(body.seats).toMatchObject([{ guid: guidOf(63), name: '1', ax: 1 }]);
  });

  test('are stored all or not at all: a mistake in one item changes nothing', async () => {
    const { schemaId, map } = await drawn();
    const sectors = [{ name: 'Gallery' }, { name: 'Stalls' }];
    expect(errorsOf(await editor.draw(schemaId, { sectors }))).toEqual(['sectors[1].name DUPLICATE']);
    expect(await mapOf(schemaId)).toEqual(map);
  });
});

describe('the entity tag of a seat map', () => {
  test('gives 304 to a caller that has the current map', async () => {
    const { schemaId } = await drawn();
    const path = `/api/seatmap/${schemaId}/`;
    const tag = (await editor.map(schemaId)).headers.get('etag') as string;
    const again = await editor.ask('GET', path, undefined, { 'If-None-Match': tag });
    expect([again.status, again.body]).toEqual([304, undefined]);
    succeeded(await editor.draw(schemaId, { sectors: [{ name: 'Gallery' }] }));
    expect((await editor.ask('GET', path, undefined, { 'If-None-Match': tag })).status).toBe(200);
  });

  test('prevents lost updates for callers that send If-Match', async () => {
    const { schemaId, map } = await drawn();
    const path = `/api/seatmap/${schemaId}/`;
    const tag = (await editor.map(schemaId)).headers.get('etag') as string;
    const put = (name: string, condition?: string) =>
      editor.ask('PUT', path, { sectors: [{ name }] }, condition === undefined ? {} : { 'If-Match': condition });
    const first = succeeded(await put('First', tag));
    expect(outcomeOf(await put('Second', tag))).toBe('409 DATA_INTEGRITY_VIOLATION');
    succeeded(await put('Third'));
    expect(outcomeOf(await put('Fourth', first.headers.get('etag') as string))).toBe('409 DATA_INTEGRITY_VIOLATION');
    succeeded(await put('Fifth', '*'));
    const { sectors } = await mapOf(schemaId);
    expect(sectors.slice(map.sectors.length).map(({ name }) => name)).toEqual(['First', 'Third', 'Fifth']);
  });

  test('lets only one of several concurrent changes of the same map succeed', async () => {
    const { schemaId } = await drawn();
    const tag = (await editor.map(schemaId)).headers.get('etag') as string;
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) =>
        editor.ask('PUT', `/api/seatmap/${schemaId}/`, { sectors: [{ name }] }, { 'If-Match': tag }),
      ),
    );
    expect(answers.map(outcomeOf).toSorted()).toEqual(['200', ...Array(3).fill('409 DATA_INTEGRITY_VIOLATION')]);
    expect((await mapOf(schemaId)).sectors).toHaveLength(4);
  });
});

test('a seat map that changes while it is read is answered consistently or refused', async () => {
  const { schemaId } = await drawn();
  const { pool, organization } = service.catalog;
  const drawings = new Drawings(pool);
  const drawing = await drawings.find(organization.id, schemaId);
  if (drawing === null) throw new Error('there is no drawing');
  const read = async (versionInTheEnd: number) => {
    let text = '';
    for await (const piece of drawingChunks(drawing, drawings, async () => versionInTheEnd)) text += piece;
    return JSON.parse(text);
  };
  expect(await read(drawing.version)).toEqual(await mapOf(schemaId));
  await expect(read(drawing.version + 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
