/** The coordinates of a seat: every read shows the drawn ones, wherever the seat's section is. */
import { guidOf } from '../../support/drawings.ts';
import { type Editor, openEditor } from '../../support/editor-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { mapReads } from '../../support/map-calls.ts';
import { decodeMap } from '../../support/map-decoder.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { succeeded } from '../../support/session-calls.ts';

let service: TestService;
let editor: Editor;

beforeAll(async () => {
  service = await startTestService();
  editor = await openEditor(service);
});

afterAll(() => service.close());

// biome-ignore lint/suspicious/noExplicitAny: answers are what the test says they are
type Json = any;
type Place = readonly [x: number, y: number];

const key = () => service.catalog.organization.token;
const prefix = '/api/private/v2.0/schemas/';
const ask = async (method: string, path: string): Promise<Json> =>
  succeeded(await service.call(method, path, { key: key() })).body;

/** The coordinates of the schema's only seat, by each read that shows coordinates. */
const reads: Readonly<Record<string, (schemaId: number) => Promise<Place>>> = {
  'the public map': async (schemaId) => {
    const [seat] = decodeMap(succeeded(await mapReads(service, '').schema(schemaId)).body).seats;
    return [seat?.x ?? Number.NaN, seat?.y ?? Number.NaN];
  },
  'the layout': async (schemaId) => {
    const { sections } = await ask('GET', `${prefix}${schemaId}/layout/`);
    const { x, y } = sections[0].rows[0].seats[0];
    return [x, y];
  },
  'the seat elements': async (schemaId) => {
    const [{ left, top }] = await ask('GET', `${prefix}${schemaId}/seatmaps/?type=SEAT`);
    return [left, top];
  },
  'the metadata of v1': async (schemaId) => {
    const path = `/api/private/v1.0/venues/schemas/${schemaId}/`;
    const { body } = succeeded(await service.call('GET', path, { key: service.catalog.organization.privateKey }));
    const { x, y } = body.sectors[0].rows[0].seats[0];
    return [x, y];
  },
  'the editor’s own read': async (schemaId) => {
    const { ax, ay } = succeeded(await editor.map(schemaId)).body.seats[0];
    return [ax, ay];
  },
};

/** Draws one seat in a section at 1000, 1000. */
async function draw(seat: object): Promise<number> {
  const { schemaId } = await editor.makeSchema();
  succeeded(
    await editor.draw(schemaId, {
      sectors: [{ guid: guidOf(1), name: 'Stalls', ga: false, x: 1000, y: 1000, angle: 90 }],
      rows: [{ guid: guidOf(2), sectorGuid: guidOf(1), name: 'Row', rowNumber: 'A', seatName: 'Seat' }],
      seats: [{ guid: guidOf(3), rowGuid: guidOf(2), name: '1', ...seat }],
    }),
  );
  return schemaId;
}

async function copyOf(schemaId: number): Promise<number> {
  const uuid = await ask('POST', `${prefix}clone/${schemaId}`);
  const result = () => ask('GET', `${prefix}clone/result/${uuid}`);
  await eventually(async () => (await result()).state === 'DONE');
  return (await result()).newSchemaId;
}

async function seen(schemaId: number): Promise<Record<string, Place>> {
  const places = Object.entries(reads).map(async ([name, read]) => [name, await read(schemaId)] as const);
  return Object.fromEntries(await Promise.all(places));
}

const everywhere = (place: Place) => Object.fromEntries(Object.keys(reads).map((name) => [name, place]));

test.each<[string, object, Place, Place]>([
  ['both coordinates, in a rotated section', { x: 19, y: 19, ax: 981, ay: 1019 }, [981, 1019], [19, 19]],
  ['plan coordinates only', { ax: 981, ay: 1019 }, [981, 1019], [-19, 19]],
  ['section coordinates only', { x: 19, y: 21 }, [1019, 1021], [19, 21]],
])(
  'a seat drawn with %s has the same coordinates in every read, and in a clone',
  async (_, seat, onPlan, inSection) => {
    const schemaId = await draw(seat);
    expect(await seen(schemaId)).toEqual(everywhere(onPlan));
    const copyId = await copyOf(schemaId);
    expect(await seen(copyId)).toEqual(everywhere(onPlan));
    for (const id of [schemaId, copyId]) {
      const { x, y } = succeeded(await editor.map(id)).body.seats[0];
      expect([x, y]).toEqual(inSection);
    }
  },
);

test('a seat that is moved in the editor is moved in every read', async () => {
  const schemaId = await draw({ x: 19, y: 19, ax: 981, ay: 1019 });
  const path = `${prefix}${schemaId}/layout/`;
  const before = succeeded(await service.call('GET', path, { key: key() })).headers.get('etag') ?? '';
  const { id, rowId } = succeeded(await editor.map(schemaId)).body.seats[0];
  succeeded(await editor.draw(schemaId, { seats: [{ id, rowId, x: 40, y: 50, ax: 950, ay: 1040 }] }));
  await eventually(async () => (await reads['the public map']?.(schemaId))?.[0] === 950);
  expect(await seen(schemaId)).toEqual(everywhere([950, 1040]));
  const again = await service.call('GET', path, { key: key(), headers: { 'If-None-Match': before } });
  expect(again.status).toBe(200);
});
