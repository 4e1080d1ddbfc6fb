/** Drawings that are sent again: no duplicates, no old decorations, and warnings on unknown members. */
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

const stage = { type: 'shape', shapeType: 'RECT', left: 0, top: -280, width: 620, height: 120, text: 'STAGE' };
const bar = { type: 'shape', shapeType: 'CIRCLE', left: 700, top: 0, width: 50, points: [{ y: 2, x: 1 }] };
const drawing = {
  sectors: [{ guid: guidOf(1), name: 'Floor', ga: true, capacity: 40 }],
  shapes: [stage, bar, { ...stage, text: 'GATE' }],
};

const put = async (schemaId: number, body: unknown): Promise<Drawing> =>
  succeeded(await editor.draw(schemaId, body)).body;
const gone = ({ sectors }: Drawing) => sectors.map(({ id }) => ({ id, toRemove: true }));
const textsOf = ({ shapes }: Drawing) => shapes.map((shape) => (shape as { text?: string | null }).text);

describe('a complete drawing that is sent again', () => {
  test('together with the removal of the old one has each decoration once', async () => {
    const { schemaId } = await editor.makeSchema();
    const first = await put(schemaId, drawing);
    expect(first.shapes).toHaveLength(3);
    const again = await put(schemaId, { ...drawing, sectors: [...gone(first), ...drawing.sectors] });
    expect(again.shapes).toEqual(first.shapes);
    expect(again.sectors).toMatchObject([{ name: 'Floor', guid: guidOf(1) }]);
    expect(again.sectors[0]?.id).not.toBe(first.sectors[0]?.id);
  });

  test('after the removal of the old one has each decoration once, with its new guid if one is given', async () => {
    const { schemaId } = await editor.makeSchema();
    const first = await put(schemaId, drawing);
    await put(schemaId, { sectors: gone(first) });
    const named = drawing.shapes.map((shape, at) => ({ ...shape, id: guidOf(50 + at) }));
    const again = await put(schemaId, { ...drawing, shapes: named });
    expect(again.shapes.map(({ id }) => id)).toEqual([guidOf(50), guidOf(51), guidOf(52)]);
  });

  test('removes decorations that it no longer has', async () => {
    const { schemaId } = await editor.makeSchema();
    const first = await put(schemaId, drawing);
    const moved = { ...stage, top: -400 };
    const again = await put(schemaId, { sectors: [...gone(first), ...drawing.sectors], shapes: [moved, bar] });
    expect(again.shapes).toMatchObject([{ text: 'STAGE', top: -400 }, { shapeType: 'CIRCLE' }]);
  });

  test('keeps decorations if it has no `shapes`, or does not replace all sectors', async () => {
    const { schemaId } = await editor.makeSchema();
    const first = await put(schemaId, drawing);
    const second = await put(schemaId, { sectors: [...gone(first), ...drawing.sectors] });
    expect(textsOf(second)).toEqual(['STAGE', null, 'GATE']);
    const more = { sectors: [{ name: 'Hill', ga: true, capacity: 1 }], shapes: [{ ...stage, text: 'EXIT', order: 9 }] };
    expect(textsOf(await put(schemaId, more))).toEqual(['STAGE', null, 'GATE', 'EXIT']);
  });
});

test('two identical decorations stay separate, and a change of one of them does not change the other', async () => {
  const { schemaId } = await editor.makeSchema();
  const first = await put(schemaId, { shapes: [stage, { ...stage }] });
  expect(first.shapes).toHaveLength(2);
  const [one, other] = first.shapes;
  const shapes = [stage, { id: one?.id, text: 'LEFT' }, { id: other?.id, text: 'RIGHT' }];
  expect(textsOf(await put(schemaId, { shapes })).toSorted()).toEqual(['LEFT', 'RIGHT', 'STAGE']);
});

test('a drawing that names another organization is refused, one that names the login’s own is accepted', async () => {
  const { schemaId } = await editor.makeSchema();
  const { organization, other } = service.catalog;
  expect(outcomeOf(await editor.draw(schemaId, { ...drawing, orgId: other.id }))).toBe('403 ACCESS_DENIED');
  expect((await put(schemaId, { ...drawing, orgId: organization.id })).sectors).toHaveLength(1);
});

describe('unknown members of an editor’s body', () => {
  const warningsOf = async (schemaId: number, body: unknown) =>
    succeeded(await editor.draw(schemaId, body)).body.warnings;

  test('are named in warnings, once for each list; stored members are not', async () => {
    const { schemaId } = await editor.makeSchema();
    const body = {
      ...threeSections,
      rows: threeSections.rows.map((row) => ({ ...row, curve: 3 })),
      seats: threeSections.seats.map((seat) => ({ ...seat, colour: 'red', [`${'x'.repeat(500)}`]: 1 })),
      palette: [],
    };
    expect(await warningsOf(schemaId, body)).toEqual([
      'rows[].curve',
      'seats[].colour',
      `seats[].${'x'.repeat(100)}`,
      'palette',
    ]);
    const { body: whole } = await editor.map(schemaId);
    expect(whole).not.toHaveProperty('warnings');
    expect(await warningsOf(schemaId, whole)).toBeUndefined();
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`m${at}`, at]));
    expect(await warningsOf(schemaId, many)).toHaveLength(100);
  });

  test('are named for venues, schemas and logins too', async () => {
    const venue = succeeded(await editor.ask('POST', '/api/venues/', { name: 'Hall', city: 'Ulm', orgId: null })).body;
    expect(venue.warnings).toEqual(['city']);
    const { warnings: _, ...sent } = venue;
    const changed = succeeded(await editor.ask('PUT', '/api/venues/', { ...sent, city: 'Ulm', zip: 1 })).body;
    expect(changed.warnings).toEqual(['city', 'zip']);
    const path = `/api/venues/${venue.id}/schemas/`;
    expect(succeeded(await editor.ask('POST', path, { name: 'Map', colour: 1 })).body.warnings).toEqual(['colour']);
    expect(succeeded(await editor.ask('POST', path, { name: 'Map' })).body).not.toHaveProperty('warnings');
    const out = await service.call('POST', '/api/auth/logout', { body: { token: 'none', all: true } });
    expect(succeeded(out).body).toEqual({ success: true, warnings: ['all'] });
  });
});
