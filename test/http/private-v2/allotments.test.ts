/** The calls on allotments over HTTP, and what buyers with and without a pass may take. */
import { randomUUID } from 'node:crypto';
import { errorsOf } from '../../support/answers.ts';
import { calls, floor, seat, service, show, useHall } from '../../support/hall.ts';
import { mapReads } from '../../support/map-calls.ts';
import { type PassCalls, passCalls } from '../../support/pass-calls.ts';
import { claimsFor, type PassIssuer, secretIssuer, signPass } from '../../support/passes.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

useHall();

let passes: PassCalls;
const issuer = secretIssuer('fan-club');
const hour = 3_600_000;

beforeEach(async () => {
  passes = passCalls(service, show);
  await passes.store(issuer);
});

const root = () => `/api/private/v2.0/events/${show.eventId}/allotments/`;

function ask(method: string, path: string, body?: unknown, key = service.catalog.organization.token) {
  return service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
}

const passFor = (by: PassIssuer, id: string) =>
  signPass(by, claimsFor(show.eventId, service.clock.now(), { allotments: [id] }));

const terms = (more: object = {}) => ({ name: 'Fan club', access: 'PASS', ...more });

async function make(more: object = {}, seats: readonly number[] = [0, 1, 2]): Promise<string> {
  const { id } = succeeded(await ask('POST', root(), terms(more))).body;
  succeeded(await ask('PUT', `${root()}${id}/places`, { seats: seats.map(seat) }));
  return id;
}

const after = (ms: number): string => new Date(service.clock.now() + ms).toISOString();

test('an allotment is created, filled, read, changed and deleted', async () => {
  const created = await ask('POST', root(), terms({ colour: '#AA3300', opensAt: '2030-01-01T10:00:00+02:00' }));
  expect([created.status, created.body]).toEqual([
    201,
    {
      id: expect.any(String),
      name: 'Fan club',
      colour: '#aa3300',
      access: 'PASS',
      opensAt: '2030-01-01T08:00:00.000Z',
      closesAt: null,
      maxSeatsPerSession: null,
      release: null,
      phase: 'WAITING',
      released: null,
      seats: { available: 0, locked: 0, sold: 0, blocked: 0 },
      groupOfSeats: [],
    },
  ]);
  const path = `${root()}${created.body.id}`;
  const filled = succeeded(await ask('PUT', `${path}/places`, { seats: [seat(0), seat(1)] })).body;
  expect(filled.seats).toEqual({ available: 2, locked: 0, sold: 0, blocked: 0 });
  expect((await ask('GET', path)).body).toEqual(filled);
  const changed = succeeded(await ask('PUT', path, terms({ access: 'STAFF', maxSeatsPerSession: 2 }))).body;
  expect(changed).toMatchObject({ access: 'STAFF', opensAt: null, phase: 'OPEN', maxSeatsPerSession: 2, colour: null });
  expect((await ask('GET', root())).body).toEqual([changed]);
  expect((await ask('DELETE', path)).status).toBe(204);
  expect([(await ask('GET', root())).body, outcomeOf(await ask('GET', path))]).toEqual([[], '404 ENTITY_NOT_FOUND']);
});

test('the seats and places of an allotment are read as they were set, and the answer sets them again', async () => {
  const id = await make({}, [2, 0]);
  const path = `${root()}${id}/places`;
  const groupOfSeats = [{ id: floor, capacity: 4 }];
  succeeded(await ask('PUT', path, { seats: [seat(2), seat(0)], groupOfSeats }));
  const places = succeeded(await ask('GET', path)).body;
  expect(places).toEqual({ seats: [seat(0), seat(2)], groupOfSeats });
  const other = await make({ name: 'Box' }, [0, 5]);
  expect((await ask('GET', path)).body).toEqual({ seats: [seat(2)], groupOfSeats });
  expect((await ask('GET', `${root()}${other}/places`)).body).toEqual({ seats: [seat(0), seat(5)], groupOfSeats: [] });
  succeeded(await ask('PUT', path, places));
  expect((await ask('GET', path)).body).toEqual(places);
  expect((await ask('GET', `${root()}${other}/places`)).body).toEqual({ seats: [seat(5)], groupOfSeats: [] });
  expect(outcomeOf(await ask('GET', `${root()}${randomUUID()}/places`))).toBe('404 ENTITY_NOT_FOUND');
});

