/**
 * Alternatives to a refused lock: sets of the same size, prices and kind, each of which succeeds when it is taken at once
 * in a fresh copy of the state. Random halls and states.
 */
import fc from 'fast-check';
import { decide } from '#domain/decide.ts';
import { stateOf } from '#domain/image.ts';
import { EventDriver, outcomeOf, refusalOf, selectionOf } from '../../support/event-driver.ts';
import { isParted } from '../../support/naive-best.ts';
import { seatLines } from '../../support/seat-lines.ts';

const hall = { rows: [7, 6, 7, 5], prices: ['50', '20'], accessible: [103, 104, 301, 405], aisles: [105, 303] };
const ids = hall.rows.flatMap((count, row) => Array.from({ length: count }, (_, at) => 101 + row * 100 + at));

const scene = fc.record({
  taken: fc.subarray(ids, { maxLength: 20 }),
  own: fc.subarray(ids, { maxLength: 2 }),
  wanted: fc.oneof(
    fc.subarray(ids, { minLength: 1, maxLength: 4 }),
    fc.constantFrom([103, 104], [201, 202, 203], [302]),
  ),
  isOrphanSafe: fc.boolean(),
});

const priceOf = (id: number): number => Math.floor(id / 100) % 2;

test('every alternative can be taken at once, and is like what was asked for', () => {
  let offered = 0;
  fc.assert(
    fc.property(scene, ({ taken, own, wanted, isOrphanSafe }) => {
      const driver = new EventDriver({ ...hall, policy: { maxSeats: 6 } });
      const session = driver.create();
      driver.lock(session, own);
      for (const id of taken) driver.book('lock-seats', [id]);
      driver.policy = { ...driver.policy, orphanSeatPrevention: isOrphanSafe };
      const answer = driver.lockOrSuggest(session, wanted);
      if (answer.ok) return;
      const { code, alternatives } = refusalOf(answer);
      if (code === 'CAP_SEATS') {
        expect(alternatives).toBeUndefined();
        return;
      }
      const asked = [...new Set(wanted)].filter(
        (id) => !own.includes(id) || driver.session(session).seats.every((line) => line.id !== id),
      );
      for (const set of alternatives ?? []) {
        offered++;
        expect(set).toHaveLength(asked.length);
        expect(isParted(hall, set)).toBe(false);
        expect(set.map(priceOf).sort()).toEqual(asked.map(priceOf).sort());
        const accessible = (list: readonly number[]) => list.filter((id) => hall.accessible.includes(id)).length;
        expect(accessible(set)).toBe(accessible(asked));
        const copy = stateOf(structuredClone(driver.image()), driver.state.seatMap);
        const command = { kind: 'lock-session', sessionId: session, selection: selectionOf(set) } as const;
        expect(decide(copy, command, driver.now, driver.policy)).toMatchObject({ ok: true });
      }
      const all = (alternatives ?? []).flat();
      expect(new Set(all).size).toBe(all.length);
    }),
    { numRuns: 3_000 },
  );
  expect(offered).toBeGreaterThan(1_000);
});

test('they are nearest first, and there are none without a price or for seats of another event', () => {
  const driver = new EventDriver({ rows: [10, 10], prices: ['50'] });
  driver.book('lock-seats', [105, 106]);
  const session = driver.create();
  expect(refusalOf(driver.lockOrSuggest(session, [105, 106])).alternatives).toEqual([
    [103, 104],
    [107, 108],
    [205, 206],
  ]);
  expect(refusalOf(driver.lockOrSuggest(session, [105, 999])).alternatives).toEqual([]);
  const unpriced = new EventDriver({ rows: [4], prices: [] });
  expect(refusalOf(unpriced.lockOrSuggest(unpriced.create(), [101])).alternatives).toEqual([]);
  expect(outcomeOf(driver.lockOrSuggest(session, [101, 102]))).toBe('ACTIVE');
});

test('the search for them ends after a bounded number of seats', () => {
  /** Of two prices, which only the last row has both of. */
  const offeredIn = (rowCount: number): readonly (readonly number[])[] | undefined => {
    const rows = Array.from({ length: rowCount }, () => 80);
    const driver = new EventDriver({ rows, areas: [], prices: ['50', '20'] });
    const mixed = 101 + (rowCount - 1) * 100;
    const other = driver.state.seatMap.indexOf(mixed - 100);
    const price = driver.state.prices.bySlot(driver.state.seats.priceSlotOf(other))?.id as number;
    const seats = seatLines([{ objectId: mixed, assignmentId: price }]);
    driver.ask({ kind: 'assign-prices', seats, groupOfSeats: [] });
    driver.book('lock-seats', [101]);
    return refusalOf(driver.lockOrSuggest(driver.create(), [101, 201])).alternatives;
  };
  expect(offeredIn(100)).toEqual([[10001, 10002]]);
  expect(offeredIn(400)).toEqual([]);
});
