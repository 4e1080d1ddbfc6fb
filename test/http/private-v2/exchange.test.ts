/** Exchanges over HTTP: what the answer and the feed show, repetitions, restarts, and everything that is refused. */
import { randomUUID } from 'node:crypto';
import { errorsOf } from '../../support/answers.ts';
import { feedSettled } from '../../support/feed-calls.ts';
import { ask, booked, calls, floor, placesByState, seat, service, show, stateOf, useHall } from '../../support/hall.ts';
import { bookingOf, outcomeOf, selectionOf, sessionCalls, succeeded } from '../../support/session-calls.ts';

useHall();

type Places = readonly (readonly [number, number])[];

async function bought(seats: readonly number[], places: Places = []): Promise<string> {
  const id = await calls.open(seats.map(seat), places);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, { reference: `order of ${id}`, properties: { door: 4 } }));
  return id;
}

/** One side of an exchange. */
const side = (seats: readonly number[], places: Places = []) => selectionOf(seats.map(seat), places);

test('lines are given back and others taken, with the difference in the answer', async () => {
  const id = await bought([0, 1], [[floor, 3]]);
  const before = succeeded(await calls.read(id)).body;
  const body = { release: side([1], [[floor, 2]]), take: side([5, 6]) };
  const after = succeeded(await calls.exchange(id, body)).body;
  expect(after.cart.seats.map((line: { id: number }) => line.id)).toEqual([seat(0), seat(5), seat(6)]);
  expect(after.cart.groupOfSeats).toMatchObject([{ id: floor, capacity: 1 }]);
  expect(after.exchanged).toEqual({
    total: after.total - before.total,
    released: { seats: before.cart.seats.slice(1), groupOfSeats: [{ ...before.cart.groupOfSeats[0], capacity: 2 }] },
    taken: { seats: after.cart.seats.slice(1), groupOfSeats: [] },
  });
  expect([after.state, after.reference, after.properties]).toEqual(['CONFIRMED', before.reference, { door: 4 }]);
  expect(await Promise.all([1, 5, 6].map(stateOf))).toEqual(['ACTIVE', 'SOLD CART', 'SOLD CART']);
  expect((await placesByState())[0]).toEqual([19, 0, 1]);
  expect(succeeded(await calls.read(id)).body).toEqual(after);
});

test('a purchase that was exchanged is released as it is now, and the feed tells both', async () => {
  const id = await bought([0], [[floor, 2]]);
  succeeded(await calls.exchange(id, { release: side([0]), take: side([], [[floor, 4]]) }));
  expect((await placesByState())[0]).toEqual([14, 0, 6]);
  succeeded(await calls.release(id));
  expect([(await placesByState())[0], await stateOf(0)]).toEqual([[20, 0, 0], 'ACTIVE']);
  await feedSettled(service);
  const { changes } = succeeded(await ask('GET', '/api/private/v2.0/changes/?after=start&limit=1000')).body;
  const told = changes
    .filter(({ data }: { data: { id?: string } }) => data.id === id)
    .map(({ type, data }: { type: string; data: { cart: { groupOfSeats: { capacity: number }[] } } }) => {
      return [type, data.cart.groupOfSeats.reduce((sum, { capacity }) => sum + capacity, 0)];
    });
  expect(told.slice(-2)).toEqual([
    ['session.exchanged', 6],
    ['session.released', 6],
  ]);
});

test('the repetition with its key answers the same, without one it is refused', async () => {
  const id = await bought([0]);
  const path = `/api/private/v2.0/session/${id}/exchange`;
  const body = { release: side([0]), take: side([1]) };
  const headers = { 'Idempotency-Key': randomUUID() };
  const key = service.catalog.organization.token;
  const first = succeeded(await service.call('POST', path, { key, body, headers }));
  const second = succeeded(await service.call('POST', path, { key, body, headers }));
  expect(second.body).toEqual(first.body);
  const other = await service.call('POST', path, { key, body: { ...body, take: side([2]) }, headers });
  expect(outcomeOf(other)).toBe('422 IDEMPOTENCY_KEY_REUSED');
  const bare = await calls.exchange(id, body);
  expect([outcomeOf(bare), bare.body.conflicts]).toEqual(['409 SEAT_CONFLICT', { seats: [seat(0)], groupOfSeats: [] }]);
});

