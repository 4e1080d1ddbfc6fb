/** A page of a history is the same from the rows that are kept of a file as from all of its rows. */
import { BlockWriter, coded } from '#domain/history/history-block.ts';
import { NewestRows, pageOfHistory, type StoredRow } from '#storage/history/history-reads.ts';
import { SeededRandom } from '../../support/seeded-random.ts';

/** Row `to` has one change of the seat, and as many of another one as make it so long. */
function rowOf(to: number, seat: number, others: number): StoredRow {
  const writer = new BlockWriter(to - 1);
  const cause = { seq: to, at: to * 1_000, by: coded('TIME') };
  for (let count = 0; count < others; count++) writer.addSeat(seat + 1, 'ACTIVE', 'LOCKED', cause, 1);
  writer.addSeat(seat, 'ACTIVE', 'LOCKED', cause, 1);
  return { block: 0, after: to - 1, to, entries: writer.copy() };
}

test.each([
  ['many rows', 3_000, 0],
  ['large rows', 26, 100_000],
  ['few rows', 20, 3],
])('of %s', async (_, count, others) => {
  const random = new SeededRandom(count);
  const rows = Array.from({ length: count }, (_row, place) => rowOf(place + 1, 7, others));
  for (const after of [null, { seq: count >> 1, given: 0 }, { seq: 3, given: 1 }]) {
    for (const seat of others > 10_000 ? [9] : [7, 9]) {
      const query = { block: 0, seat, begin: 0, after, limit: 5_000 };
      const kept = new NewestRows(after);
      for (const row of rows.toSorted(() => (random.chance(0.5) ? 1 : -1))) kept.take(row);
      const below = rows.filter((row) => after === null || row.after < after.seq).toReversed();
      expect(await pageOfHistory(kept, query)).toEqual(await pageOfHistory(below, query));
      expect([...kept].length).toBeLessThanOrEqual(2_048);
      expect([...kept].slice(0, -1).reduce((sum, { entries }) => sum + entries.length, 0)).toBeLessThanOrEqual(2 ** 24);
    }
  }
});
