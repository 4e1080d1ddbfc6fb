/** Paid too late: what a confirm with `reclaim` takes again, what it never takes, and that all of it survives a replay. */
import { cartOf, sessionCells } from '#codec/stored-session.ts';
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import type { Answer } from '#domain/reply.ts';
import { EventDriver, organizationId, outcomeOf, refusalOf } from '../support/event-driver.ts';
import { brokenRules } from '../support/invariants.ts';
import { storedAndRead } from '../support/stored-image.ts';

const day = 86_400_000;

/** An event whose session s1 has expired with seats 101 and 102 and three places of area 9001, unpaid. */
function expired(areas: readonly (readonly [number, number])[] = [[9001, 3]]): EventDriver {
  const driver = new EventDriver();
  driver.lock(driver.create(), [101, 102], areas);
  driver.checkout('s1');
  driver.now += driver.policy.graceMs;
  driver.sweep();
  return driver;
}

function pay(driver: EventDriver, sessionId = 's1', reference: string | null = 'order 1'): Answer {
  const body = { reference, properties: '{"gate":"4"}', reclaim: true };
  return driver.ask({ kind: 'confirm-session', organizationId, sessionId, body });
}

function goneIn(answer: Answer): unknown {
  const { code, state, conflicts } = refusalOf(answer);
  return { code, state, conflicts };
}

describe('a late payment', () => {
  test('takes the whole last cart again, at the captured prices', () => {
    const driver = expired();
    driver.ask({ kind: 'rename-prices', prices: [{ id: 1, name: '99 EUR' }] });
    expect(driver.session('s1')).toMatchObject({ state: 'EXPIRED', seats: [], areas: [] });
    expect(outcomeOf(pay(driver))).toBe('CONFIRMED');
    const { seats, areas, ...session } = driver.session('s1');
    expect(session).toMatchObject({
      reference: 'order 1',
      properties: '{"gate":"4"}',
      reclaimed: true,
      deadline: null,
    });
    expect(session).not.toHaveProperty('lastCart');
    expect(seats.map(({ id, price }) => [id, price.name])).toEqual([
      [101, '50 EUR'],
      [102, '50 EUR'],
    ]);
    expect(areas.map(({ id, capacity }) => [id, capacity])).toEqual([[9001, 3]]);
    expect([driver.seat(101), driver.seat(102), driver.state.areaAt(0).sold]).toEqual(['SOLD', 'SOLD', 3]);
    expect(brokenRules(driver.state, driver.policy.maxSeats)).toEqual([]);
  });

  test('gets the same result when it is repeated, by any server and whatever the body says', () => {
    const driver = expired();
    const first = pay(driver);
    const records = driver.records.length;
    expect(pay(driver)).toEqual(first);
    expect(pay(driver, 's1', 'order 2')).toEqual(first);
    expect(driver.confirm('s1', 'order 1')).toEqual(first);
    expect(driver.records).toHaveLength(records);
  });

  test('is one fact, so that no crash can take a part of the cart', () => {
    const driver = expired();
    pay(driver);
    expect(driver.records.at(-1)?.facts.map(({ type }) => type)).toEqual(['reclaimed']);
  });

  test('needs no room under the cap, no orphan rule and no published event', () => {
    const driver = expired();
    driver.policy = { ...driver.policy, maxSeats: 1, orphanSeatPrevention: true, publicSessionsEnabled: false };
    driver.lock(driver.create(), [104]);
    driver.state.status = 'ARCHIVED';
    expect(outcomeOf(pay(driver))).toBe('CONFIRMED');
  });

  test('of a session that still waits for it confirms as usual', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101]);
    driver.checkout('s1');
    driver.now += driver.policy.graceMs;
    expect(outcomeOf(pay(driver))).toBe('CONFIRMED');
    expect(driver.session('s1')).not.toHaveProperty('reclaimed');
  });

  test('can be released, and the seats are bookable again', () => {
    const driver = expired();
    pay(driver);
    expect(outcomeOf(driver.release('s1'))).toBe('CANCELLED');
    expect([driver.seat(101), driver.state.areaAt(0).available]).toEqual(['ACTIVE', 20]);
    expect(goneIn(pay(driver))).toEqual({ code: 'SESSION_DEAD', state: 'CANCELLED', conflicts: undefined });
  });
});