test('another process has the purchase as it was exchanged, answers the repetition, and exchanges it again', async () => {
  const id = await bought([0], [[floor, 2]]);
  const path = `/api/private/v2.0/session/${id}/exchange`;
  const body = { release: side([0], [[floor, 1]]), take: side([5, 6]) };
  const call = { key: service.catalog.organization.token, body, headers: { 'Idempotency-Key': randomUUID() } };
  const first = succeeded(await service.call('POST', path, call)).body;
  const next = await service.restart();
  const later = sessionCalls(next, show);
  expect(succeeded(await later.read(id)).body).toEqual(first);
  expect(succeeded(await next.call('POST', path, call)).body).toEqual(first);
  expect(outcomeOf(await later.exchange(id, body))).toBe('409 SEAT_CONFLICT');
  const again = succeeded(await later.exchange(id, { release: side([5]), take: side([0]) })).body;
  expect(again.cart.seats.map((line: { id: number }) => line.id)).toEqual([seat(6), seat(0)]);
});

test('amounts in minor units have their own difference, and two currencies are refused', async () => {
  const [dear, cheap] = show.prices;
  const prices = `/api/private/v2.0/event/${show.eventId}/prices/`;
  const body = [
    { id: dear, name: 'Dear', amount: 9_550, currency: 'EUR' },
    { id: cheap, name: 'Cheap', amount: 4_525, currency: 'EUR' },
  ];
  succeeded(await ask('PUT', prices, body));
  const id = await bought([0]);
  const after = succeeded(await calls.exchange(id, { release: side([0]), take: side([], [[floor, 1]]) })).body;
  expect([after.amount, after.exchanged]).toMatchObject([4_525, { amount: -5_025, currency: 'EUR' }]);
  succeeded(await ask('PUT', prices, [{ id: dear, name: 'Dear', amount: 9_550, currency: 'USD' }]));
  const mixed = await calls.exchange(id, { release: side([], [[floor, 1]]), take: side([0]) });
  expect(outcomeOf(mixed)).toBe('422 MIXED_CURRENCIES');
});

test.each<[string, (id: string) => unknown, string]>([
  ['nothing to release', () => ({ release: {}, take: side([5]) }), '400 release'],
  ['nothing to take', () => ({ release: side([0]), take: { groupOfSeats: [] } }), '400 take'],
  ['a seat on both sides', () => ({ release: side([0]), take: side([0]) }), '400 take.seats[0]'],
  ['no side', () => ({}), '400 release'],
  ['best available', () => ({ release: side([0]), take: { bestAvailable: { count: 1 } } }), '400 take.bestAvailable'],
  [
    'an unknown ticket type',
    () => ({ release: side([0]), take: { seats: [seat(5)], ticketTypes: { [seat(5)]: 'x' } } }),
    '400 take.ticketTypes',
  ],
  ['a seat of nobody', () => ({ release: side([5]), take: side([6]) }), '409 SEAT_CONFLICT'],
  ['a seat that does not exist', () => ({ release: { seats: [1] }, take: side([6]) }), '409 SEAT_CONFLICT'],
  ['more places than it has', () => ({ release: side([], [[floor, 2]]), take: side([6]) }), '409 SEAT_CONFLICT'],
  ['a seat that is taken', () => ({ release: side([0]), take: side([9]) }), '409 SEAT_CONFLICT'],
  ['more places than there are', () => ({ release: side([0]), take: side([], [[floor, 20]]) }), '429 CAP_SEATS'],
  ['an area that is unknown', () => ({ release: side([0]), take: side([], [[1, 1]]) }), '409 SEAT_CONFLICT'],
])('refuses %s, and changes nothing', async (_name, bodyOf, refusal) => {
  expect(await booked('directsale', bookingOf([seat(9)]))).toBe(true);
  const id = await bought([0], [[floor, 1]]);
  const before = succeeded(await calls.read(id)).body;
  const answer = await calls.exchange(id, bodyOf(id));
  const told = answer.status === 400 ? `400 ${errorsOf(answer)[0]}` : outcomeOf(answer);
  expect(told.startsWith(refusal)).toBe(true);
  expect(succeeded(await calls.read(id)).body).toEqual(before);
});

test('only a confirmed session of the organization exchanges, on a published event', async () => {
  const body = { release: side([0]), take: side([1]) };
  const held = await calls.open([seat(0)]);
  expect(outcomeOf(await calls.exchange(held, body))).toBe('409 SESSION_NOT_CONFIRMED');
  expect(outcomeOf(await calls.exchange(randomUUID(), body))).toBe('404 ENTITY_NOT_FOUND');
  succeeded(await calls.checkout(held));
  succeeded(await calls.confirm(held));
  const { token } = service.catalog.other;
  const foreign = await service.call('POST', `/api/private/v2.0/session/${held}/exchange`, { key: token, body });
  expect(outcomeOf(foreign)).toBe('404 ENTITY_NOT_FOUND');
  succeeded(await ask('POST', `/api/private/v2.0/events/${show.eventId}/status`, { status: 'ARCHIVED' }));
  expect(outcomeOf(await calls.exchange(held, body))).toBe('410 EVENT_ARCHIVED');
});
