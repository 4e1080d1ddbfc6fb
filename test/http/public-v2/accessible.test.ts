/** Wheelchair places over HTTP: declared needs, what others get, releases when a section is sold, and the profile US. */
import { accessibleHall, keepForNeed } from '../../support/accessible-hall.ts';
import { errorsOf } from '../../support/answers.ts';
import { ask, calls, floor, seat, service, show, useHall } from '../../support/hall.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

useHall({ layout: accessibleHall });

const kept = () => [0, 1, 2, 6, 7, 8].map(seat);
const root = () => `/api/private/v2.0/events/${show.eventId}/allotments/`;
const declare = async (accessible: unknown, more: object = {}, id?: string) =>
  calls.callPublic(id ?? (await calls.open()), 'lock', { accessible, ...more });
const seatsOf = (answer: { readonly body: { readonly cart: { readonly seats: readonly { id: number }[] } } }) =>
  answer.body.cart.seats.map(({ id }) => id);

test('a lock with a declared need holds places and companions, and survives a kill', async () => {
  await keepForNeed(show, kept());
  const id = await calls.open();
  const held = succeeded(await declare({ wheelchairs: 2, companions: 3 }, {}, id));
  expect(seatsOf(held).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 6, 7].map(seat));
  const places = { groupOfSeats: [{ id: floor, capacity: 2 }] };
  const none = await declare({ wheelchairs: 1 }, places);
  expect([outcomeOf(none), none.body.largestTogether]).toEqual(['409 NO_SUITABLE_SEATS', 0]);
  await service.restart();
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id));
});

test('without it the places are reserved, and with `suggest` others are named', async () => {
  await keepForNeed(show, kept());
  const other = await calls.open();
  const refused = await calls.callPublic(other, 'lock', { seats: [seat(1)], suggest: true });
  expect([outcomeOf(refused), refused.body.conflicts]).toEqual([
    '422 ACCESSIBLE_RESERVED',
    { seats: [seat(1)], groupOfSeats: [] },
  ]);
  expect(refused.body.alternatives).toEqual([]);
  expect(outcomeOf(await calls.lock(other, [seat(0)]))).toBe('409 SEAT_CONFLICT');
  succeeded(await calls.lock(other, [seat(3), seat(4)]));
});

test.each([
  [{ wheelchairs: 0 }, 'accessible.wheelchairs MIN'],
  [{ wheelchairs: 21 }, 'accessible.wheelchairs MAX'],
  [{ wheelchairs: 1, companions: 4 }, 'accessible.companions MAX'],
  [{ wheelchairs: 1, companions: -1 }, 'accessible.companions MIN'],
  [{ companions: 1 }, 'accessible.wheelchairs NOT_NULL'],
  [7, 'accessible TYPE'],
])('the need %j is refused', async (need, error) => {
  const answer = await declare(need);
  expect([outcomeOf(answer), errorsOf(answer)]).toEqual(['400 VALIDATION_FAILED', [error]]);
});

test('a need comes without seats and without another wish', async () => {
  expect(errorsOf(await declare({ wheelchairs: 1 }, { seats: [seat(3)] }))).toEqual(['seats SIZE']);
  const both = await declare({ wheelchairs: 1 }, { bestAvailable: { count: 1 } });
  expect(errorsOf(both)).toEqual(['bestAvailable NULL']);
  expect(outcomeOf(await calls.callPublic(await calls.open(), 'checkout', { accessible: { wheelchairs: 1 } }))).toBe(
    '422 EMPTY_CART',
  );
});

test('places are released when everything else of their section is sold', async () => {
  const id = await keepForNeed(show, kept(), { release: { whenSold: 'SECTION' } });
  const others = [3, 4, 5, 9, 10].map(seat);
  await calls.book('directsale', { seats: others.map((one) => ({ id: one })) });
  const buyer = await calls.open();
  expect(outcomeOf(await calls.lock(buyer, [seat(1)]))).toBe('422 ACCESSIBLE_RESERVED');
  await calls.book('directsale', { seats: [{ id: seat(11) }] });
  const { body } = await ask('GET', `${root()}${id}`);
  expect(body).toMatchObject({ released: { cause: 'SECTION' }, release: { whenSold: 'SECTION' } });
  succeeded(await calls.lock(buyer, [seat(1)]));
});

test('an allotment takes all seats of a section', async () => {
  const { body: layout } = succeeded(await ask('GET', `/api/private/v2.0/schemas/${show.schemaId}/layout/`));
  const [stalls, balcony] = layout.sections.map(({ id }: { id: number }) => id);
  const { id } = succeeded(await ask('POST', root(), { name: 'Balcony', access: 'STAFF' })).body;
  const filled = succeeded(await ask('PUT', `${root()}${id}/places`, { sections: [balcony], seats: [seat(0)] })).body;
  expect(filled.seats.available).toBe(5);
  const unknown = await ask('PUT', `${root()}${id}/places`, { sections: [stalls, 4_711] });
  expect(errorsOf(unknown)).toEqual(['sections[1] UNKNOWN_VALUE']);
});

describe('the profile US', () => {
  const config = '/api/private/management/v2.0/organization-config/';

  beforeEach(async () => {
    succeeded(await ask('PUT', config, { accessibilityProfile: 'US' }));
  });

  afterEach(async () => {
    succeeded(await ask('PUT', config, { accessibilityProfile: null }));
  });

  test('is shown, and off until it is set', async () => {
    expect((await ask('GET', config)).body.accessibilityProfile).toBe('US');
    expect((await ask('PUT', config, { accessibilityProfile: null })).body.accessibilityProfile).toBe(null);
    expect(outcomeOf(await ask('PUT', config, { accessibilityProfile: 'EU' }))).toBe('400 VALIDATION_FAILED');
  });

  test('refuses a release by time, and giving the places away by hand', async () => {
    const timed = { name: 'X', access: 'NEED', release: { at: '2030-01-01T10:00:00Z', whenSold: 'EVENT' } };
    expect(errorsOf(await ask('POST', root(), timed))).toEqual(['release.at NULL']);
    const id = await keepForNeed(show, kept(), { release: { whenSold: 'PRICE' } });
    const path = `${root()}${id}`;
    expect(outcomeOf(await ask('DELETE', path))).toBe('409 DATA_INTEGRITY_VIOLATION');
    expect(outcomeOf(await ask('PUT', path, { name: 'X', access: 'PUBLIC' }))).toBe('409 DATA_INTEGRITY_VIOLATION');
    expect(outcomeOf(await ask('PUT', `${path}/places`, { seats: kept().slice(1) }))).toBe(
      '409 DATA_INTEGRITY_VIOLATION',
    );
    const { id: other } = succeeded(await ask('POST', root(), { name: 'Fans', access: 'PASS' })).body;
    expect(outcomeOf(await ask('PUT', `${root()}${other}/places`, { seats: [seat(1)] }))).toBe(
      '409 DATA_INTEGRITY_VIOLATION',
    );
    succeeded(await ask('PUT', `${path}/places`, { seats: [...kept(), seat(3)] }));
    expect((await ask('GET', path)).body.seats.available).toBe(7);
  });
});
