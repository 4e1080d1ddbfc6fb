/** Tables and boxes: taken and given back as a whole, paid for by their guests, chosen by their number, and booked otherwise by an event. */
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import type { Selection } from '#domain/selection.ts';
import { totalCents } from '#domain/session/session.ts';
import type { PlannedUnit, UnitTerms } from '#domain/units/unit.ts';
import { EventDriver, organizationId, outcomeOf, refusalOf, selectionOf } from '../support/event-driver.ts';

const whole = { booking: 'WHOLE', min: null, max: null } as const;

/** Row 1 has two tables of four with two seats between them, row 2 a bench of two seats that are booked one by one. */
function hall(terms: Partial<UnitTerms> = {}): EventDriver {
  const units: PlannedUnit[] = [
    { id: 1, name: 'Table 1', seats: [0, 4], ...whole, ...terms },
    { id: 2, name: 'Table 2', seats: [6, 4], ...whole },
    { id: 3, name: 'Bench', seats: [10, 2], booking: 'SEATS', min: null, max: null },
  ];
  const driver = new EventDriver({ rows: [10, 6], areas: [20], units });
  for (const id of ['s1', 's2']) driver.create(id);
  return driver;
}

const lock = (driver: EventDriver, selection: Partial<Selection>, sessionId = 's1') =>
  driver.ask({ kind: 'lock-session', sessionId, selection: { ...selectionOf([]), ...selection } });
const unlock = (driver: EventDriver, selection: Partial<Selection>, sessionId = 's1') =>
  driver.ask({ kind: 'unlock-session', sessionId, selection: { ...selectionOf([]), ...selection } });
const cart = (driver: EventDriver, id = 's1') => driver.session(id).seats.map((line) => line.id);
const paid = (driver: EventDriver, id = 's1') =>
  driver.session(id).seats.flatMap(({ id: seat, price }) => (price.unoccupied === true ? [] : [seat]));
const table1 = [101, 102, 103, 104];

test('a table is held by its id or by all its seats, and never in part', () => {
  const driver = hall();
  expect(refusalOf(driver.lock('s1', [101, 103]))).toMatchObject({
    code: 'UNIT_INCOMPLETE',
    units: [1],
    rest: [102, 104],
  });
  expect(outcomeOf(lock(driver, { units: [1] }))).toBe('ACTIVE');
  expect(outcomeOf(driver.lock('s2', [107, 108, 109, 110]))).toBe('ACTIVE');
  expect([cart(driver), cart(driver, 's2')]).toEqual([table1, [107, 108, 109, 110]]);
  expect(outcomeOf(driver.lock('s2', [103]))).toBe('SEAT_CONFLICT');
  expect(refusalOf(unlock(driver, { seats: [102] }))).toMatchObject({ code: 'UNIT_INCOMPLETE', rest: [101, 103, 104] });
  expect(outcomeOf(unlock(driver, { units: [1] }))).toBe('ACTIVE');
  expect(cart(driver)).toEqual([]);
});

test('seats of a unit that is booked one by one, and other seats, are as ever', () => {
  const driver = hall();
  expect(outcomeOf(driver.lock('s1', [201]))).toBe('ACTIVE');
  expect(outcomeOf(unlock(driver, { seats: [201] }))).toBe('ACTIVE');
  expect(outcomeOf(lock(driver, { units: [3] }))).toBe('ACTIVE');
  expect(cart(driver)).toEqual([201, 202]);
  const wrong = refusalOf(lock(driver, { units: [4] }));
  expect([wrong.code, wrong.errors?.[0]?.field]).toEqual(['VALIDATION_FAILED', 'units[0]']);
});

