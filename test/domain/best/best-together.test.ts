/**
 * The best available seats against a naive search: in small halls for every state of the rows, every count and every
 * flag; in larger halls for random histories, in which the index that is kept up equals one built again.
 */
import { chooseBest } from '#domain/best/choose-best.ts';
import type { BestWish } from '#domain/selection.ts';

import { EventDriver, type Hall, wishOf } from '../../support/event-driver.ts';
import {
  bestTogether,
  groupSizes,
  leavesNoneAlone,
  type NaiveChoice,
  type NaiveRow,
  spreadsOf,
} from '../../support/naive-best.ts';

/** The hall as the naive search sees it. */
function rowsOf({ state }: EventDriver, hall: Hall): readonly NaiveRow[] {
  return (hall.rows as readonly number[]).map((count, row) => ({
    section: hall.sections?.[row] ?? 1,
    ...(hall.aisles === undefined ? {} : { aisles: hall.aisles }),
    seats: Array.from({ length: count }, (_, at) => {
      const id = 101 + row * 100 + at;
      const seat = state.seatMap.indexOf(id);
      return {
        id,
        isFree: state.seats.available.has(seat),
        priceId: state.prices.bySlot(state.seats.priceSlotOf(seat))?.id ?? null,
        isAccessible: hall.accessible?.includes(id) === true,
        isHidden: hall.hidden?.includes(id) === true,
      };
    }),
  }));
}

function chosen({ state }: EventDriver, wish: BestWish, isOrphanSafe: boolean): NaiveChoice {
  const choice = chooseBest(state, null, wish, isOrphanSafe);
  if (choice.ok) return { seats: choice.seats.map((seat) => state.seatMap.idAt(seat)) };
  return { largestTogether: choice.refusal.largestTogether ?? -1 };
}

/** Makes exactly these seats taken, the others free. */
function take(driver: EventDriver, ids: readonly number[], taken: number): void {
  for (const [at, id] of ids.entries()) {
    const isTaken = (taken & (1 << at)) !== 0;
    if (isTaken === (driver.seat(id) !== 'ACTIVE')) continue;
    driver.book(isTaken ? 'lock-seats' : 'unlock-seats', [id]);
  }
}

const idsOf = (rows: readonly number[]): number[] =>
  rows.flatMap((count, row) => Array.from({ length: count }, (_, at) => 101 + row * 100 + at));

describe('in a small hall, for every state of its seats', () => {
  const halls: readonly (readonly [
    string,
    Hall & { readonly rows: readonly number[] },
    readonly Partial<BestWish>[],
  ])[] = [
    ['of one row', { rows: [9], prices: ['50'] }, [{}]],
    ['of two rows', { rows: [5, 4], prices: ['50', '20'] }, [{}, { priceIds: [2] }, { priceIds: [1, 2] }]],
    ['with aisles', { rows: [9, 3], aisles: [103, 105, 202], prices: ['50'] }, [{}]],
    ['of two sections', { rows: [3, 2, 3], sections: [11, 12, 12], prices: ['50'] }, [{}, { sectionIds: [12] }]],
    [
      'with accessible and hidden seats',
      { rows: [6, 3], accessible: [102, 103, 202], hidden: [105], prices: ['50'] },
      [{}, { accessible: 1 }, { accessible: 2 }],
    ],
  ];

  test.each(halls)('%s', (_, hall, wishes) => {
    const driver = new EventDriver(hall);
    const ids = idsOf(hall.rows);
    let compared = 0;
    for (let taken = 0; taken < 1 << ids.length; taken++) {
      // Gray code: each state differs from the one before in one seat, so that the index is kept up step by step.
      take(driver, ids, taken ^ (taken >> 1));
      const rows = rowsOf(driver, hall);
      for (let count = 1; count <= 5; count++) {
        for (const limits of wishes) {
          const wish = wishOf({ count, ...limits });
          if (wish.accessible > count) continue;
          for (const isOrphanSafe of [true, false]) {
            const found = JSON.stringify(chosen(driver, wish, isOrphanSafe));
            const due = JSON.stringify(bestTogether(rows, wish, isOrphanSafe));
            if (found !== due) expect([taken, wish, isOrphanSafe, found]).toEqual([taken, wish, isOrphanSafe, due]);
            compared++;
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(5_000 / 2);
  });
});

describe('spread over neighbouring rows', () => {
  test('finds more accessible seats than any row of a large hall has', () => {
    const rows = Array.from({ length: 600 }, () => 30);
    const accessible = rows.map((_, row) => 101 + row * 100);
    const driver = new EventDriver({ rows, areas: [], accessible, prices: ['50'] });
    for (const isOrphanSafe of [true, false]) {
      const found = chosen(driver, wishOf({ count: 10, accessible: 9, together: false }), isOrphanSafe);
      if (!('seats' in found)) throw new Error('refused');
      expect(found.seats).toHaveLength(10);
      expect(found.seats.filter((id) => accessible.includes(id))).toHaveLength(9);
    }
    const tooMany = wishOf({ count: 10, accessible: 10 });
    expect(chosen(driver, tooMany, false)).toEqual({ largestTogether: 0 });
  });

  const plain = { rows: [3, 3, 2, 3], sections: [11, 11, 11, 12], accessible: [201], prices: ['50'] };

  test.each([
    ['', plain],
    [', with aisles', { ...plain, accessible: [], aisles: [102, 401] }],
  ])(
    'is refused only when no set of seats fits, leaves a single seat alone only then, and begins with the largest group%s',
    (_, hall) => {
      const ids = idsOf(hall.rows);
      const driver = new EventDriver(hall);
      let spread = 0;
      for (let taken = 0; taken < 1 << ids.length; taken++) {
        take(driver, ids, taken ^ (taken >> 1));
        const rows = rowsOf(driver, hall);
        for (const count of [3, 4, 5]) {
          for (const accessible of [0, 1]) {
            const wish = wishOf({ count, accessible, together: false });
            const together = bestTogether(rows, wish, true);
            const sets = spreadsOf(rows, wish);
            const clean = sets.filter((set) => leavesNoneAlone(rows, new Set(set)));
            for (const isOrphanSafe of [true, false]) {
              const found = chosen(driver, wish, isOrphanSafe);
              if ('seats' in together) {
                expect(found).toEqual(together);
                continue;
              }
              const possible = clean.length > 0 || isOrphanSafe ? clean : sets;
              const where = JSON.stringify([taken, wish, isOrphanSafe, found, possible]);
              if ('largestTogether' in found) {
                if (possible.length > 0) throw new Error(`refused: ${where}`);
                continue;
              }
              spread++;
              const same = possible.some((set) => set.join() === found.seats.toSorted((a, b) => a - b).join());
              if (!same) throw new Error(`not possible: ${where}`);
              const largest = Math.max(...possible.map((set) => groupSizes(rows, set)[0] as number));
              if (groupSizes(rows, found.seats)[0] !== largest) throw new Error(`not the largest: ${where}`);
            }
          }
        }
      }
      expect(spread).toBeGreaterThan(1_000);
    },
  );
});
