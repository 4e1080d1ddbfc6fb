/** The background and view of a plan: stored, read back, cloned, and shown on the public map. */
import { errorsOf } from '../../support/answers.ts';
import { threeSections } from '../../support/drawings.ts';
import { type Editor, openEditor } from '../../support/editor-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { mapReads } from '../../support/map-calls.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

const vectorBackground = {
  backgroundSvg:
    '<svg viewBox="0 0 100 50" fill="none"><path d="M0 0L9 9" onload="alert(1)"/><script>alert(1)</script></svg>',
  viewBox: { x: 0, y: 0, width: 100, height: 50 },
  ...{ x: -120, y: -420, width: 200, height: 100, scale: 19.2 },
};
const clientViewBox = { x: -500, y: -500, width: 2000, height: 1500, isControlledManually: false };

let service: TestService;
let editor: Editor;

beforeAll(async () => {
  service = await startTestService();
  editor = await openEditor(service);
});

afterAll(() => service.close());

const backgroundOf = async (schemaId: number) =>
  succeeded(await mapReads(service, '').schema(schemaId)).body.background;

async function draw(more: object): Promise<number> {
  const { schemaId } = await editor.makeSchema();
  succeeded(await editor.draw(schemaId, { ...threeSections, ...more }));
  return schemaId;
}

test('the background and the initial view of a plan are in the public map, and in a clone', async () => {
  const schemaId = await draw({ vectorBackground, clientViewBox });
  const key = service.catalog.organization.token;
  const prefix = '/api/private/v2.0/schemas/clone/';
  const uuid = succeeded(await service.call('POST', `${prefix}${schemaId}`, { key })).body;
  const copyId = await eventually(
    async () => (await service.call('GET', `${prefix}result/${uuid}`, { key })).body.newSchemaId,
  );
  for (const id of [schemaId, copyId]) {
    const { svg, viewBox } = await backgroundOf(id);
    const { isControlledManually: _, ...box } = clientViewBox;
    expect(viewBox).toEqual(box);
    expect(svg).toContain('viewBox="-500 -500 2000 1500"');
    expect(svg).toContain(
      '<g id="sm-background" transform="matrix(2 0 0 2 -120 -420)"><g fill="none"><path d="M0 0L9 9"></path></g></g>',
    );
    expect(svg).not.toMatch(/script|onload/);
    expect(svg.indexOf('sm-background')).toBeLessThan(svg.indexOf('STAGE'));
    expect(succeeded(await editor.map(id)).body).toMatchObject({ vectorBackground, clientViewBox });
  }
});

test('a seat map that is sent back unchanged changes nothing; null removes a member, an absent member stays', async () => {
  const schemaId = await draw({ vectorBackground, clientViewBox });
  const read = succeeded(await editor.map(schemaId)).body;
  expect(succeeded(await editor.draw(schemaId, read)).body.version).toBe(read.version);
  const renamed = succeeded(await editor.draw(schemaId, { clientViewBox: null })).body;
  expect(renamed).toMatchObject({ version: read.version + 1, vectorBackground, clientViewBox: null });
  expect(renamed).not.toHaveProperty('warnings');
  await eventually(async () => (await backgroundOf(schemaId)).viewBox.width !== clientViewBox.width);
});

test('the initial view is extended to all seats, unless it was set manually', async () => {
  const small = { x: 0, y: 0, width: 10, height: 10 };
  const found = (await backgroundOf(await draw({ clientViewBox: small }))).viewBox;
  expect(found.width).toBeGreaterThan(300);
  expect((await backgroundOf(await draw({ clientViewBox: { ...small, isControlledManually: true } }))).viewBox).toEqual(
    small,
  );
});

test.each<[string, object, readonly string[]]>([
  ['a background that is a string', { vectorBackground: '<svg/>' }, ['vectorBackground TYPE']],
  [
    'a background that is too large',
    { vectorBackground: { backgroundSvg: 'x'.repeat(2_000_001) } },
    ['vectorBackground SIZE'],
  ],
  ['a background with NUL', { vectorBackground: { backgroundSvg: '\u0000' } }, ['vectorBackground PATTERN']],
  [
    'an incomplete view',
    { clientViewBox: { x: 1, y: 'a' } },
    ['clientViewBox.y TYPE', 'clientViewBox.width NOT_NULL', 'clientViewBox.height NOT_NULL'],
  ],
])('%s is refused', async (_, body, expected) => {
  const { schemaId } = await editor.makeSchema();
  const answer = await editor.draw(schemaId, body);
  expect(outcomeOf(answer)).toBe('400 VALIDATION_FAILED');
  expect(errorsOf(answer)).toEqual(expected);
});