test('the buyer pays for the guests and holds the table', () => {
  const driver = hall({ min: 2, max: 3 });
  expect(outcomeOf(lock(driver, { units: [1] }))).toBe('ACTIVE');
  expect([cart(driver), paid(driver), totalCents(driver.session('s1'))]).toEqual([table1, [101, 102, 103], 15_000]);
  lock(driver, { guests: [[1, 2]] });
  expect([paid(driver), totalCents(driver.session('s1'))]).toEqual([[101, 102], 10_000]);
  lock(driver, { guests: [[1, 3]] });
  expect(paid(driver)).toEqual([101, 102, 103]);
  const fields = (selection: Partial<Selection>) =>
    refusalOf(lock(driver, selection)).errors?.map(({ field, code }) => `${field} ${code}`);
  expect(fields({ guests: [[1, 1]] })).toEqual(['guests.1 MIN']);
  expect(fields({ guests: [[1, 4]] })).toEqual(['guests.1 MAX']);
  expect(fields({ guests: [[2, 4]] })).toEqual(['guests.2 UNKNOWN_VALUE']);
  expect(fields({ guests: [[9, 4]] })).toEqual(['guests.9 UNKNOWN_VALUE']);
  expect(fields({ seats: [104], ticketTypes: [[104, 'child']] })).toContain('ticketTypes.104 INVALID');
  expect(fields({ units: [3], guests: [[3, 1]] })).toEqual(['guests.3 UNKNOWN_VALUE']);
  driver.checkout('s1', []);
  expect(outcomeOf(driver.confirm('s1', 'R-1'))).toBe('CONFIRMED');
  expect([driver.state.seats.sold.has(3), totalCents(driver.session('s1'))]).toEqual([true, 15_000]);
});

test('snapshot and replay keep guests and the terms of the event', () => {
  const driver = hall({ min: 2, max: 3 });
  lock(driver, { units: [1], guests: [[1, 2]] });
  driver.ask({ kind: 'override-units', overrides: [{ id: 2, booking: 'SEATS', min: null, max: null }] });
  const restored = stateOf(structuredClone(imageOf(driver.state)), driver.state.seatMap);
  const replayed = new EventState(driver.state.seatMap);
  for (const record of driver.records) replay(replayed, record);
  for (const state of [restored, replayed]) {
    expect(imageOf(state)).toEqual(imageOf(driver.state));
    expect(state.units?.byId(2)).toMatchObject({ booking: 'SEATS', isOverridden: true });
  }
});

test('an event books a unit otherwise, and what is held stays', () => {
  const driver = hall();
  lock(driver, { units: [1] });
  const seats = { booking: 'SEATS', min: null, max: null } as const;
  driver.ask({ kind: 'override-units', overrides: [{ id: 1, ...seats }] });
  expect(outcomeOf(unlock(driver, { seats: [104] }))).toBe('ACTIVE');
  expect(outcomeOf(driver.lock('s2', [104]))).toBe('ACTIVE');
  driver.ask({ kind: 'override-units', overrides: [] });
  expect(refusalOf(unlock(driver, { seats: [101] })).rest).toEqual([102, 103]);
  expect(refusalOf(driver.lock('s2', [101])).code).toBe('SEAT_CONFLICT');
  unlock(driver, { units: [1] });
  expect(refusalOf(driver.lock('s1', [101, 102, 103])).rest).toEqual([104]);
  const refused = refusalOf(
    driver.ask({
      kind: 'override-units',
      overrides: [
        { id: 8, ...seats },
        { id: 1, ...whole, max: 5 },
      ],
    }),
  );
  expect(refused.errors?.map(({ field, code }) => `${field} ${code}`)).toEqual([
    'units[0].id UNKNOWN_VALUE',
    'units[1].max MAX',
  ]);
});

test('best available is a table for as many guests, or seats beside each other, whichever is nearer', () => {
  const driver = hall({ min: 2, max: 4 });
  driver.book('sell-seats', [201, 202, 203, 204, 205, 206]);
  const best = (count: number, sessionId = 's1') => {
    driver.lockBest(sessionId, { count });
    return cart(driver, sessionId);
  };
  expect(best(4)).toEqual(table1);
  expect(paid(driver)).toEqual(table1);
  unlock(driver, { units: [1] });
  expect(best(3)).toEqual(table1);
  expect(paid(driver)).toEqual([101, 102, 103]);
  // Table 2 takes four guests only.
  expect(best(2, 's2')).toEqual([105, 106]);
});

test('best available sees at once that an event books a table otherwise', () => {
  const driver = hall();
  driver.book('sell-seats', [105, 106, 201, 202, 203, 204, 205, 206]);
  expect(outcomeOf(driver.lockBest('s1', { count: 3 }))).toBe('NO_SUITABLE_SEATS');
  driver.ask({ kind: 'override-units', overrides: [{ id: 1, booking: 'SEATS', min: null, max: null }] });
  expect(outcomeOf(driver.lockBest('s1', { count: 3 }))).toBe('ACTIVE');
});