test('only sessions whose pass names it take its seats, and the pass is spent in every mode', async () => {
  const id = await make();
  const pass = await passFor(issuer, id);
  const fan = succeeded(await passes.enter(pass)).body.sessionId;
  const other = await calls.open();
  expect(outcomeOf(await calls.callPublic(other, 'lock', { seats: [seat(0)] }))).toBe('409 SEAT_CONFLICT');
  expect(outcomeOf(await calls.callPublic(fan, 'lock', { seats: [seat(0)] }))).toBe('200');
  expect(outcomeOf(await passes.enter(pass))).toBe('409 PASS_USED');
  const offer = succeeded(await mapReads(service, show.eventId).prices()).body;
  const offered = new Set(offer.seats.map(([shown]: [number]) => shown));
  expect([0, 1, 2, 3].map((index) => offered.has(seat(index)))).toEqual([false, false, false, true]);
});

test('a key in the page is no credential: a pass that nobody signed opens nothing', async () => {
  const id = await make();
  const forged = await passFor(secretIssuer('fan-club'), id);
  const buyer = succeeded(await passes.enter(forged)).body.sessionId;
  expect(outcomeOf(await calls.callPublic(buyer, 'lock', { seats: [seat(0)] }))).toBe('409 SEAT_CONFLICT');
});

test('a seat that opens later is refused with the time, and its alternatives can be had now', async () => {
  const opensAt = after(hour);
  await make({ access: 'PUBLIC', opensAt });
  const buyer = await calls.open();
  const answer = await calls.callPublic(buyer, 'lock', { seats: [seat(0), seat(1)], suggest: true });
  expect([outcomeOf(answer), answer.body.opensAt, answer.body.conflicts.seats]).toEqual([
    '409 NOT_ON_SALE',
    opensAt,
    [seat(0), seat(1)],
  ]);
  for (const seats of answer.body.alternatives) {
    expect(outcomeOf(await calls.callPublic(await calls.open(), 'lock', { seats }))).toBe('200');
  }
});

test('the organization sells any seat itself', async () => {
  const id = await make({ access: 'STAFF' });
  expect((await calls.book('directsale', { seats: [{ id: seat(0) }] })).body).toBe(true);
  expect((await ask('GET', root() + id)).body.seats).toMatchObject({ available: 2, sold: 1 });
});

test.each<[string, object, string]>([
  ['no name', { name: '' }, 'name'],
  ['an unknown access', { access: 'VIP' }, 'access'],
  ['a colour that is none', { colour: 'red' }, 'colour'],
  ['a time without zone', { opensAt: '2030-01-01T10:00:00' }, 'opensAt'],
  ['an end before the beginning', { opensAt: '2030-01-02T10:00:00Z', closesAt: '2030-01-01T10:00:00Z' }, 'closesAt'],
  ['no seats for a session', { maxSeatsPerSession: 0 }, 'maxSeatsPerSession'],
  ['an unknown condition', { release: { whenSold: 'ROW' } }, 'release.whenSold'],
  ['an unknown target', { release: { at: '2030-01-01T10:00:00Z', to: randomUUID() } }, 'release.to'],
])('refuses %s', async (_name, more, field) => {
  expect(errorsOf(await ask('POST', root(), terms(more))).map((error) => error.split(' ')[0])).toEqual([field]);
});

test('refuses places that the event does not have, and changes nothing', async () => {
  const id = await make();
  const answer = await ask('PUT', `${root()}${id}/places`, { seats: [seat(0), 1], prices: [2] });
  expect(answer.status).toBe(400);
  expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(['seats[1]', 'prices[0]']);
  expect((await ask('GET', root() + id)).body.seats.available).toBe(3);
  const unknown = await ask('PUT', `${root()}${randomUUID()}/places`, { seats: [] });
  expect(outcomeOf(unknown)).toBe('404 ENTITY_NOT_FOUND');
});

