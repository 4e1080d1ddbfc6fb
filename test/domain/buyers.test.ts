/** `maxSeatsPerBuyer`: what one buyer may have in all sessions that its passes have opened. */
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { withoutErased } from '#domain/facts/without-erased.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import { openAdmission } from '#domain/queue/admission.ts';
import type { Answer } from '#domain/reply.ts';
import {
  EventDriver,
  type Hall,
  organizationId,
  outcomeOf,
  policy,
  refusalOf,
  selectionOf,
} from '../support/event-driver.ts';
import { brokenRules } from '../support/invariants.ts';

const ada = 'a'.repeat(24);
const bob = 'b'.repeat(24);

/** An event that admits with passes and allows each buyer this much. */
function opened(maxSeatsPerBuyer: number | null, hall: Hall = {}): EventDriver {
  const driver = new EventDriver(hall);
  setMax(driver, maxSeatsPerBuyer);
  return driver;
}

function setMax(driver: EventDriver, max: number | null): void {
  const admission = { ...openAdmission, mode: 'PASS', ...(max === null ? {} : { maxSeatsPerBuyer: max }) } as const;
  driver.ask({ kind: 'set-admission', admission, seed: { seed: '', seedHash: '' } });
}

/** Opens a session with a new pass of the buyer. */
function enter(driver: EventDriver, sessionId: string, buyer?: string): string {
  const hash = Buffer.from(sessionId.padEnd(12, '.')).toString('hex');
  const until = driver.now + 86_400_000;
  const pass = { kind: 'signed', hash, until, ...(buyer === undefined ? {} : { buyer }) } as const;
  return outcomeOf(driver.ask({ kind: 'create-session', sessionId, keyHash: `key of ${sessionId}`, pass }));
}

function lock(driver: EventDriver, sessionId: string, seats: readonly number[], places = 0): Answer {
  return driver.lock(sessionId, seats, places === 0 ? [] : [[9001, places]]);
}

/** A confirmed session of the buyer. */
function buy(driver: EventDriver, sessionId: string, buyer: string, seats: readonly number[], places = 0): void {
  enter(driver, sessionId, buyer);
  expect(outcomeOf(lock(driver, sessionId, seats, places))).toBe('ACTIVE');
  driver.checkout(sessionId);
  expect(outcomeOf(driver.confirm(sessionId, sessionId))).toBe('CONFIRMED');
}

const both = (driver: EventDriver) => [ada, bob].map((buyer) => driver.state.buyers.totalOf(buyer));

test('counts the seats and places of all sessions of the buyer, and of nobody else', () => {
  const driver = opened(4);
  buy(driver, 's1', ada, [101], 1);
  enter(driver, 's2', ada);
  enter(driver, 's3', bob);
  enter(driver, 's4');
  expect(outcomeOf(lock(driver, 's2', [102], 1))).toBe('ACTIVE');
  expect(refusalOf(lock(driver, 's2', [103]))).toMatchObject({ code: 'CAP_BUYER', maxSeats: 4, left: 0 });
  expect(outcomeOf(lock(driver, 's2', [], 2))).toBe('CAP_BUYER');
  expect(outcomeOf(lock(driver, 's3', [103, 104, 105, 106]))).toBe('ACTIVE');
  expect(outcomeOf(lock(driver, 's4', [], 5))).toBe('ACTIVE');
  expect(both(driver)).toEqual([4, 4]);
});

test('applies to best seats, to a checkout with lines, and to what replaces other lines', () => {
  const driver = opened(3);
  buy(driver, 's1', ada, [101]);
  enter(driver, 's2', ada);
  const best = (count: number) => driver.lockBest('s2', { count });
  expect(refusalOf(best(3))).toMatchObject({ code: 'CAP_BUYER', left: 2 });
  expect(outcomeOf(driver.checkout('s2', [102, 103, 104]))).toBe('CAP_BUYER');
  expect(outcomeOf(best(2))).toBe('ACTIVE');
  driver.unlock('s2', [driver.session('s2').seats[0]?.id as number]);
  expect(outcomeOf(lock(driver, 's2', [], 1))).toBe('ACTIVE');
  expect(outcomeOf(driver.checkout('s2', []))).toBe('PENDING_PAYMENT');
});

test('a maximum that is lowered takes nothing away, and allows nothing more', () => {
  const driver = opened(null);
  enter(driver, 's1', ada);
  lock(driver, 's1', [101, 102], 2);
  setMax(driver, 2);
  expect(outcomeOf(lock(driver, 's1', [101]))).toBe('ACTIVE');
  expect(outcomeOf(lock(driver, 's1', [103]))).toBe('CAP_BUYER');
  expect(outcomeOf(driver.checkout('s1'))).toBe('PENDING_PAYMENT');
  expect(outcomeOf(driver.confirm('s1'))).toBe('CONFIRMED');
});

