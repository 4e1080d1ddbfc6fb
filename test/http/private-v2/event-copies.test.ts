/** Copies of events over HTTP: what a copy takes along, what stays behind, and which calls are refused. */
import { randomUUID } from 'node:crypto';
import { errorsOf } from '../../support/answers.ts';
import { ask, calls, floor, seat, service, show, useHall } from '../../support/hall.ts';
import { hire } from '../../support/people-calls.ts';
import { bookingOf, outcomeOf, sessionCalls, succeeded } from '../../support/session-calls.ts';

useHall();

const root = '/api/private/v2.0/events/';
const hour = 3_600_000;
const day = 24 * hour;
const second = { name: 'Second night', start: '2027-05-02T20:30:00', endDate: '2027-05-02T23:00:00' };

const copies = (of = show.eventId) => `${root}${of}/copies/`;
const read = async (path: string) => succeeded(await ask('GET', path)).body;
const copy = async (more: object = {}) => succeeded(await ask('POST', copies(), { ...second, ...more })).body;

/** Sets the original's start, from which times are counted. */
async function startAt(start: string): Promise<void> {
  const { schemaId, name } = await read(root + show.eventId);
  const body = { id: show.eventId, schemaId, name, start, endDate: '2027-12-31T00:00:00' };
  succeeded(await ask('PUT', root, body));
}

const inHours = (hours: number) => new Date(service.clock.now() + hours * hour).toISOString();
const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();

async function allot(name: string, terms: object, places: object): Promise<string> {
  const path = `${root}${show.eventId}/allotments/`;
  const { id } = succeeded(await ask('POST', path, { name, access: 'PASS', ...terms })).body;
  succeeded(await ask('PUT', `${path}${id}/places`, places));
  return id;
}

test('a copy is a draft on the same schema with the prices, their seats, and the face, and nothing that was sold', async () => {
  const face = { title: 'Gala', imageUrl: 'https://shop.example/a.jpg', returnUrl: null };
  succeeded(await ask('PUT', `${root}${show.eventId}/face/`, face));
  succeeded(await calls.book('directsale', bookingOf([seat(0)])));
  await calls.open([seat(1)]);
  const made = await copy();
  const { schemaId } = await read(root + show.eventId);
  expect(made).toMatchObject({ ...second, schemaId, status: 'DRAFT' });
  expect(await read(root + made.id)).toEqual(made);
  expect(await read(`${root}${made.id}/face/`)).toMatchObject(face);
  const assignments = (id: string) => read(`/api/private/v2.0/event/${id}/prices/assignments/`);
  const [before, after] = [await assignments(show.eventId), await assignments(made.id)];
  const shownOf = ({ seatsOnEvent }: { seatsOnEvent: { id: number; priceName: string; state: string }[] }) =>
    seatsOnEvent.map(({ id, priceName }) => [id, priceName]);
  expect(shownOf(after)).toEqual(shownOf(before));
  expect(new Set(after.seatsOnEvent.map(({ state }: { state: string }) => state))).toEqual(new Set(['ACTIVE']));
  expect(after.seatsOnEvent[0].priceId).not.toBe(before.seatsOnEvent[0].priceId);
});

test('a copy has the allotments with their places, and their times keep their distance from the start', async () => {
  await startAt('2027-05-01T19:30:00');
  const [opensAt, closesAt, at] = [inHours(5), inHours(9), inHours(8)];
  const house = await allot('House', { access: 'STAFF', colour: '#aa3300' }, { seats: [seat(2)] });
  const release = { at, whenSold: null, to: house };
  const groupOfSeats = [{ id: floor, capacity: 4 }];
  await allot(
    'Fans',
    { opensAt, closesAt, maxSeatsPerSession: 4, release },
    { seats: [seat(0), seat(1)], groupOfSeats },
  );
  const made = await copy();
  const path = `${root}${made.id}/allotments/`;
  const [ofHouse, ofFans] = await read(path);
  const ms = day + hour;
  expect([ofHouse, ofFans]).toMatchObject([
    { name: 'House', access: 'STAFF', colour: '#aa3300', phase: 'OPEN', seats: { available: 1 } },
    {
      ...{ name: 'Fans', access: 'PASS', maxSeatsPerSession: 4, phase: 'WAITING', seats: { available: 2 } },
      ...{ opensAt: later(opensAt, ms), closesAt: later(closesAt, ms), groupOfSeats: [{ id: floor, capacity: 4 }] },
      release: { at: later(at, ms), whenSold: null, to: ofHouse.id },
    },
  ]);
  expect(ofHouse.id).not.toBe(house);
  expect(await read(`${path}${ofFans.id}/places`)).toEqual({ seats: [seat(0), seat(1)], groupOfSeats });
});