test('the organization has best seats chosen within an allotment', async () => {
  const id = await make({ access: 'STAFF' }, [3, 4]);
  const wish = { count: 2, allotmentId: id };
  const { done, seats } = succeeded(await calls.book('directsale', { bestAvailable: wish })).body;
  expect([done, seats]).toEqual([true, [seat(3), seat(4)]]);
  const unknown = await calls.book('lock', { bestAvailable: { count: 1, allotmentId: randomUUID() } });
  expect(errorsOf(unknown).map((error) => error.split(' ')[0])).toEqual(['bestAvailable.allotmentId']);
  const malformed = await calls.book('lock', { bestAvailable: { count: 1, allotmentId: 7 } });
  expect(errorsOf(malformed).map((error) => error.split(' ')[0])).toEqual(['bestAvailable.allotmentId']);
});

test('takes all seats of a price', async () => {
  const id = await make();
  const [price] = show.prices;
  const all = succeeded(await ask('PUT', `${root()}${id}/places`, { prices: [price] })).body;
  expect(all.seats.available).toBe((await calls.assignments()).seatsOnEvent.length);
});

test('takes places of areas: the public sees and gets the rest, a fan the fans’ first', async () => {
  const id = await make({ maxSeatsPerSession: 5 });
  const groupOfSeats = [{ id: floor, capacity: 15 }];
  const filled = succeeded(await ask('PUT', `${root()}${id}/places`, { groupOfSeats })).body;
  expect(filled.groupOfSeats).toEqual([{ id: floor, capacity: 15, available: 15, taken: 0 }]);
  const offer = succeeded(await mapReads(service, show.eventId).prices()).body;
  expect(offer.groupOfSeats).toContainEqual(expect.arrayContaining([floor, 5]));
  const other = await calls.callPublic(await calls.open(), 'lock', { groupOfSeats: [{ id: floor, capacity: 6 }] });
  expect(outcomeOf(other)).toBe('409 SEAT_CONFLICT');
  const { sessionId } = succeeded(await passes.enter(await passFor(issuer, id))).body;
  const groups = [{ id: floor, capacity: 10 }];
  expect(outcomeOf(await calls.callPublic(sessionId, 'lock', { groupOfSeats: groups }))).toBe('200');
  expect((await ask('GET', root() + id)).body.groupOfSeats).toEqual([
    { id: floor, capacity: 15, available: 10, taken: 5 },
  ]);
});

test.each<[string, object[], string]>([
  ['an unknown area', [{ id: 1, capacity: 1 }], 'groupOfSeats[0].id'],
  ['more places than the area has', [{ id: 0, capacity: 21 }], 'groupOfSeats[0].capacity'],
  ['a negative number', [{ id: 0, capacity: -1 }], 'groupOfSeats[0].capacity'],
  ['half a place', [{ id: 0, capacity: 0.5 }], 'groupOfSeats[0].capacity'],
  ['an area that is named twice', [0, 0].map((id) => ({ id, capacity: 1 })), 'groupOfSeats[1].id'],
])('refuses %s, and changes nothing', async (_name, groupOfSeats, field) => {
  const id = await make();
  // 0 stands for the area, whose id is known only now.
  const lines = groupOfSeats.map((line) => (Reflect.get(line, 'id') === 0 ? { ...line, id: floor } : line));
  const answer = await ask('PUT', `${root()}${id}/places`, { groupOfSeats: lines });
  expect(errorsOf(answer).map((error) => error.split(' ')[0])).toEqual([field]);
  expect((await ask('GET', root() + id)).body).toMatchObject({ seats: { available: 3 }, groupOfSeats: [] });
});

test('allotments of another organization do not exist', async () => {
  const id = await make();
  const { token } = service.catalog.other;
  for (const [method, path, body] of [
    ['GET', root(), undefined],
    ['GET', root() + id, undefined],
    ['POST', root(), terms()],
    ['PUT', root() + id, terms()],
    ['DELETE', root() + id, undefined],
    ['GET', `${root()}${id}/places`, undefined],
    ['PUT', `${root()}${id}/places`, { seats: [] }],
  ] as const) {
    expect(outcomeOf(await ask(method, path, body, token))).toBe('404 ENTITY_NOT_FOUND');
  }
});
