/** The seats that changed lately, against a list of all changes. */
import fc from 'fast-check';
import { RecentSeats } from '#domain/seats/recent-seats.ts';

/** Of three blocks, the last one short. */
const seatCount = 600;

const record = fc.record({
  seats: fc.array(fc.nat(seatCount - 1), { maxLength: 40 }),
  isReset: fc.nat(60).map((drawn) => drawn === 0),
});

test('every change after a known record is remembered, each seat once, in the order of the seats', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 200 }), (records) => {
      const recent = new RecentSeats(seatCount);
      const all: { seat: number; seq: number }[] = [];
      let resetSeq = 0;
      for (const [index, { seats, isReset }] of records.entries()) {
        const seq = index + 1;
        if (isReset) recent.reset();
        for (const seat of seats) {
          recent.note(seat);
          all.push({ seat, seq });
        }
        recent.seal(seq);
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
        expect([...(found?.seats ?? [])]).toEqual([...last.keys()].toSorted((one, other) => one - other));
      }
    }),
    { numRuns: 60 },
  );
});

test('changes are remembered however long ago they were made', () => {
  const recent = new RecentSeats(300);
  for (let seq = 1; seq <= 100_000; seq++) {
    if (seq <= 300) recent.note(seq - 1);
    recent.seal(seq);
  }
  expect(recent.from).toBe(0);
  expect(recent.since(0)?.seats).toHaveLength(300);
  expect(recent.since(299)).toEqual({ seats: Uint32Array.of(299), seqs: Float64Array.of(300) });
});

test('seats that are added later, and records noted together in any order, are remembered', () => {
  const recent = new RecentSeats(10);
  recent.note(9);
  recent.seal(1);
  recent.grow(1_000);
  recent.noteAt(999, 5);
  recent.noteAt(998, 3);
  recent.seal(5);
  expect(recent.since(0)).toEqual({ seats: Uint32Array.of(9, 998, 999), seqs: Float64Array.of(1, 3, 5) });
  expect(recent.since(3)?.seats).toEqual(Uint32Array.of(999));
});

test('records beyond 32 bits are remembered from there on', () => {
  const first = 2 ** 32 - 10;
  const recent = new RecentSeats(100);
  recent.beginAfter(first - 1);
  for (let seq = first; seq < first + 20; seq++) {
    recent.note(seq - first);
    recent.seal(seq);
    expect(recent.lastSeq).toBe(seq);
    expect([...(recent.since(recent.from)?.seqs ?? [])].at(-1) ?? recent.from).toBe(seq);
  }
  expect(recent.since(first - 1)).toBeNull();
  expect(recent.since(first + 16)?.seats).toEqual(Uint32Array.of(17, 18, 19));
});
