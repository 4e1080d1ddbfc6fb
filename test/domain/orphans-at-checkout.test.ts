/**
 * Checkout under the orphan rule, exhaustively, against a scan written from the rule's text: a session is refused for a seat
 * that it gave back itself and that stands alone next to its cart.
 */
import { stateOf } from '#domain/image.ts';
import { EventDriver, outcomeOf, refusalOf } from '../support/event-driver.ts';
import { storedAndRead } from '../support/stored-image.ts';

const on = { policy: { orphanSeatPrevention: true } };

/** The history of a seat: sold to others, never touched, held, or held and given back in the first or the second unlock. */
type Fate = 'sold' | 'free' | 'held' | 'first' | 'second';
const fates: readonly Fate[] = ['sold', 'free', 'held', 'first', 'second'];

function* rowsOf(length: number): Generator<readonly Fate[]> {
  if (length === 0) yield [];
  else for (const rest of rowsOf(length - 1)) for (const fate of fates) yield [fate, ...rest];
}

/** Lonely seats that were given back, and the held ones beside them. */
function scan(row: readonly Fate[]): { readonly alone: readonly number[]; readonly refused: readonly number[] } {
  const isFree = (at: number): boolean => ['free', 'first', 'second'].includes(row[at] ?? 'no seat');
  const alone = [...row.keys()].filter((at) => {
    const isGivenBack = row[at] === 'first' || row[at] === 'second';
    const isBesideCart = row[at - 1] === 'held' || row[at + 1] === 'held';
    return isGivenBack && isBesideCart && !isFree(at - 1) && !isFree(at + 1);
  });
  const refused = [...row.keys()].filter((at) => row[at] === 'held' && [at - 1, at + 1].some((n) => alone.includes(n)));
  return { alone, refused };
}

const idsWith = (row: readonly Fate[], ...wanted: Fate[]): number[] =>
  [...row.entries()].filter(([, fate]) => wanted.includes(fate)).map(([at]) => 101 + at);

const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);

/** The answer of the checkout for this row; null if the lock was already refused. */
function told(row: readonly Fate[]): object | string | null {
  const driver = new EventDriver({ rows: [row.length], areas: [], ...on });
  driver.book('block-seats', idsWith(row, 'sold'));
  const id = driver.create();
  if (!driver.lock(id, idsWith(row, 'held', 'first', 'second')).ok) return null;
  driver.unlock(id, idsWith(row, 'first'));
  driver.unlock(id, idsWith(row, 'second'));
  const answer = driver.checkout(id);
  if (answer.ok || answer.refusal.code === 'EMPTY_CART') return 'accepted';
  const { code, conflicts, orphanSeats = [] } = answer.refusal;
  return { code, refused: sorted(conflicts?.seats ?? []), alone: sorted(orphanSeats) };
}

test.each([1, 2, 3, 4, 5])(
  'the checkout agrees with the orphan scan on every row of %d and every way to unlock seats',
  (length) => {
    const met = { accepted: 0, refused: 0 };
    for (const row of rowsOf(length)) {
      const said = told(row);
      if (said === null) continue;
      const { alone, refused } = scan(row);
      const idOf = (at: number): number => 101 + at;
      const expected =
        alone.length === 0 ? 'accepted' : { code: 'ORPHAN_SEATS', refused: refused.map(idOf), alone: alone.map(idOf) };
      expect([row, said]).toEqual([row, expected]);
      met[alone.length === 0 ? 'accepted' : 'refused']++;
    }
    expect(met.accepted).toBeGreaterThan(0);
    if (length > 1) expect(met.refused).toBeGreaterThan(0);
  },
);

/** Two seats of a row of four locked and the second given back; the rest of the row is sold. */
function driverWithOrphan(): EventDriver {
  const driver = new EventDriver({ rows: [4], areas: [5], ...on });
  driver.book('sell-seats', [103, 104]);
  driver.lock(driver.create(), [101, 102]);
  driver.unlock('s1', [102]);
  return driver;
}

describe('a session that locked two seats and gave one back', () => {
  test('is refused, with the seats named and nothing changed', () => {
    const driver = driverWithOrphan();
    const before = driver.image();
    expect(refusalOf(driver.checkout('s1'))).toMatchObject({
      code: 'ORPHAN_SEATS',
      conflicts: { seats: [101], groupOfSeats: [] },
      orphanSeats: [102],
    });
    expect(driver.image()).toEqual(before);
  });

  test('can be checked out after it has locked the seat again, or given the other one back too', () => {
    const again = driverWithOrphan();
    expect(outcomeOf(again.checkout('s1', [102]))).toBe('PENDING_PAYMENT');
    const neither = driverWithOrphan();
    neither.unlock('s1', [101]);
    neither.lock('s1', [], [[9001, 1]]);
    expect(outcomeOf(neither.checkout('s1'))).toBe('PENDING_PAYMENT');
  });

  test('can be checked out after another session has taken the seat; seats that others gave back do not count', () => {
    const taken = driverWithOrphan();
    taken.lock(taken.create(), [102]);
    expect(outcomeOf(taken.checkout('s1'))).toBe('PENDING_PAYMENT');
    const others = new EventDriver({ rows: [3], areas: [], ...on });
    others.lock(others.create(), [101]);
    others.lock(others.create(), [102, 103]);
    others.unlock('s2', [102]);
    expect(outcomeOf(others.checkout('s1'))).toBe('PENDING_PAYMENT');
    expect(outcomeOf(others.checkout('s2'))).toBe('ORPHAN_SEATS');
  });

  test('is refused after a recovery from a snapshot, and from the journal', () => {
    const driver = driverWithOrphan();
    const recovered = new EventDriver({ rows: [4], areas: [5], ...on });
    Object.assign(recovered, { state: stateOf(storedAndRead(driver.image()), driver.state.seatMap) });
    expect(outcomeOf(recovered.checkout('s1'))).toBe('ORPHAN_SEATS');
    const replayed = new EventDriver({ rows: [4], areas: [5], ...on, prices: [] });
    for (const record of driver.records.slice(1)) replayed.replayRecord(record);
    expect(outcomeOf(replayed.checkout('s1'))).toBe('ORPHAN_SEATS');
  });

  test('gets conflicts before orphans', () => {
    const driver = driverWithOrphan();
    expect(outcomeOf(driver.checkout('s1', [103]))).toBe('SEAT_CONFLICT');
  });

  test('remembers no seats if the organization has no orphan prevention, nor after its checkout or end', () => {
    const free = new EventDriver({ rows: [4], areas: [] });
    free.lock(free.create(), [101, 102]);
    free.unlock('s1', [102]);
    expect(free.records.at(-1)?.facts).toEqual([{ type: 'unheld', session: 1, seats: [1] }]);
    expect(free.session('s1').givenBack).toBeUndefined();
    const driver = driverWithOrphan();
    expect(driver.session('s1').givenBack).toEqual([1]);
    driver.cancel('s1');
    expect(driver.session('s1').givenBack).toBeUndefined();
  });
});

test('a session remembers at most two given-back seats for each seat of its cart', () => {
  const driver = new EventDriver({ rows: [400], areas: [], policy: { orphanSeatPrevention: true, maxSeats: 4 } });
  driver.lock(driver.create(), [101]);
  for (let at = 0; at < 390; at++) {
    driver.lock('s1', [102 + at, 103 + at]);
    driver.unlock('s1', [102 + at, 103 + at]);
  }
  expect(driver.session('s1').givenBack).toEqual([1]);
});
