/** Events through the editor interface: the events of a schema. */
import { errorsOf } from '../../support/answers.ts';
import { type Editor, openEditor } from '../../support/editor-calls.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

const path = '/api/events';
const dates = { start: '2027-05-01T19:30:00', endDate: '2027-05-01T20:00:00' };

let service: TestService;
let editor: Editor;

beforeAll(async () => {
  service = await startTestService();
  editor = await openEditor(service);
});

afterAll(() => service.close());

async function addEvent(schemaId: number, name: string, status = 'PUBLISHED'): Promise<string> {
  const body = { name, schemaId, status, ...dates };
  const key = service.catalog.organization.token;
  return succeeded(await service.call('POST', '/api/private/v2.0/events/', { key, body })).body.id;
}

test('the editor interface shows an event with the names of its schema and venue', async () => {
  const { venueId, schemaId } = await editor.makeSchema();
  const id = await addEvent(schemaId, 'Opening');
  const shown = {
    id,
    name: 'Opening',
    schemaId,
    schemaName: 'Map',
    venueId,
    venueName: 'Hall',
    status: 'PUBLISHED',
    startsAt: '2027-05-01T19:30:00',
    endsAt: '2027-05-01T20:00:00',
  };
  expect(await editor.ask('GET', `${path}/${id}`)).toMatchObject({ status: 200, body: shown });
  expect((await editor.ask('GET', `${path}?schemaId=${schemaId}`)).body.content).toEqual([shown]);
});

test('the editor interface lists events by schema, venue, status and part of the name', async () => {
  const one = await editor.makeSchema();
  const other = await editor.makeSchema();
  await addEvent(one.schemaId, 'Matinee');
  await addEvent(one.schemaId, 'Draft evening', 'DRAFT');
  await addEvent(other.schemaId, 'Evening');
  const namesOf = async (query: string) =>
    succeeded(await editor.ask('GET', `${path}${query}`)).body.content.map(({ name }: { name: string }) => name);
  const all = await namesOf('/?sort=name,asc');
  expect(all).toEqual(expect.arrayContaining(['Draft evening', 'Evening', 'Matinee']));
  expect(await namesOf('?sort=name,asc')).toEqual(all);
  expect(await namesOf(`?schemaId=${one.schemaId}&sort=name,asc`)).toEqual(['Draft evening', 'Matinee']);
  expect(await namesOf(`?venueId=${other.venueId}`)).toEqual(['Evening']);
  expect(await namesOf(`?venueId=${one.venueId}&status=DRAFT`)).toEqual(['Draft evening']);
  expect(await namesOf('?search=EVENING&sort=name,desc&size=1')).toEqual(['Evening']);
  expect(errorsOf(await editor.ask('GET', `${path}?status=OPEN`))).toEqual(['status UNKNOWN_VALUE']);
});

test('in the editor interface, events of another organization and deleted events are unknown', async () => {
  const theirs = await openEditor(service, service.catalog.other.id);
  const { schemaId } = await editor.makeSchema();
  const id = await addEvent(schemaId, 'Only ours');
  expect(outcomeOf(await theirs.ask('GET', `${path}/${id}`))).toBe('404 ENTITY_NOT_FOUND');
  expect(succeeded(await theirs.ask('GET', `${path}?schemaId=${schemaId}`)).body).toMatchObject({
    content: [],
    totalElements: 0,
  });
  const key = service.catalog.organization.token;
  succeeded(await service.call('DELETE', `/api/private/v2.0/events/${id}`, { key }));
  expect(outcomeOf(await editor.ask('GET', `${path}/${id}`))).toBe('404 ENTITY_NOT_FOUND');
  expect(errorsOf(await editor.ask('GET', `${path}/nonsense`))).toEqual(['id PATTERN']);
});
