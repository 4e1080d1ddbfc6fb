/**
 * The best available seats for every number of guests, beside tables that are booked as a whole or by seats, whatever is
 * taken: the choice is that of the naive search.
 */
import { chooseBest } from '#domain/best/choose-best.ts';
import type { PlannedUnit } from '#domain/units/unit.ts';
import { EventDriver, wishOf } from '../../support/event-driver.ts';
import { bestTogether, type NaiveRow } from '../../support/naive-best.ts';
import { guestRange, NaiveUnits } from '../../support/naive-units.ts';

/** A table of three beside two seats, and one of two, one seat of which is in another row. */
const large = {
  rows: [5, 4],
  areas: [],
  prices: ['50', '20'],
  units: [
    { id: 1, name: 'A', seats: [0, 3], booking: 'WHOLE', min: 1, max: null },
    { id: 2, name: 'B', seats: [4, 1, 5, 1], booking: 'WHOLE', min: null, max: null },
    { id: 3, name: 'C', seats: [7, 2], booking: 'SEATS', min: null, max: null },
  ] satisfies PlannedUnit[],
};

test('the best available seats for every number are those of the naive search, whatever is taken', () => {
  const driver = new EventDriver(large);
  const { state } = driver;
  const units = new NaiveUnits(large.rows, large.units);
  const every = large.rows.flatMap((count, row) => Array.from({ length: count }, (_, at) => 101 + row * 100 + at));
  const offered = units.all
    .filter(({ booking }) => booking === 'WHOLE')
    .map((unit) => {
      const [least, most] = guestRange(unit);
      return { ...unit, isAllowed: true, isFor: (number: number) => least <= number && number <= most };
    });
  const chosenTables = new Set<number>();
  const bySeats = large.units.map(({ id }) => ({ id, booking: 'SEATS', min: null, max: null }) as const);
  for (let taken = 0; taken < 1 << every.length; taken++) {
    const gone = every.filter((_, at) => (taken >> at) & 1);
    driver.ask({ kind: 'override-units', overrides: bySeats });
    driver.book('lock-seats', gone);
    driver.ask({ kind: 'override-units', overrides: [] });
    const rows: readonly NaiveRow[] = large.rows.map((count, row) => ({
      section: 1,
      seats: Array.from({ length: count }, (_, at) => {
        const id = 101 + row * 100 + at;
        return { id, isFree: !gone.includes(id), priceId: row + 1, isAccessible: false, isInUnit: units.has(id) };
      }),
    }));
    for (const isOrphanSafe of [false, true]) {
      for (let count = 1; count <= 4; count++) {
        for (const priceIds of [null, [1]]) {
          const wish = wishOf({ count, priceIds });
          const choice = chooseBest(state, null, wish, isOrphanSafe);
          const found = choice.ok
            ? { seats: choice.seats.map((seat) => state.seatMap.idAt(seat)), table: choice.unit?.id }
            : { largestTogether: choice.refusal.largestTogether };
          const due = bestTogether(rows, wish, isOrphanSafe, offered);
          if ('table' in due) chosenTables.add(due.table as number);
          if (JSON.stringify(found) !== JSON.stringify(due))
            throw new Error(`${JSON.stringify({ gone, count, priceIds, isOrphanSafe, found, due })}`);
        }
      }
    }
    driver.ask({ kind: 'override-units', overrides: bySeats });
    driver.book('unlock-seats', gone);
  }
  expect([...chosenTables].sort()).toEqual([1, 2]);
});
