/** Wheelchair places that an allotment keeps for buyers who declare the need, and what such a buyer may have. */
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import type { Answer } from '#domain/reply.ts';
import type { AccessibleNeed } from '#domain/selection.ts';
import { define, fill } from '../../support/allotments.ts';
import { EventDriver, organizationId, outcomeOf, policy, refusalOf, selectionOf } from '../../support/event-driver.ts';

/** Two rows of six; in each the places 3 and 4 and the seats beside them are kept for those who need them. */
function opened(terms = {}): EventDriver {
  const wheelchairs = [103, 104, 203, 204];
  const companions = [102, 105, 202, 205];
  const driver = new EventDriver({ rows: [6, 6], areas: [20], wheelchairs, companions });
  define(driver, 'need', { access: 'NEED', ...terms });
  fill(driver, 'need', [...wheelchairs, ...companions]);
  driver.create('s1');
  driver.create('s2');
  return driver;
}

function declare(driver: EventDriver, need: AccessibleNeed, sessionId = 's1', places = 0): Answer {
  const selection = { ...selectionOf([], places === 0 ? [] : [[9001, places]]), need };
  return driver.ask({ kind: 'lock-session', sessionId, selection });
}

const cart = (driver: EventDriver, id = 's1') => driver.session(id).seats.map((line) => line.id);

test('a lock that declares the need gets places and companions in one call', () => {
  const driver = opened();
  expect(outcomeOf(declare(driver, { wheelchairs: 1, companions: 1 }, 's1', 2))).toBe('ACTIVE');
  expect([cart(driver), driver.session('s1').areas[0]?.capacity]).toEqual([[102, 103], 2]);
  expect(outcomeOf(declare(driver, { wheelchairs: 2, companions: 2 }, 's2'))).toBe('ACTIVE');
  expect(cart(driver, 's2')).toEqual([202, 203, 204, 205]);
  expect(refusalOf(declare(driver, { wheelchairs: 2, companions: 2 }))).toMatchObject({
    code: 'NO_SUITABLE_SEATS',
    largestTogether: 2,
  });
  expect(driver.session('s1').seats).toHaveLength(2);
});

test('without it a wheelchair place is reserved, and a seat beside it is taken', () => {
  const driver = opened();
  const conflicts = { seats: [103], groupOfSeats: [] };
  expect(refusalOf(driver.lock('s1', [101, 103]))).toMatchObject({ code: 'ACCESSIBLE_RESERVED', conflicts });
  expect(refusalOf(driver.lock('s1', [102, 103]))).toMatchObject({
    code: 'ACCESSIBLE_RESERVED',
    conflicts: { seats: [102, 103] },
  });
  expect(outcomeOf(driver.lock('s1', [102]))).toBe('SEAT_CONFLICT');
  declare(driver, { wheelchairs: 1, companions: 0 }, 's2');
  expect(outcomeOf(driver.lock('s1', [103, 104]))).toBe('SEAT_CONFLICT');
  expect(outcomeOf(driver.checkout('s1', [204]))).toBe('ACCESSIBLE_RESERVED');
  expect(outcomeOf(driver.lockBest('s1', { count: 2, accessible: 2 }))).toBe('NO_SUITABLE_SEATS');
});

test('a session that has declared it locks other places as everybody does', () => {
  const driver = opened();
  declare(driver, { wheelchairs: 1, companions: 0 });
  expect(outcomeOf(driver.lock('s1', [204]))).toBe('ACCESSIBLE_RESERVED');
  expect(outcomeOf(driver.lock('s1', [205]))).toBe('SEAT_CONFLICT');
  expect(outcomeOf(driver.checkout('s1', []))).toBe('PENDING_PAYMENT');
});

test('once they are released, the places are everybody’s', () => {
  const driver = opened({ release: { at: 1_800_000_060_000, whenSold: null, to: null } });
  expect(outcomeOf(driver.lock('s1', [103]))).toBe('ACCESSIBLE_RESERVED');
  driver.now = 1_800_000_060_000;
  expect(outcomeOf(driver.lock('s1', [103, 102]))).toBe('ACTIVE');
  expect(outcomeOf(declare(driver, { wheelchairs: 1, companions: 0 }, 's2'))).toBe('ACTIVE');
});

test('places without an allotment are for everybody, and a declared need finds them too', () => {
  const driver = new EventDriver({ rows: [6], areas: [], wheelchairs: [102] });
  driver.create('s1');
  driver.create('s2');
  expect(outcomeOf(driver.lock('s2', [102]))).toBe('ACTIVE');
  driver.unlock('s2', [102]);
  expect(outcomeOf(declare(driver, { wheelchairs: 1, companions: 3 }))).toBe('ACTIVE');
  expect(cart(driver)).toEqual([101, 102, 103, 104]);
});

test('a closed allotment, a cap and a pass do not let more through than they say', () => {
  const closed = opened({ closesAt: 1_800_000_000_001 });
  closed.now = 1_800_000_000_001;
  expect(outcomeOf(declare(closed, { wheelchairs: 1, companions: 0 }))).toBe('NO_SUITABLE_SEATS');
  const capped = opened({ maxSeatsPerSession: 2 });
  expect(outcomeOf(declare(capped, { wheelchairs: 2, companions: 1 }))).toBe('CAP_SEATS');
  expect(outcomeOf(declare(capped, { wheelchairs: 1, companions: 1 }))).toBe('ACTIVE');
  expect(outcomeOf(declare(opened(), { wheelchairs: 5, companions: 6 }))).toBe('CAP_SEATS');
});

test('a late payment and an exchange have the places again', () => {
  const driver = opened();
  declare(driver, { wheelchairs: 1, companions: 1 });
  driver.checkout('s1');
  driver.now += policy.graceMs + 1;
  driver.sweep();
  const body = { reference: null, properties: null, reclaim: true } as const;
  expect(outcomeOf(driver.ask({ kind: 'confirm-session', organizationId, sessionId: 's1', body }))).toBe('CONFIRMED');
  const other = { release: selectionOf([102, 103]), take: selectionOf([202, 203]) };
  expect(outcomeOf(driver.ask({ kind: 'exchange-session', organizationId, sessionId: 's1', body: other }))).toBe(
    'CONFIRMED',
  );
  expect(cart(driver)).toEqual([202, 203]);
});

test('what was declared is part of the record', () => {
  const driver = opened();
  declare(driver, { wheelchairs: 1, companions: 1 });
  const replayed = new EventState(driver.state.seatMap);
  for (const record of driver.records) replay(replayed, record);
  expect(imageOf(replayed)).toEqual(driver.image());
  const restored = stateOf(structuredClone(driver.image()), driver.state.seatMap);
  expect(restored.sessions.get('s1')?.declaredNeed).toBe(true);
});
