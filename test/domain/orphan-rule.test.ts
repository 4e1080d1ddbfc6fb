/**
 * The orphan rule, exhaustively, against a scan written from the rule's text: a requested seat is refused when a seat
 * next to it would be available without an available neighbour. Rows up to 10 seats, every occupancy, every selection.
 */
import { Bitmap } from '#collections/bitmap.ts';
import type { EventState } from '#domain/event-state.ts';
import { findAlone, findOrphans, freeAfter, type Orphans } from '#domain/seats/orphan-rule.ts';
import { EventDriver, outcomeOf, seatMapOf } from '../support/event-driver.ts';

/** Every length whose every occupancy is tried with every selection of available seats: 3 to the power of it cases. */
const lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

interface Scan {
  readonly refused: number;
  readonly alone: number;
}

/** `isOpen[k]`: seat k is available once all that was requested is taken. */
function scan(length: number, requested: readonly boolean[], isOpen: readonly boolean[]): Scan {
  let refused = 0;
  let alone = 0;
  for (let seat = 0; seat < length; seat++) {
    const hasNeighbour = isOpen[seat - 1] === true || isOpen[seat + 1] === true;
    const isAsked = requested[seat - 1] === true || requested[seat + 1] === true;
    if (isOpen[seat] !== true || hasNeighbour || !isAsked) continue;
    alone |= 1 << seat;
    if (requested[seat - 1] === true) refused |= 1 << (seat - 1);
    if (requested[seat + 1] === true) refused |= 1 << (seat + 1);
  }
  return { refused, alone };
}

const maskOf = (seats: readonly number[]): number => seats.reduce((mask, seat) => mask | (1 << seat), 0);
const bits = (length: number, mask: number): boolean[] =>
  Array.from({ length }, (_, seat) => (mask & (1 << seat)) !== 0);

/** The first case in which the rule and the scan differ, as text. */
function difference(length: number): string | null {
  const map = seatMapOf([length], []);
  for (let available = 0; available < 1 << length; available++) {
    // Every subset of the available seats, the empty one last.
    for (let asked = available; ; asked = (asked - 1) & available) {
      const left = available & ~asked;
      const requested = bits(length, asked);
      const seats = requested.flatMap((isAsked, seat) => (isAsked ? [seat] : []));
      const found = findOrphans(map.rows, seats, (seat) => (left & (1 << seat)) !== 0);
      const expected = scan(length, requested, bits(length, left));
      if (maskOf(found.refused) !== expected.refused || maskOf(found.alone) !== expected.alone) {
        return `${length} seats, available ${available.toString(2)}, asked ${asked.toString(2)}: ${JSON.stringify(found)}`;
      }
      if (asked === 0) break;
    }
  }
  return null;
}

describe('the orphan rule', () => {
  test.each(lengths)('agrees with the scan on every row of %d', (length) => {
    expect(difference(length)).toBeNull();
  });

  const judge = (rows: number[], taken: number[], asked: number[]): Orphans => {
    const gone = new Set([...taken, ...asked]);
    return findOrphans(seatMapOf(rows, []).rows, asked, (seat) => !gone.has(seat));
  };

  test('names the refused seats in the order of the request and each orphan once', () => {
    expect(judge([5], [], [3, 1])).toEqual({ refused: [3, 1], alone: [2, 4, 0] });
  });

  test('ends at the ends of a row', () => {
    expect(judge([3, 3], [], [1, 2])).toEqual({ refused: [1], alone: [0] });
    expect(judge([3, 3], [], [0, 1, 2])).toEqual({ refused: [], alone: [] });
    expect(judge([2, 2], [], [2])).toEqual({ refused: [2], alone: [3] });
  });

  test('exempts a row of one seat', () => {
    expect(judge([1, 2, 1], [], [1, 2])).toEqual({ refused: [], alone: [] });
  });

  test('allows a request for a seat that is already an orphan', () => {
    expect(judge([3], [0, 2], [1])).toEqual({ refused: [], alone: [] });
  });
});

describe('the scan of a whole event', () => {
  /** Every occupancy of a row between two others, as text; the first that differs from the definition. */
  function differing(length: number): string | null {
    const { rows } = seatMapOf([2, length, 1], []);
    for (let open = 0; open < 1 << length; open++) {
      const available = new Bitmap(length + 3);
      const isOpen = bits(length, open);
      // The neighbours of the row's ends are available, in rows of their own.
      for (const seat of [0, 1, length + 2]) available.add(seat);
      isOpen.forEach((is, seat) => {
        if (is) available.add(seat + 2);
      });
      const expected = isOpen.flatMap((is, seat) =>
        is && length > 1 && !isOpen[seat - 1] && !isOpen[seat + 1] ? [seat + 2] : [],
      );
      const found = [...findAlone(rows, available)];
      if (String(found) !== String(expected)) return `${open.toString(2)}: ${found}, not ${expected}`;
    }
    return null;
  }

  test.each(lengths)('finds exactly the orphans of any row of %d', (length) => {
    expect(differing(length)).toBeNull();
  });
});

test('the orphan rule gives the same result for large selections as for small ones', () => {
  const size = 3_000;
  const taken = Array.from({ length: size }, (_, seat) => seat).filter((seat) => seat % 40 !== 7 && seat % 40 < 38);
  const available = new Bitmap(size);
  available.fill();
  const { rows } = seatMapOf(
    Array.from({ length: size / 40 }, () => 40),
    [],
  );
  const found = findOrphans(rows, taken, freeAfter({ seats: { available } } as EventState, null, taken));
  const gone = new Set(taken);
  expect(found).toEqual(findOrphans(rows, taken, (seat) => !gone.has(seat)));
  expect([found.alone.length, found.refused.length, available.count()]).toEqual([75, 150, size]);
});

describe('orphan prevention', () => {
  const on = { policy: { orphanSeatPrevention: true } };

  test('treats locked, sold and blocked seats as not available', () => {
    const outcomes = (['lock-seats', 'sell-seats', 'lock-seats'] as const).map((kind, at) => {
      const driver = new EventDriver(on);
      driver.book(kind, [103, 104], [], { holdType: at === 2 ? 'HOUSE' : null });
      return outcomeOf(driver.lock(driver.create(), [101]));
    });
    expect(outcomes).toEqual(['ORPHAN_SEATS', 'ORPHAN_SEATS', 'ORPHAN_SEATS']);
  });

  test("treats a session's own seats as taken, and never refuses an unlock", () => {
    const driver = new EventDriver(on);
    driver.lock(driver.create(), [101, 102]);
    expect(outcomeOf(driver.lock('s1', [104]))).toBe('ORPHAN_SEATS');
    expect(outcomeOf(driver.lock('s1', [103]))).toBe('ACTIVE');
    expect(outcomeOf(driver.unlock('s1', [102]))).toBe('ACTIVE');
    expect(driver.seat(102)).toBe('ACTIVE');
    expect(outcomeOf(driver.lock('s1', [102]))).toBe('ACTIVE');
    expect(outcomeOf(driver.checkout('s1'))).toBe('PENDING_PAYMENT');
  });

  test('refuses nothing if it is off', () => {
    const driver = new EventDriver();
    expect(outcomeOf(driver.lock(driver.create(), [102]))).toBe('ACTIVE');
    expect(outcomeOf(driver.book('sell-seats', [104]))).toBe('true');
  });
});
