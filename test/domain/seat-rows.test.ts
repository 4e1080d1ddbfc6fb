/** Rows of seats without consecutive indices: neighbours, and the order of the seats. */
import fc from 'fast-check';
import { rowOrder } from '#domain/layout/row-order.ts';
import { SeatRows } from '#domain/seats/seat-rows.ts';

describe('rows', () => {
  test('know their neighbours wherever their indices are', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(30), { maxLength: 6 }), { maxLength: 4 }), (wanted) => {
        const used = new Set<number>();
        const rows = wanted.map((row) => row.filter((seat) => !used.has(seat) && used.add(seat)));
        const seatRows = SeatRows.ofRuns(
          31,
          rows.map((row) => row.flatMap((seat) => [seat, 1])),
        );
        for (let seat = 0; seat <= 30; seat++) {
          const row = rows.find((one) => one.includes(seat)) ?? [seat];
          const at = row.indexOf(seat);
          expect([seatRows.previousOf(seat), seatRows.nextOf(seat)]).toEqual([row[at - 1] ?? -1, row[at + 1] ?? -1]);
        }
        const copy = new SeatRows(seatRows.firsts, seatRows.joins);
        expect(copy.nextOf(3)).toBe(seatRows.nextOf(3));
      }),
    );
  });

  test('take seats in between, at both ends and from their own place', () => {
    const placed = (index: number, place: number | null) => ({ index, place });
    expect(rowOrder([4, 5, 6], [placed(9, 0.5), placed(8, -1), placed(7, null), placed(10, null)])).toEqual([
      8, 4, 9, 5, 6, 7, 10,
    ]);
    expect(rowOrder([4, 5, 6], [placed(4, null), placed(9, 1)])).toEqual([5, 9, 6, 4]);
  });
});
