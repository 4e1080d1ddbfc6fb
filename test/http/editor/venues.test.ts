/** Venues through the editor interface: the same venues as in the other interfaces, for logged-in users. */
import { errorsOf } from '../../support/answers.ts';
import { type Editor, openEditor } from '../../support/editor-calls.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

const path = '/api/venues/';
const unknown = '404 ENTITY_NOT_FOUND';
const hall = { name: 'City Hall', address: '1 Market Square', lat: 52.5, lng: 13.4 };

let service: TestService;
let ours: Editor;
let theirs: Editor;

beforeAll(async () => {
  service = await startTestService();
  ours = await openEditor(service);
  theirs = await openEditor(service, service.catalog.other.id);
});

afterAll(() => service.close());

describe('a venue', () => {
  test('is created, read, replaced and deleted', async () => {
    const made = await ours.ask('POST', path, hall);
    expect(made).toMatchObject({ status: 201, body: hall });
    const { id } = made.body;
    expect(made.body).toEqual({ id, ...hall });
    expect(await ours.ask('GET', `${path}${id}`)).toMatchObject({ status: 200, body: made.body });
    const replaced = await ours.ask('PUT', path, { id, name: 'Town Hall' });
    expect(replaced).toMatchObject({ status: 200 });
    expect(replaced.body).toEqual({ id, name: 'Town Hall', address: null, lat: null, lng: null });
    expect((await ours.ask('GET', `${path}${id}/`)).body).toEqual(replaced.body);
    expect(await ours.ask('DELETE', `${path}${id}`)).toMatchObject({ status: 204, body: undefined });
    expect(outcomeOf(await ours.ask('GET', `${path}${id}`))).toBe(unknown);
  });

  test('is the same in the other interfaces', async () => {
    const { id } = succeeded(await ours.ask('POST', path, hall)).body;
    const key = service.catalog.organization.token;
    expect((await service.call('GET', `/api/private/v2.0/venues/${id}`, { key })).body).toEqual({ id, ...hall });
  });

  test('can be deleted by an id in the query, which is required then', async () => {
    const { id } = succeeded(await ours.ask('POST', path, hall)).body;
    expect(errorsOf(await ours.ask('DELETE', path))).toEqual(['id NOT_NULL']);
    expect(errorsOf(await ours.ask('DELETE', `${path}?id=x`))).toEqual(['id TYPE']);
    expect((await ours.ask('DELETE', `${path}?id=${id}`)).status).toBe(204);
    expect(outcomeOf(await ours.ask('DELETE', `${path}?id=${id}`))).toBe(unknown);
  });

  test('cannot be deleted while it has schemas', async () => {
    const { venueId } = await ours.makeSchema();
    const conflict = '409 DATA_INTEGRITY_VIOLATION';
    expect(outcomeOf(await ours.ask('DELETE', `${path}${venueId}`))).toBe(conflict);
    expect(outcomeOf(await ours.ask('DELETE', `${path}?id=${venueId}`))).toBe(conflict);
    expect((await ours.ask('GET', `${path}${venueId}`)).status).toBe(200);
  });

  test('of another organization is unknown', async () => {
    const { id } = succeeded(await theirs.ask('POST', path, hall)).body;
    const unknownId = 4_000_000_000;
    for (const venueId of [id, unknownId]) {
      expect(outcomeOf(await ours.ask('GET', `${path}${venueId}`))).toBe(unknown);
      expect(outcomeOf(await ours.ask('PUT', path, { id: venueId, name: 'Ours' }))).toBe(unknown);
      expect(outcomeOf(await ours.ask('DELETE', `${path}${venueId}`))).toBe(unknown);
      expect(outcomeOf(await ours.ask('DELETE', `${path}?id=${venueId}`))).toBe(unknown);
    }
    expect((await theirs.ask('GET', `${path}${id}`)).body).toEqual({ id, ...hall });
  });

  test('with mistakes is refused, and all mistakes are named', async () => {
    expect(errorsOf(await ours.ask('POST', path, { lat: 91, lng: 'x' }))).toEqual([
      'name NOT_NULL',
      'lat MAX',
      'lng TYPE',
    ]);
    expect(errorsOf(await ours.ask('POST', path, { id: 1, name: 'A' }))).toEqual(['id NULL']);
    expect(errorsOf(await ours.ask('PUT', path, { name: 'A' }))).toEqual(['id NOT_NULL']);
    expect(outcomeOf(await ours.ask('POST', path, '{'))).toBe('400 MALFORMED_REQUEST');
  });
});

describe('the list of venues', () => {
  test('is paged and can be searched by part of the name', async () => {
    const editor = await openEditor(service, service.catalog.other.id);
    for (const name of ['North Arena', 'South arena', 'West']) succeeded(await editor.ask('POST', path, { name }));
    const namesOf = async (query: string) =>
      succeeded(await editor.ask('GET', `${path}${query}`)).body.content.map(({ name }: { name: string }) => name);
    expect(await namesOf('?search=ARENA')).toEqual(['North Arena', 'South arena']);
    expect(await namesOf('?search=arena&size=1&page=1')).toEqual(['South arena']);
    expect(await namesOf('?search=arena&sort=name,desc')).toEqual(['South arena', 'North Arena']);
    expect(await namesOf('?search=%25')).toEqual([]);
    const { body } = await editor.ask('GET', `${path}?search=arena&size=1`);
    expect(body).toMatchObject({ totalElements: 2, totalPages: 2, size: 1, number: 0 });
    expect(errorsOf(await editor.ask('GET', `${path}?size=1001`))).toEqual(['size MAX']);
  });

  test('shows nothing of another organization', async () => {
    const { id } = succeeded(await theirs.ask('POST', path, { name: 'Only theirs' })).body;
    const { body } = await ours.ask('GET', `${path}?size=100`);
    expect(body.content.map((venue: { id: number }) => venue.id)).not.toContain(id);
    expect(JSON.stringify(body)).not.toContain('Only theirs');
  });
});
