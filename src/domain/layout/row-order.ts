/** The order of the seats in a row, after seats were added or moved. */

export interface PlacedSeat {
  readonly index: number;
  /** Position among the existing seats of the row, which count from 0; null: at the end. */
  readonly place: number | null;
}

/**
 * The indices of a row's seats in their new order. `standing`: the existing seats in order; one that is also in
 * `placed` gets that position instead. Of two seats with the same position the existing one comes first.
 */
export function rowOrder(standing: readonly number[], placed: readonly PlacedSeat[]): readonly number[] {
  const moved = new Set(placed.map(({ index }) => index));
  const places: (readonly [index: number, place: number])[] = [];
  for (const [place, index] of standing.entries()) if (!moved.has(index)) places.push([index, place]);
  for (const { index, place } of placed) places.push([index, place ?? Number.POSITIVE_INFINITY]);
  // Infinity minus Infinity is NaN.
  return places.toSorted(([, a], [, b]) => (a === b ? 0 : a - b)).map(([index]) => index);
}
