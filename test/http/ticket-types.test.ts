/** Ticket types over HTTP: locks of buyers, bookings of the organization, and every read that shows them. */
import { errorsOf } from '../support/answers.ts';
import { openPricedShow, type Show } from '../support/service.ts';
import { outcomeOf, rowsHall, type SessionCalls, sessionCalls, succeeded } from '../support/session-calls.ts';
import { ask, service, useService } from '../support/shared-service.ts';

useService();

const child = { id: 'child', name: 'Child', amount: 2_000, maxPerSession: 2 };
const standing = { id: 'child', name: 'Child', amount: 1_000, eventMax: 3 };
const asChild = { amount: 2_000, currency: 'EUR', ticketType: 'child', ticketTypeName: 'Child' };

let show: Show;
let calls: SessionCalls;

beforeEach(async () => {
  show = await openPricedShow(service, rowsHall);
  calls = sessionCalls(service, show);
  const money = { currency: 'EUR' };
  const prices = [
    { id: show.prices[0], name: '45.00 EUR', amount: 4_500, ...money, ticketTypes: [child] },
    { id: show.prices[1], name: '29.50 EUR', amount: 2_950, ...money, ticketTypes: [standing] },
  ];
  succeeded(await ask('PUT', `/api/private/v2.0/event/${show.eventId}/prices/`, prices));
});

const typed = (seat: number | undefined, type: string | null) => ({
  seats: [seat],
  ticketTypes: { [String(seat)]: type },
});
const places = (...lines: readonly (readonly [capacity: number, ticketType?: string])[]) => ({
  groupOfSeats: lines.map(([capacity, ticketType]) => ({ id: show.areas[0], capacity, ticketType })),
});

test('a buyer chooses and changes the type of seats and places, and pays their amounts', async () => {
  const { seats, areas } = show;
  const id = await calls.open();
  const lock = async (body: object) => succeeded(await calls.callPublic(id, 'lock', body)).body;
  expect((await lock(typed(seats[0], 'child'))).cart.seats).toMatchObject([
    { id: seats[0], priceName: '45.00 EUR', ...asChild },
  ]);
  expect((await lock(typed(seats[0], null))).cart.seats[0]).not.toHaveProperty('ticketType');
  await lock(typed(seats[0], 'child'));
  const { cart, amount, currency, total } = await lock(places([2, 'child'], [1]));
  expect(cart.groupOfSeats).toMatchObject([
    { id: areas[0], capacity: 1, amount: 2_950 },
    { id: areas[0], capacity: 2, ...asChild, amount: 1_000 },
  ]);
  expect([amount, currency, total]).toEqual([2_000 + 2_950 + 2 * 1_000, 'EUR', 45 + 3 * 29.5]);
  const less = succeeded(await calls.callPublic(id, 'unlock', places([1, 'child']))).body;
  expect(less.cart.groupOfSeats.map(({ capacity }: { capacity: number }) => capacity)).toEqual([1, 1]);
  succeeded(await calls.checkout(id, typed(seats[1], 'child')));
  expect(succeeded(await calls.confirm(id)).body).toMatchObject({ amount: 2 * 2_000 + 2_950 + 1_000, currency: 'EUR' });
  const { seatsOnEvent } = await calls.assignments();
  expect(seatsOnEvent[0]).toMatchObject({ state: 'SOLD', ...asChild, booking: { sessionId: id } });
  expect(seatsOnEvent[2]).toMatchObject({ state: 'ACTIVE', amount: 4_500, currency: 'EUR' });
  expect(seatsOnEvent[2]).not.toHaveProperty('ticketType');
});

test('limits name what is left', async () => {
  const id = await calls.open();
  const tooMany = await calls.callPublic(id, 'lock', places([4, 'child']));
  expect(outcomeOf(tooMany)).toBe('429 CAP_TICKET_TYPE');
  expect(tooMany.body).toMatchObject({ priceId: show.prices[1], ticketType: 'child', left: 3 });
  expect(succeeded(await calls.get(id)).body.cart.groupOfSeats).toEqual([]);
});

test.each<readonly [string, () => object, string]>([
  ['an unknown type', () => typed(show.seats[0], 'kid'), 'ticketTypes'],
  [
    'a type of a seat that is not in the call',
    () => ({ seats: [], ticketTypes: { [String(show.seats[0])]: 'child' } }),
    'ticketTypes',
  ],
  [
    'a type that is no text',
    () => ({ seats: [show.seats[0]], ticketTypes: { [String(show.seats[0])]: 5 } }),
    'ticketTypes',
  ],
  ['types as a list', () => ({ seats: [show.seats[0]], ticketTypes: ['child'] }), 'ticketTypes'],
  ['types beside a wish', () => ({ bestAvailable: { count: 1 }, ticketTypes: { 5: 'child' } }), 'ticketTypes'],
  ['an unknown type of an area', () => places([1, 'kid']), 'groupOfSeats[0].ticketType'],
  ['a type with blanks', () => places([1, 'a b']), 'groupOfSeats[0].ticketType'],
  ['two totals of one line', () => places([1, 'child'], [2, 'child']), 'groupOfSeats[1].id'],
])('%s is refused', async (_, body, field) => {
  const id = await calls.open();
  for (const verb of ['lock', 'checkout']) {
    const sent = body();
    if (verb === 'checkout' && 'bestAvailable' in sent) continue;
    const answer = await calls.callPublic(id, verb, sent);
    expect(outcomeOf(answer)).toBe('400 VALIDATION_FAILED');
    expect(errorsOf(answer)[0]?.startsWith(field)).toBe(true);
  }
});

test('the organization locks and sells by type; calls that give back take no types', async () => {
  const { seats } = show;
  const booking = (seat: number | undefined) => ({
    ...typed(seat, 'child'),
    seats: [{ id: seat }],
    ...places([1, 'child']),
  });
  expect(succeeded(await calls.book('lock', booking(seats[0]))).body).toBe(true);
  expect(succeeded(await calls.book('directsale', booking(seats[1]))).body).toBe(true);
  expect(outcomeOf(await calls.book('unlock', booking(seats[0])))).toBe('400 VALIDATION_FAILED');
  expect(outcomeOf(await calls.book('directsale', places([2, 'child'])))).toBe('429 CAP_TICKET_TYPE');
  const { seatsOnEvent } = await calls.assignments();
  expect(seatsOnEvent.slice(0, 2)).toMatchObject([
    { state: 'LOCKED', ...asChild },
    { state: 'SOLD', ...asChild },
  ]);
});
