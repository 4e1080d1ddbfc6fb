/** In which order seats stand in a row, once some have come and some have got another place. */

export interface PlacedSeat {
  readonly index: number;
  /** Among the seats that stood there, which count from 0; null: at the end. */
  readonly place: number | null;
}

/**
 * The indices of a row's seats in their new order. `standing`: those that stood there, in order; one that is `placed` has
 * that place instead of its own. Of two with the same place the one that stood there is first.
 */
export function rowOrder(standing: readonly number[], placed: readonly PlacedSeat[]): readonly number[] {
  const moved = new Set(placed.map(({ index }) => index));
  const places: (readonly [index: number, place: number])[] = [];
  for (const [place, index] of standing.entries()) if (!moved.has(index)) places.push([index, place]);
  for (const { index, place } of placed) places.push([index, place ?? Number.POSITIVE_INFINITY]);
  // Infinity minus itself is no number.
  return places.toSorted(([, a], [, b]) => (a === b ? 0 : a - b)).map(([index]) => index);
}
