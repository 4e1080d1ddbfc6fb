/**
 * Orphan-seat prevention: a booking may not leave a single available seat without an available
 * neighbour beside the seats it takes. One pure function over a row's neighbours; it never looks at more
 * than two seats on either side of a requested one.
 */
import type { SeatMap } from './seat-map.ts';

export interface Orphans {
  /** The requested seats that are refused. */
  readonly refused: readonly number[];
  /** The seats that would stay alone. */
  readonly alone: readonly number[];
}

/**
 * Judges the state after the whole request: `isFreeAfter(seat)` says whether a seat would still be
 * ACTIVE. Returns seat indices in request order, empty when nothing is refused.
 */
export function findOrphans(
  seatMap: SeatMap,
  requested: readonly number[],
  isFreeAfter: (seat: number) => boolean,
): Orphans {
  const refused: number[] = [];
  const alone = new Set<number>();
  for (const seat of requested) {
    let isRefused = false;
    for (const neighbour of [seatMap.previousOf(seat), seatMap.nextOf(seat)]) {
      if (neighbour === -1 || !isFreeAfter(neighbour) || hasFreeNeighbour(seatMap, neighbour, isFreeAfter)) continue;
      alone.add(neighbour);
      isRefused = true;
    }
    if (isRefused) refused.push(seat);
  }
  return { refused, alone: [...alone] };
}

function hasFreeNeighbour(seatMap: SeatMap, seat: number, isFreeAfter: (seat: number) => boolean): boolean {
  const previous = seatMap.previousOf(seat);
  const next = seatMap.nextOf(seat);
  return (previous !== -1 && isFreeAfter(previous)) || (next !== -1 && isFreeAfter(next));
}
