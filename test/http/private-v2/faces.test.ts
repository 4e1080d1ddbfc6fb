/** The face of an event over HTTP: set by the organization, read by buyers' pages, copied by series. */
import { errorsOf } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { ask, service, show, useHall } from '../../support/hall.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

useHall();

const own = (eventId = show.eventId) => `/api/private/v2.0/events/${eventId}/face/`;
const face = {
  title: 'Opening night',
  imageUrl: 'https://img.example.com/night.jpg?w=800',
  returnUrl: 'https://shop.example.com/pay?from=map',
};
const list = (frameOrigins: readonly string[]) =>
  ask('PUT', '/api/private/management/v2.0/organization-config/', { frameOrigins });

async function asBuyer(eventId = show.eventId, headers = {}) {
  const { publicKey } = service.catalog.organization;
  return service.call('GET', `/api/public/v2.0/event/${eventId}/face/?publicKey=${publicKey}`, { headers });
}

/** The venue of the show's layout. */
async function makeVenue(fields: object): Promise<number> {
  const { id } = succeeded(await ask('POST', '/api/private/v2.0/venues/', { name: 'City Hall', ...fields })).body;
  const schema = succeeded(await ask('POST', '/api/private/v2.0/schemas/', { ...hall, venueId: id })).body;
  const dates = { start: '2027-05-01T19:30:00', endDate: '2027-05-01T22:00:00' };
  const event = succeeded(
    await ask('POST', '/api/private/v2.0/events/', { name: 'Night', ...dates, schemaId: schema.id }),
  );
  return event.body.id;
}
const hall = { name: 'Hall', sections: [{ name: 'A', rows: [{ name: '1', seatCount: 2 }] }] };

beforeEach(async () => {
  succeeded(await list(['https://shop.example.com', 'http://localhost:3000']));
});

test('the face of an event is set, replaced and read', async () => {
  const nothing = { title: null, imageUrl: null, returnUrl: null };
  expect(succeeded(await ask('GET', own())).body).toEqual(nothing);
  expect(succeeded(await ask('PUT', own(), face)).body).toEqual(face);
  expect(succeeded(await ask('GET', own())).body).toEqual(face);
  await service.restart();
  expect(succeeded(await ask('GET', own())).body).toEqual(face);
  expect(succeeded(await asBuyer()).body).toMatchObject(face);
  expect(succeeded(await ask('PUT', own(), { returnUrl: 'http://localhost:3000/' })).body).toEqual({
    ...nothing,
    returnUrl: 'http://localhost:3000/',
  });
});

test('buyers read what is on, where and when, and are told within a second when it changes', async () => {
  const eventId = String(await makeVenue({ address: '1 Market Square', timeZone: 'Europe/Berlin' }));
  const first = succeeded(await asBuyer(eventId));
  expect(first.body).toEqual({
    title: 'Night',
    venue: { name: 'City Hall', address: '1 Market Square' },
    start: '2027-05-01T19:30:00',
    timeZone: 'Europe/Berlin',
    startsAt: '2027-05-01T17:30:00.000Z',
    imageUrl: null,
    returnUrl: null,
  });
  const tag = first.headers.get('etag') ?? '';
  expect((await asBuyer(eventId, { 'if-none-match': tag })).status).toBe(304);
  succeeded(await ask('PUT', own(eventId), face));
  expect((await asBuyer(eventId, { 'if-none-match': tag })).body).toMatchObject(face);
  const [venue] = succeeded(await ask('GET', '/api/private/v2.0/venues/?sort=id,desc')).body.content;
  succeeded(await ask('PUT', '/api/private/v2.0/venues/', { id: venue.id, name: 'Old Hall', timeZone: 'UTC' }));
  await eventually(async () => {
    const { venue: shown, startsAt } = succeeded(await asBuyer(eventId)).body;
    return shown.name === 'Old Hall' && startsAt === '2027-05-01T19:30:00.000Z';
  });
});

test('an event without a venue has no zone, and one of a series has that of the series', async () => {
  expect(succeeded(await asBuyer()).body).toMatchObject({ venue: null, timeZone: null, startsAt: null });
  succeeded(await ask('PUT', own(), face));
  const fields = { name: 'Nights', templateEventId: show.eventId, timeZone: 'Asia/Tokyo' };
  const series = succeeded(await ask('POST', '/api/private/v2.0/series/', fields)).body;
  const start = { start: '2027-06-01T20:00:00', name: 'Second night', end: '2027-06-01T22:00:00' };
  const { id } = succeeded(await ask('POST', `/api/private/v2.0/series/${series.id}/events/`, start)).body;
  const shown = succeeded(await asBuyer(id)).body;
  expect(shown).toMatchObject({ ...face, timeZone: 'Asia/Tokyo', startsAt: '2027-06-01T11:00:00.000Z' });
});

test('an address to return to is shown only while its site may embed the pages', async () => {
  succeeded(await ask('PUT', own(), face));
  succeeded(await list([]));
  await eventually(async () => succeeded(await asBuyer()).body.returnUrl === null);
  expect(succeeded(await ask('GET', own())).body.returnUrl).toBe(face.returnUrl);
  expect(errorsOf(await ask('PUT', own(), face))).toEqual(['returnUrl UNKNOWN_VALUE']);
});

test.each([
  [{ title: '' }, ['title SIZE']],
  [{ title: 'x'.repeat(256) }, ['title SIZE']],
  [{ imageUrl: 'http://img.example.com/a.jpg' }, ['imageUrl PATTERN']],
  [{ imageUrl: "https://a.example'; script-src *" }, ['imageUrl PATTERN']],
  [{ imageUrl: 'javascript:alert(1)' }, ['imageUrl PATTERN']],
  [{ imageUrl: `https://img.example.com/${'a'.repeat(2_048)}` }, ['imageUrl SIZE']],
  [{ returnUrl: 'https://me:secret@shop.example.com/' }, ['returnUrl PATTERN']],
  [{ returnUrl: 'https://shop.example.com.evil.example/' }, ['returnUrl UNKNOWN_VALUE']],
  [{ returnUrl: '//shop.example.com/pay' }, ['returnUrl PATTERN']],
  [{ returnUrl: 'https://shop.example.com:444/' }, ['returnUrl UNKNOWN_VALUE']],
  [{ title: 5, imageUrl: 5 }, ['title TYPE', 'imageUrl TYPE']],
])('the face %j is refused', async (body, errors) => {
  const refused = await ask('PUT', own(), body);
  expect([refused.status, errorsOf(refused)]).toEqual([400, errors]);
});

test('nobody sets or reads the face of another organization’s event', async () => {
  const { token } = service.catalog.other;
  const answers = [
    await ask('GET', own(), undefined, token),
    await ask('PUT', own(), { title: 'Ours' }, token),
    await service.call('GET', `/api/public/v2.0/event/${show.eventId}/face/?publicKey=${show.eventId}`, {}),
  ];
  expect(answers.map(outcomeOf)).toEqual(Array(3).fill('404 ENTITY_NOT_FOUND'));
});