test.each([
  ['given back', (driver: EventDriver) => driver.unlock('s1', [101, 102])],
  ['cancelled', (driver: EventDriver) => driver.cancel('s1')],
])('what is %s counts no more', (_, end) => {
  const driver = opened(2);
  enter(driver, 's1', ada);
  lock(driver, 's1', [101, 102]);
  enter(driver, 's2', ada);
  expect(outcomeOf(lock(driver, 's2', [103, 104]))).toBe('CAP_BUYER');
  end(driver);
  expect(outcomeOf(lock(driver, 's2', [103, 104]))).toBe('ACTIVE');
});

test('sold places that are released, reverted or cleaned count no more', () => {
  const driver = opened(9);
  buy(driver, 's1', ada, [101, 102], 2);
  buy(driver, 's2', ada, [103, 104], 3);
  expect(both(driver)).toEqual([9, 0]);
  driver.release('s1');
  expect(both(driver)).toEqual([5, 0]);
  driver.book('revert-sales', [103], [[9001, 2]]);
  expect(both(driver)).toEqual([2, 0]);
  driver.ask({ kind: 'clean-assignments' });
  expect([both(driver), driver.state.buyers.image()]).toEqual([[0, 0], undefined]);
});

test('a payment that came too late takes its cart again, whatever the maximum', () => {
  const driver = opened(2);
  enter(driver, 's1', ada);
  driver.checkout('s1', [101, 102]);
  driver.now += policy.graceMs + 1;
  driver.sweep();
  buy(driver, 's2', ada, [103, 104]);
  const body = { reference: null, properties: null, reclaim: true } as const;
  const late = driver.ask({ kind: 'confirm-session', organizationId, sessionId: 's1', body });
  expect([outcomeOf(late), both(driver)]).toEqual(['CONFIRMED', [4, 0]]);
});

test('an exchange may not make the purchases of the buyer larger than the maximum', () => {
  const driver = opened(4);
  buy(driver, 's1', ada, [101, 102]);
  buy(driver, 's2', ada, [103], 1);
  const exchange = (release: readonly number[], take: readonly number[]) => {
    const body = { release: selectionOf(release), take: selectionOf(take) };
    return driver.ask({ kind: 'exchange-session', organizationId, sessionId: 's1', body });
  };
  expect(refusalOf(exchange([101], [104, 105]))).toMatchObject({ code: 'CAP_BUYER', left: 0 });
  expect([outcomeOf(exchange([101], [104])), both(driver)]).toEqual(['CONFIRMED', [4, 0]]);
});

test('a buyer who is erased is forgotten, and what was bought counts for nobody', () => {
  const driver = opened(2);
  buy(driver, 's1', ada, [101, 102]);
  driver.ask({ kind: 'erase-session', organizationId, sessionId: 's1' });
  expect([driver.session('s1').buyer, both(driver)]).toEqual([undefined, [0, 0]]);
  const erasedBy = () => driver.session('s1').erased;
  const rewritten = driver.records.map(
    (record) => ({ ...record, facts: withoutErased(record.facts, record.seq, erasedBy) ?? record.facts }) as const,
  );
  expect(JSON.stringify(rewritten)).not.toContain(ada);
  const state = new EventState(driver.state.seatMap);
  for (const record of rewritten) replay(state, record);
  expect(imageOf(state)).toEqual(imageOf(driver.state));
});

test('a snapshot and a replay count the same, also after the sessions have left memory', () => {
  const driver = opened(9);
  buy(driver, 's1', ada, [101, 102], 2);
  enter(driver, 's2', bob);
  lock(driver, 's2', [103], 1);
  driver.state.evictSession(driver.session('s1'));
  const restored = stateOf(structuredClone(driver.image()), driver.state.seatMap);
  expect(restored.buyers.image()).toEqual(driver.state.buyers.image());
  const replayed = new EventState(driver.state.seatMap);
  for (const record of driver.records) replay(replayed, record);
  expect(replayed.buyers.image()).toEqual(driver.state.buyers.image());
  expect(brokenRules(replayed, 10)).toEqual([]);
});

test('nothing of a buyer is written before the upgrade is finalized', () => {
  const driver = opened(null, { policy: { clusterVersion: { current: 1, newest: 2 } } });
  expect(enter(driver, 's1', ada)).toBe('ACTIVE');
  expect(driver.session('s1').buyer).toBeUndefined();
});
