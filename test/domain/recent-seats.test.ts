/** The seats that changed lately, against a list of all changes. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RecentSeats } from '#domain/seats/recent-seats.ts';

const record = fc.record({
  seats: fc.array(fc.nat(400), { maxLength: 40 }),
  isReset: fc.nat(60).map((drawn) => drawn === 0),
  laterMs: fc.oneof(fc.nat(50), fc.nat(20_000)),
});

test('every change after a known record is remembered, each seat once, in the order of the last changes', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 200 }), (records) => {
      const recent = new RecentSeats();
      const all: { seat: number; seq: number }[] = [];
      let at = 0;
      let resetSeq = 0;
      for (const [index, { seats, isReset, laterMs }] of records.entries()) {
        const seq = index + 1;
        at += laterMs;
        if (isReset) recent.reset();
        for (const seat of seats) {
          recent.note(seat);
          all.push({ seat, seq });
        }
        recent.seal(seq, at);
        if (isReset) resetSeq = seq;
      }
      expect(recent.from).toBeGreaterThanOrEqual(resetSeq);
      expect(recent.since(recent.from - 1)).toBeNull();
      for (let since = recent.from; since <= records.length; since++) {
        const last = new Map<number, number>();
        for (const { seat, seq } of all) if (seq > since) last.set(seat, seq);
        const found = recent.since(since);
        const pairs = [...(found?.seats ?? [])].map((seat, place) => [seat, found?.seqs[place]]);
        expect(new Map(pairs as [number, number][])).toEqual(last);
        expect(pairs).toHaveLength(last.size);
        expect([...(found?.seqs ?? [])]).toEqual([...(found?.seqs ?? [])].toSorted((one, other) => one - other));
      }
    }),
    { numRuns: 60 },
  );
});

test('two minutes are remembered under any load, in memory bounded by the number of seats', () => {
  const recent = new RecentSeats();
  for (let seq = 1; seq <= 100_000; seq++) {
    recent.note(seq % 300);
    recent.seal(seq, seq);
  }
  expect(recent.from).toBe(0);
  expect(recent.since(0)?.seats).toHaveLength(300);
  for (let seq = 100_001; seq <= 100_400; seq++) recent.seal(seq, seq * 1_000);
  expect(recent.from).toBeGreaterThan(0);
});