test('best available takes no table beyond the caps of the session', () => {
  const driver = hall({ min: 1, max: 4 });
  driver.policy = { ...driver.policy, maxSeats: 3 };
  expect(outcomeOf(driver.lockBest('s1', { count: 3 }))).toBe('ACTIVE');
  expect(cart(driver)).toEqual([202, 203, 204]);
});

test('the orphan rule does not look at units', () => {
  const driver = hall();
  driver.policy = { ...driver.policy, orphanSeatPrevention: true };
  // Between two tables: 105 and 106 have no other neighbours.
  expect(outcomeOf(driver.lock('s1', [105]))).toBe('ORPHAN_SEATS');
  expect(outcomeOf(lock(driver, { units: [1] }))).toBe('ACTIVE');
  expect(outcomeOf(driver.lock('s1', [201]))).toBe('ACTIVE');
  expect(outcomeOf(driver.lock('s1', [105, 106]))).toBe('ACTIVE');
});

test('the organization takes and frees tables as a whole too', () => {
  const driver = hall();
  const selection = { ...selectionOf([]), holdType: null, label: null };
  const book = (
    kind: 'lock-seats' | 'unlock-seats' | 'sell-locks' | 'revert-sales' | 'sell-seats' | 'block-seats',
    more: object,
  ) => driver.ask({ kind, key: null, selection: { ...selection, ...more } });
  expect(refusalOf(book('lock-seats', { seats: [101] })).rest).toEqual([102, 103, 104]);
  expect(refusalOf(book('block-seats', { seats: [101] })).code).toBe('UNIT_INCOMPLETE');
  expect(outcomeOf(book('lock-seats', { units: [1] }))).toBe('true');
  expect(refusalOf(book('sell-locks', { seats: [101, 102] })).rest).toEqual([103, 104]);
  expect(refusalOf(book('unlock-seats', { seats: [101, 102] })).rest).toEqual([103, 104]);
  expect(outcomeOf(book('sell-locks', { units: [1] }))).toBe('true');
  expect(refusalOf(book('revert-sales', { seats: [101] })).rest).toEqual([102, 103, 104]);
  expect(outcomeOf(book('revert-sales', { seats: table1 }))).toBe('true');
  expect(refusalOf(book('sell-seats', { units: [7] })).errors?.[0]?.field).toBe('units[0]');
  expect(driver.state.seats.available.has(0)).toBe(true);
});

test('an exchange gives a table back and takes another, with its guests', () => {
  const driver = hall({ min: 2, max: 4 });
  lock(driver, { units: [2] }, 's2');
  driver.checkout('s2', []);
  driver.confirm('s2', 'R-2');
  const exchange = (release: Partial<Selection>, take: Partial<Selection>) =>
    driver.ask({
      kind: 'exchange-session',
      organizationId,
      sessionId: 's2',
      body: { release: { ...selectionOf([]), ...release }, take: { ...selectionOf([]), ...take } },
    });
  expect(refusalOf(exchange({ seats: [107] }, { seats: [105] })).rest).toEqual([108, 109, 110]);
  expect(refusalOf(exchange({ units: [2] }, { seats: [101, 102] })).rest).toEqual([103, 104]);
  expect(outcomeOf(exchange({ units: [2] }, { units: [1], guests: [[1, 3]] }))).toBe('CONFIRMED');
  expect([cart(driver, 's2'), paid(driver, 's2')]).toEqual([table1, [101, 102, 103]]);
  expect(driver.session('s2').exchanged).toMatchObject({ total: '-5000' });
});

test('a late payment takes a table again with its guests', () => {
  const driver = hall({ min: 2, max: 4 });
  lock(driver, { units: [1], guests: [[1, 2]] });
  driver.checkout('s1', []);
  driver.now += 3_600_000;
  driver.sweep();
  const body = { reference: 'R-3', properties: null, reclaim: true } as const;
  const late = driver.ask({ kind: 'confirm-session', organizationId, sessionId: 's1', body });
  expect(outcomeOf(late)).toBe('CONFIRMED');
  expect([cart(driver), paid(driver)]).toEqual([table1, [101, 102]]);
});

