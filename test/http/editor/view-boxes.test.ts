/** The view box of a seat map, before and after changes of its layout. */
import { threeSections } from '../../support/drawings.ts';
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

test('the view box of a seat map is the public map’s, immediately after every change', async () => {
  const { schemaId } = await editor.makeSchema();
  const path = `/api/seatmap/${schemaId}/viewbox/`;
  const { publicKey } = service.catalog.organization;
  const same = async () => {
    const own = succeeded(await editor.ask('GET', path)).body;
    const map = await service.call('GET', `/api/public/v1.0/event/schema/?id=${schemaId}&publicKey=${publicKey}`);
    expect(own).toEqual(succeeded(map).body.background.viewBox);
    return own;
  };
  const empty = await same();
  succeeded(await editor.draw(schemaId, threeSections));
  const drawn = await same();
  expect(drawn.width).toBeGreaterThan(empty.width);
  succeeded(
    await editor.draw(schemaId, { shapes: [{ left: 5_000, top: 0, width: 10, height: 10, shapeType: 'RECT' }] }),
  );
  expect((await same()).width).toBeGreaterThan(5_000);
});

test('the view box of another organization’s or an unknown schema is 404', async () => {
  const { schemaId } = await editor.makeSchema();
  const theirs = await openEditor(service, service.catalog.other.id);
  for (const [caller, id] of [
    [theirs, schemaId],
    [editor, 4_000_000_000],
  ] as const)
    expect(outcomeOf(await caller.ask('GET', `/api/seatmap/${id}/viewbox/`))).toBe('404 ENTITY_NOT_FOUND');
});