test('a release of the original is not copied: the seats are where they were put', async () => {
  const id = await allot('Fans', { release: { at: inHours(1) } }, { seats: [seat(0)] });
  service.clock.advance(2 * hour);
  expect((await read(`${root}${show.eventId}/allotments/${id}`)).released).not.toBeNull();
  await startAt('2027-05-01T19:30:00');
  const made = await copy();
  const [fans] = await read(`${root}${made.id}/allotments/`);
  expect(fans).toMatchObject({ released: null, seats: { available: 1 } });
});

test('a copy admits as its original does, with a queue of its own', async () => {
  await startAt('2027-05-01T19:30:00');
  const opensAt = inHours(3);
  const admission = { mode: 'QUEUE', opensAt, ratePerMinute: 60, activeSessionsMax: 500, claimSeconds: 90 };
  const before = succeeded(await ask('PUT', `${root}${show.eventId}/admission`, admission)).body;
  const made = await copy();
  const after = await read(`${root}${made.id}/admission`);
  expect(after).toMatchObject({ ...admission, opensAt: later(opensAt, day + hour) });
  expect(after.queue).toMatchObject({ waiting: 0, admitted: 0, seed: null });
  expect(after.queue.seedHash).not.toBe(before.queue.seedHash);
});

test('a published copy is sold, also after a restart', async () => {
  const made = await copy({ status: 'PUBLISHED' });
  const on = sessionCalls(await service.restart(), { ...show, eventId: made.id });
  const id = await on.open([seat(0)]);
  expect(await on.cart(id)).toEqual({ seats: [seat(0)], places: {} });
  succeeded(await on.book('directsale', bookingOf([seat(1)])));
});

test('a new event of a series has the allotments and the admission of its template too', async () => {
  await startAt('2027-05-01T19:30:00');
  const opensAt = inHours(5);
  await allot('Fans', { opensAt }, { seats: [seat(0)] });
  succeeded(await ask('PUT', `${root}${show.eventId}/admission`, { mode: 'PASS' }));
  const series = { name: 'Run', templateEventId: show.eventId, timeZone: 'Europe/Berlin' };
  const { id } = succeeded(await ask('POST', '/api/private/v2.0/series/', series)).body;
  const date = { start: '2027-05-03T19:30:00', end: '2027-05-03T22:00:00' };
  const made = succeeded(await ask('POST', `/api/private/v2.0/series/${id}/events/`, date)).body;
  expect(await read(`${root}${made.id}/allotments/`)).toMatchObject([
    { name: 'Fans', opensAt: later(opensAt, 2 * day), seats: { available: 1 } },
  ]);
  expect((await read(`${root}${made.id}/admission`)).mode).toBe('PASS');
});

test('a repetition under the same key makes no second copy', async () => {
  const key = service.catalog.organization.token;
  const headers = { 'Idempotency-Key': randomUUID() };
  const call = () => service.call('POST', copies(), { key, body: { ...second, name: 'Repeated' }, headers });
  const first = succeeded(await call()).body;
  expect(succeeded(await call()).body).toEqual(first);
  const { content } = await read(`${root}?size=100&name=Repeated`);
  expect(content).toHaveLength(1);
});

test.each([
  [{ name: '' }, ['name SIZE']],
  [{ name: 'x'.repeat(256) }, ['name SIZE']],
  [{ start: null }, ['start NOT_NULL']],
  [{ start: '2027-05-02T19:30:00Z' }, ['start PATTERN']],
  [{ endDate: '2027-05-02T20:29:59' }, ['endDate MIN']],
  [{ status: 'SOLD' }, ['status UNKNOWN_VALUE']],
])('a copy with %j is refused', async (members, errors) => {
  const answer = await ask('POST', copies(), { ...second, ...members });
  expect([outcomeOf(answer), errorsOf(answer)]).toEqual(['400 VALIDATION_FAILED', errors]);
});

test('nobody copies the event of another organization, an unknown one, or without the right to', async () => {
  const { token } = service.catalog.other;
  expect(outcomeOf(await service.call('POST', copies(), { key: token, body: second }))).toBe('404 ENTITY_NOT_FOUND');
  expect(outcomeOf(await ask('POST', copies(randomUUID()), second))).toBe('404 ENTITY_NOT_FOUND');
  const viewer = await hire(service, 'VIEWER');
  expect(outcomeOf(await viewer.ask('POST', copies(), second))).toBe('403 ROLE_NOT_ALLOWED');
});

test('the audit tells of the copy', async () => {
  const made = await copy();
  const { entries } = await read('/api/private/management/v2.0/audit/?operation=copyEvent');
  expect(entries[0]).toMatchObject({ operation: 'copyEvent', after: { id: made.id } });
});