test('guests at a table that somebody else has are a conflict, not a mistake of the caller', () => {
  const driver = hall({ min: 2, max: 4 });
  lock(driver, { units: [1] }, 's2');
  const refused = refusalOf(lock(driver, { units: [1], guests: [[1, 3]] }));
  expect([refused.code, refused.conflicts?.seats]).toEqual(['SEAT_CONFLICT', table1]);
  expect(refusalOf(lock(driver, { units: [1], guests: [[1, 5]] })).code).toBe('VALIDATION_FAILED');
});

test('a seat that was given back beside a table does not stop the checkout, and one beside another seat does', () => {
  const driver = hall();
  driver.policy = { ...driver.policy, orphanSeatPrevention: true };
  lock(driver, { units: [1], seats: [105, 106] });
  unlock(driver, { seats: [105, 106] });
  driver.lock('s2', [105, 106]);
  unlock(driver, { seats: [105] }, 's2');
  expect(outcomeOf(driver.checkout('s1', []))).toBe('PENDING_PAYMENT');
  expect(outcomeOf(driver.checkout('s2', []))).toBe('ORPHAN_SEATS');
});

test('a guest who comes later can have a ticket type, and one who leaves gives the type back', () => {
  const driver = hall({ min: 2, max: 4 });
  const ticketTypes = [{ id: 'child', name: 'Child', amount: 1_000, maxPerSession: 1 }];
  const prices = [{ id: 1, name: '50 EUR', amount: 5_000, currency: 'EUR', ticketTypes }];
  driver.ask({ kind: 'rename-prices', prices });
  lock(driver, { units: [1], guests: [[1, 2]] });
  const child = (seat: number) => [[seat, 'child']] as const;
  expect(outcomeOf(lock(driver, { seats: [103], guests: [[1, 3]], ticketTypes: child(103) }))).toBe('ACTIVE');
  expect(driver.session('s1').seats.map(({ price }) => price.amount)).toEqual([5_000, 5_000, 1_000, 0]);
  expect(outcomeOf(lock(driver, { seats: [101], ticketTypes: child(101) }))).toBe('CAP_TICKET_TYPE');
  expect(outcomeOf(lock(driver, { seats: [101], guests: [[1, 2]], ticketTypes: child(101) }))).toBe('ACTIVE');
  expect(driver.session('s1').seats.map(({ price }) => price.amount)).toEqual([1_000, 5_000, 0, 0]);
  expect(driver.state.tickets.countOf(1, 'child')).toBe(1);
});

test('a guest who comes later pays in the currency of the others', () => {
  const driver = hall({ min: 2, max: 4 });
  const priced = (currency: string) =>
    driver.ask({ kind: 'rename-prices', prices: [{ id: 1, name: '50 EUR', amount: 5_000, currency }] });
  priced('EUR');
  lock(driver, { units: [1], guests: [[1, 2]] });
  priced('USD');
  expect(outcomeOf(lock(driver, { guests: [[1, 3]] }))).toBe('MIXED_CURRENCIES');
  expect(outcomeOf(lock(driver, { guests: [[1, 2]] }))).toBe('ACTIVE');
});

test('an exchange names no seat of a table on both sides, and leaves the guests of other lines as they are', () => {
  const driver = hall({ min: 2, max: 2 });
  const seats = { booking: 'SEATS', min: null, max: null } as const;
  driver.ask({ kind: 'override-units', overrides: [{ id: 1, ...seats }] });
  driver.lock('s1', [104, 201]);
  driver.checkout('s1', []);
  driver.confirm('s1', 'R-4');
  driver.ask({ kind: 'override-units', overrides: [] });
  const exchange = (release: Partial<Selection>, take: Partial<Selection>) =>
    driver.ask({
      kind: 'exchange-session',
      organizationId,
      sessionId: 's1',
      body: { release: { ...selectionOf([]), ...release }, take: { ...selectionOf([]), ...take } },
    });
  const twice = refusalOf(exchange({ seats: [104] }, { units: [1] }));
  expect([twice.code, twice.errors?.[0]]).toEqual([
    'VALIDATION_FAILED',
    expect.objectContaining({ field: 'take.units[0]', code: 'DUPLICATE' }),
  ]);
  expect(outcomeOf(exchange({ seats: [201] }, { seats: [101, 102, 103] }))).toBe('CONFIRMED');
  expect(paid(driver)).toEqual([104, 101, 102]);
});
