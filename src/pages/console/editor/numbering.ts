/**
 * The names of seats in a row and of rows in a section, as houses give them. Pure. A name follows from the place of its
 * seat alone, so numbering again changes names and nothing else.
 */

export interface SeatNumbering {
  /**
   * Where the numbers grow from, as a person sees the plan: one side, or the centre, with the first, third, … of them on its
   * left (`oddLeft`) or on its right (`oddRight`).
   */
  readonly from: 'left' | 'right' | 'oddLeft' | 'oddRight';
  readonly first: number;
  /** From one seat to the next; 2 leaves every other number to the other side of an aisle. */
  readonly step: number;
  readonly kind: 'numbers' | 'letters';
}

export interface RowNumbering {
  readonly kind: 'numbers' | 'letters';
  /** Letters: the name of the first row, such as 1 for A. */
  readonly first: number;
  readonly from: 'front' | 'back';
  /** Letters that are not used, because they look like numbers. */
  readonly skipped: string;
}

export const usualSeats: SeatNumbering = { from: 'left', first: 1, step: 1, kind: 'numbers' };
export const usualRows: RowNumbering = { kind: 'letters', first: 1, from: 'front', skipped: 'IO' };

/** A wider gap is an aisle or another block, not so many missing seats. */
const gapMax = 40;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** From 1: A, B, … Z, AA, BB, … as rows are named. */
export function letters(number: number, skipped = ''): string {
  const used = [...alphabet].filter((letter) => !skipped.toUpperCase().includes(letter));
  if (used.length === 0) return String(number);
  const at = Math.max(0, Math.floor(number) - 1);
  return (used[at % used.length] as string).repeat(Math.floor(at / used.length) + 1);
}

/** The names of places from left to right. Places without a seat use up their numbers. */
export function seatNames(places: number, { from, first, step, kind }: SeatNumbering): string[] {
  return ranks(places, from).map((rank) => {
    const number = first + rank * step;
    return kind === 'letters' ? letters(number) : String(number);
  });
}

/** The names of rows from the front to the back. */
export function rowNames(rows: number, { kind, first, from, skipped }: RowNumbering): string[] {
  return Array.from({ length: rows }, (_, at) => {
    const number = first + (from === 'front' ? at : rows - 1 - at);
    return kind === 'letters' ? letters(number, skipped) : String(number);
  });
}

/** How many numbers before each place, in the direction of the numbering. */
function ranks(places: number, from: SeatNumbering['from']): number[] {
  const found = Array.from({ length: places }, (_, at) => at);
  if (from === 'left') return found;
  if (from === 'right') return found.toReversed();
  if (from === 'oddRight') return ranks(places, 'oddLeft').toReversed();
  // The middle one of an odd number of places counts as the first on its side.
  const left = Math.ceil(places / 2);
  return found.map((at) => (at < left ? 2 * (left - 1 - at) : 2 * (at - left) + 1));
}

/** The place of each seat among all places of its row, where gaps count as places without a seat. */
export function placesWithGaps(distances: readonly number[]): number[] {
  const sorted = distances.filter((distance) => distance > 0).sort((one, other) => one - other);
  const pitch = sorted[Math.floor((sorted.length - 1) / 2)] ?? 1;
  let place = 0;
  return [0, ...distances.map((distance) => (place += Math.min(gapMax, Math.max(1, Math.round(distance / pitch)))))];
}

/** A name for a seat that is squeezed in behind another one: 101A behind 101, then 101B. */
export function squeezedName(before: string, taken: ReadonlySet<string>): string {
  const stem = before.replace(/(\d)[A-Z]$/, '$1');
  for (let number = 1; ; number++) {
    const name = `${stem}${letters(number)}`;
    if (!taken.has(name)) return name;
  }
}