describe('nothing is taken, and the answer says why', () => {
  const dead = (seats: number[], groupOfSeats: number[]) => ({
    code: 'SESSION_DEAD',
    state: 'EXPIRED',
    conflicts: { seats, groupOfSeats },
  });

  /** Pays, and expects the refusal and that nothing has changed. */
  function refused(driver: EventDriver): unknown {
    const before = driver.image();
    const answer = goneIn(pay(driver));
    expect(driver.image()).toEqual(before);
    return answer;
  }

  test('when a session, a lock, a sale or a block has a seat', () => {
    const driver = expired();
    driver.lock(driver.create(), [101]);
    expect(refused(driver)).toEqual(dead([101], []));
    driver.book('block-seats', [102]);
    expect(refused(driver)).toEqual(dead([101, 102], []));
    driver.unlock('s2', [101]);
    expect(refused(driver)).toEqual(dead([102], []));
    driver.book('unblock-seats', [102]);
    expect(outcomeOf(pay(driver))).toBe('CONFIRMED');
  });

  test('when too few places are left, even one', () => {
    const driver = expired();
    driver.book('sell-seats', [], [[9001, 18]]);
    expect(refused(driver)).toEqual(dead([], [9001]));
    driver.book('revert-sales', [], [[9001, 1]]);
    expect(outcomeOf(pay(driver))).toBe('CONFIRMED');
    expect(driver.state.areaAt(0)).toMatchObject({ available: 0, held: 0, sold: 20 });
  });

  test('when another session has the reference', () => {
    const driver = expired();
    driver.lock(driver.create(), [103]);
    driver.checkout('s2');
    driver.confirm('s2', 'order 1');
    expect(refusalOf(pay(driver))).toMatchObject({ code: 'REFERENCE_TAKEN', sessionId: 's2' });
    expect(outcomeOf(pay(driver, 's1', 'order 2'))).toBe('CONFIRMED');
  });

  test('a day after the expiry, to the millisecond', () => {
    const driver = expired();
    driver.now += day;
    const late = structuredClone(driver.image());
    expect(outcomeOf(pay(driver))).toBe('CONFIRMED');
    const later = new EventDriver();
    Object.assign(later, { state: stateOf(late, later.state.seatMap), now: driver.now + 1 });
    expect(goneIn(pay(later))).toEqual({ code: 'SESSION_DEAD', state: 'EXPIRED', conflicts: undefined });
  });

  test('when the session was never checked out, or was cancelled', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101]);
    driver.lock(driver.create(), [102]);
    driver.checkout('s2');
    driver.cancel('s2', true);
    driver.now += driver.policy.holdMs;
    driver.sweep();
    expect(refused(driver)).toEqual({ code: 'SESSION_DEAD', state: 'EXPIRED', conflicts: undefined });
    expect(goneIn(pay(driver, 's2'))).toMatchObject({ code: 'SESSION_DEAD', state: 'CANCELLED' });
  });

  test('without `reclaim` in the body', () => {
    const driver = expired();
    expect(goneIn(driver.confirm('s1', 'order 1'))).toEqual({
      code: 'SESSION_DEAD',
      state: 'EXPIRED',
      conflicts: undefined,
    });
  });
});

describe('after changes by the organization', () => {
  test('lines that a clean took away are taken again when they are free', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101, 102], [[9001, 3]]);
    driver.checkout('s1');
    driver.ask({ kind: 'clean-assignments' });
    driver.now += driver.policy.graceMs;
    driver.sweep();
    expect(outcomeOf(pay(driver))).toBe('CONFIRMED');
    expect(driver.session('s1').seats.map(({ price }) => price.name)).toEqual(['50 EUR', '50 EUR']);
    expect(brokenRules(driver.state, driver.policy.maxSeats)).toEqual([]);
  });

  test('a deleted price stays the price of the cart', () => {
    const driver = expired([]);
    expect(outcomeOf(driver.ask({ kind: 'delete-price', priceId: 1 }))).toBe('done');
    expect(outcomeOf(pay(driver))).toBe('CONFIRMED');
    expect(driver.session('s1').seats.map(({ price }) => price.name)).toEqual(['50 EUR', '50 EUR']);
  });
});

describe('a reclaimed purchase and an expired cart survive', () => {
  test('a replay of the journal, from the beginning and from a snapshot', () => {
    const driver = expired();
    const image = structuredClone(driver.image());
    const from = driver.records.length;
    pay(driver);
    const records = JSON.parse(JSON.stringify(driver.records));
    const replayed = new EventState(driver.state.seatMap);
    for (const record of records) replay(replayed, record);
    expect(imageOf(replayed)).toEqual(driver.image());
    const recovered = stateOf(image, driver.state.seatMap);
    for (const record of records.slice(from)) replay(recovered, record);
    expect(imageOf(recovered)).toEqual(driver.image());
  });

  test('a snapshot that was taken after the session had left memory', () => {
    const driver = expired();
    driver.state.evictSession(driver.session('s1'));
    const image = structuredClone(driver.image());
    const from = driver.records.length;
    const before = expired().session('s1');
    driver.state.putSession(before);
    pay(driver);
    const recovered = stateOf(image, driver.state.seatMap);
    for (const record of JSON.parse(JSON.stringify(driver.records)).slice(from)) replay(recovered, record);
    expect(imageOf(recovered)).toEqual(driver.image());
  });

  test('snapshot and projection, with prices that are shared again', () => {
    const driver = expired();
    const session = driver.session('s1');
    const { seats, areas, lastCart } = session;
    expect(storedAndRead(driver.image()).sessions).toEqual([session]);
    expect(cartOf(sessionCells.cart(session))).toEqual({ seats, areas, lastCart });
  });

  test('and journals of before: an expiry then has the same fact, and its cart can be reclaimed', () => {
    const driver = expired();
    expect(driver.records.at(-1)?.facts).toEqual([{ type: 'expired', session: 1 }]);
    expect(outcomeOf(pay(driver))).toBe('CONFIRMED');
  });
});
