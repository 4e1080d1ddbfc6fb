/** Schemas of a venue through the editor interface, before anything is drawn in them. */
import { errorsOf } from '../../support/answers.ts';
import { type Editor, openEditor } from '../../support/editor-calls.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

const unknown = '404 ENTITY_NOT_FOUND';
const conflict = '409 DATA_INTEGRITY_VIOLATION';
const unknownId = 4_000_000_000;
const pathOf = (venueId: number) => `/api/venues/${venueId}/schemas/`;

let service: TestService;
let ours: Editor;
let theirs: Editor;

beforeAll(async () => {
  service = await startTestService();
  ours = await openEditor(service);
  theirs = await openEditor(service, service.catalog.other.id);
});

afterAll(() => service.close());

describe('a schema', () => {
  test('is created empty, read, changed and deleted', async () => {
    const { venueId } = await ours.makeSchema();
    const path = pathOf(venueId);
    const sent = { name: 'Main hall', description: 'As rebuilt', draft: true, gaCapacity: 40 };
    const made = await ours.ask('POST', path, sent);
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect(made.body).toEqual({ id, ...sent, venueId, seatsCount: 0, seatsCapacity: 0 });
    expect((await ours.ask('GET', `${path}${id}`)).body).toEqual(made.body);
    const changed = await ours.ask('PUT', path, { id, name: 'Great hall', draft: false });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...made.body, name: 'Great hall', draft: false });
    const cleared = await ours.ask('PUT', path, { id, name: 'Great hall', description: null, gaCapacity: null });
    expect(cleared.body).toMatchObject({ description: null, gaCapacity: null, draft: false });
    expect((await ours.ask('DELETE', `${path}${id}`)).status).toBe(204);
    expect(outcomeOf(await ours.ask('GET', `${path}${id}`))).toBe(unknown);
  });

  test('counts its seats and places', async () => {
    const key = service.catalog.organization.token;
    const { venueId } = await ours.makeSchema();
    const sections = [
      { name: 'Stalls', rows: [{ name: 'A', seatCount: 3 }] },
      { name: 'Floor', ga: true, capacity: 40 },
    ];
    const body = { name: 'Made elsewhere', venueId, sections };
    const { id } = succeeded(await service.call('POST', '/api/private/v2.0/schemas/', { key, body })).body;
    expect((await ours.ask('GET', `${pathOf(venueId)}${id}`)).body).toMatchObject({
      name: 'Made elsewhere',
      draft: false,
      seatsCount: 3,
      seatsCapacity: 43,
    });
  });

  test('can be deleted by an id in the query, which is required then', async () => {
    const { venueId, schemaId } = await ours.makeSchema();
    const path = pathOf(venueId);
    expect(errorsOf(await ours.ask('DELETE', path))).toEqual(['id NOT_NULL']);
    expect((await ours.ask('DELETE', `${path}?id=${schemaId}`)).status).toBe(204);
    expect(outcomeOf(await ours.ask('DELETE', `${path}?id=${schemaId}`))).toBe(unknown);
  });

  test('cannot be deleted while events use it', async () => {
    const { venueId, schemaId } = await ours.makeSchema();
    const key = service.catalog.organization.token;
    const dates = { start: '2027-05-01T19:30:00', endDate: '2027-05-01T20:00:00' };
    const body = { name: 'Show', schemaId, ...dates };
    succeeded(await service.call('POST', '/api/private/v2.0/events/', { key, body }));
    expect(outcomeOf(await ours.ask('DELETE', `${pathOf(venueId)}${schemaId}`))).toBe(conflict);
    expect(outcomeOf(await ours.ask('DELETE', `${pathOf(venueId)}?id=${schemaId}`))).toBe(conflict);
  });

  test('of another organization is unknown, and so is one of another venue', async () => {
    const foreign = await theirs.makeSchema();
    const own = await ours.makeSchema();
    const other = await ours.makeSchema();
    for (const [venueId, id] of [
      [foreign.venueId, foreign.schemaId],
      [own.venueId, foreign.schemaId],
      [own.venueId, other.schemaId],
      [own.venueId, unknownId],
      [unknownId, own.schemaId],
    ] as const) {
      const path = pathOf(venueId);
      expect(outcomeOf(await ours.ask('GET', `${path}${id}`))).toBe(unknown);
      expect(outcomeOf(await ours.ask('PUT', path, { id, name: 'Taken over' }))).toBe(unknown);
      expect(outcomeOf(await ours.ask('DELETE', `${path}${id}`))).toBe(unknown);
      expect(outcomeOf(await ours.ask('DELETE', `${path}?id=${id}`))).toBe(unknown);
    }
    for (const venueId of [foreign.venueId, unknownId]) {
      expect(outcomeOf(await ours.ask('GET', pathOf(venueId)))).toBe(unknown);
      expect(outcomeOf(await ours.ask('POST', pathOf(venueId), { name: 'Ours' }))).toBe(unknown);
    }
    expect((await theirs.ask('GET', `${pathOf(foreign.venueId)}${foreign.schemaId}`)).body.name).toBe('Map');
  });

  test('with mistakes is refused, and all mistakes are named', async () => {
    const { venueId, schemaId } = await ours.makeSchema();
    const path = pathOf(venueId);
    expect(errorsOf(await ours.ask('POST', path, { draft: 'yes', gaCapacity: -1 }))).toEqual([
      'name NOT_NULL',
      'draft TYPE',
      'gaCapacity MIN',
    ]);
    expect(errorsOf(await ours.ask('PUT', path, { id: schemaId }))).toEqual(['name NOT_NULL']);
    expect(errorsOf(await ours.ask('PUT', path, { name: 'A' }))).toEqual(['id NOT_NULL']);
    expect(outcomeOf(await ours.ask('POST', path, '['))).toBe('400 MALFORMED_REQUEST');
  });
});

test('the list of a venue’s schemas is paged, and can be filtered by name and by draft', async () => {
  const { venueId } = await ours.makeSchema();
  const path = pathOf(venueId);
  for (const [name, draft] of [
    ['East wing', true],
    ['West Wing', false],
  ] as const)
    succeeded(await ours.ask('POST', path, { name, draft }));
  const namesOf = async (query: string) =>
    succeeded(await ours.ask('GET', `${path}${query}`)).body.content.map(({ name }: { name: string }) => name);
  expect(await namesOf('')).toEqual(['Map', 'East wing', 'West Wing']);
  expect(await namesOf('?search=WING')).toEqual(['East wing', 'West Wing']);
  expect(await namesOf('?isDraft=true')).toEqual(['East wing']);
  expect(await namesOf('?isDraft=false&sort=name,desc')).toEqual(['West Wing', 'Map']);
  expect(await namesOf('?size=1&page=2')).toEqual(['West Wing']);
  expect(errorsOf(await ours.ask('GET', `${path}?isDraft=perhaps`))).toEqual(['isDraft UNKNOWN_VALUE']);
});
