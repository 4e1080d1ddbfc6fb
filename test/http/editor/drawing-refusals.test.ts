/** Refused drawings: with all mistakes named, or because of the caller. A refused drawing changes nothing. */
import { errorsOf } from '../../support/answers.ts';
import { type Drawing, guidOf, threeSections } from '../../support/drawings.ts';
import { type Editor, openEditor } from '../../support/editor-calls.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

const unknown = '404 ENTITY_NOT_FOUND';

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

describe('the editor’s drawing call', () => {
  test.each<[string, (map: Drawing) => object, string[]]>([
    ['sections of another schema', () => ({ sectors: [{ id: 999_999 }] }), ['sectors[0].id UNKNOWN_VALUE']],
    ['rows of another schema', () => ({ rows: [{ id: 999_999 }] }), ['rows[0].id UNKNOWN_VALUE']],
    [
      'seats of another schema',
      ({ seats }) => ({ seats: [{ id: seats[0]?.id }, { id: 999_999 }, { id: 999_998, toRemove: true }] }),
      ['seats[1].id UNKNOWN_VALUE', 'seats[2].id UNKNOWN_VALUE'],
    ],
    [
      'shapes of another schema',
      () => ({ shapes: [{ id: guidOf(99), toRemove: true }] }),
      ['shapes[0].id UNKNOWN_VALUE'],
    ],
    [
      'rows in areas',
      ({ sectors }) => ({ rows: [{ sectorId: sectors[2]?.id, rowNumber: 'A' }] }),
      ['rows[0].sectorId UNKNOWN_VALUE'],
    ],
    [
      'duplicate seat names in a row',
      ({ rows }) => ({ seats: [{ rowId: rows[0]?.id, name: '2', ax: 0, ay: 0 }] }),
      ['seats[0].name DUPLICATE'],
    ],
    [
      'duplicate row labels in a section',
      ({ sectors }) => ({ rows: [{ sectorId: sectors[0]?.id, rowNumber: 'A' }] }),
      ['rows[0].rowNumber DUPLICATE'],
    ],
    [
      'names with the separator of composite keys',
      () => ({ sectors: [{ name: 'a;;b' }] }),
      ['sectors[0].name PATTERN'],
    ],
    [
      'members of wrong types',
      () => ({ sectors: 1, rows: {}, forceDelete: 'x' }),
      ['sectors TYPE', 'rows TYPE', 'forceDelete TYPE'],
    ],
  ])('refuses %s', async (_, bodyOf, expected) => {
    const { schemaId, map } = await drawn();
    const answer = await editor.draw(schemaId, bodyOf(map));
    expect([answer.status, answer.body.errorCode, errorsOf(answer)]).toEqual([400, 'VALIDATION_FAILED', expected]);
    expect(await mapOf(schemaId)).toEqual(map);
  });

  test('refuses bodies that are not a drawing', async () => {
    const { schemaId } = await drawn();
    expect(outcomeOf(await editor.draw(schemaId, '{'))).toBe('400 MALFORMED_REQUEST');
    expect(outcomeOf(await editor.draw(schemaId, '[]'))).toBe('400 VALIDATION_FAILED');
    expect(outcomeOf(await editor.draw(schemaId, undefined))).toBe('400 VALIDATION_FAILED');
    expect(errorsOf(await editor.draw(schemaId, {}, '?forceDelete=maybe'))).toEqual(['forceDelete UNKNOWN_VALUE']);
  });

  test('answers 404 for maps of another organization and unknown maps, before it reads the body', async () => {
    const theirs = await openEditor(service, service.catalog.other.id);
    const { schemaId } = await theirs.makeSchema();
    for (const id of [schemaId, 4_000_000_000]) {
      expect(outcomeOf(await editor.map(id))).toBe(unknown);
      expect(outcomeOf(await editor.draw(id, '{'))).toBe(unknown);
      expect(outcomeOf(await editor.draw(id, threeSections))).toBe(unknown);
    }
    expect((await theirs.map(schemaId)).body).toMatchObject({ version: 0, sectors: [] });
    expect(errorsOf(await editor.ask('GET', '/api/seatmap/x/'))).toEqual(['schemaId TYPE']);
  });

  test('refuses callers without a login, before it reads the body', async () => {
    const { schemaId } = await drawn();
    const key = service.catalog.organization.token;
    const path = `/api/seatmap/${schemaId}/`;
    for (const options of [{}, { key }, { headers: { Authorization: 'Bearer wrong' } }]) {
      expect(outcomeOf(await service.call('GET', path, options))).toBe('401 UNAUTHENTICATED');
      expect(outcomeOf(await service.call('PUT', path, { ...options, body: '{' }))).toBe('401 UNAUTHENTICATED');
    }
  });
});
