/**
 * Selections of the legacy interface: places named by composite key. Resolves lines to seats and areas, and maps the
 * positions of failed ones back to lines.
 */

import { failedSelections, failedSelectionsExample } from '#codec/answers/booking.ts';
import { capacityAt, countOf, keyAt, type SelectionLines } from '#codec/bodies/legacy-selections.ts';
import type { SeatKeys } from '#domain/layout/seat-keys.ts';
import type { FailedLines } from '#domain/refusal.ts';
import type { AreaAmount, SeatIds } from '#domain/selection.ts';
import type { SeatKeyDirectory } from '#storage/layouts/seat-keys.ts';

export interface KeyDeps {
  /** Resolves the composite keys of a layout; the layout must exist. */
  readonly seatKeys: SeatKeyDirectory;
}

/** The answer of a call that decides each line by itself. */
export const failedAnswer = {
  200: { description: 'The lines that failed.', schema: failedSelections, example: failedSelectionsExample },
};

/** Lines by the kind of place that they name; each list has the positions of its lines beside it. */
export interface ResolvedLines {
  readonly seats: SeatIds;
  readonly seatLines: readonly number[] | Int32Array;
  readonly areas: readonly AreaAmount[];
  readonly areaLines: readonly number[];
  /** Positions of lines whose key matches nothing, or that name an area without a number of places. */
  readonly failed: readonly number[];
}

/** One piece takes 1.2 ms of the event loop, and up to 5 ms when its keys are not three plain names. */
const linesPerPiece = 5_000;
/** From this many lines on the seats are columns. To make a typed array costs more than a short list. */
const columnMin = 100;

/**
 * Resolves the lines, in pieces. `capacityAt` null: no capacity was given; `needsCapacity`: an area's line fails then.
 */
export async function resolveLines(
  keys: SeatKeys,
  count: number,
  keyAt: (position: number) => string,
  capacityAt: (position: number) => number | null,
  needsCapacity = true,
): Promise<ResolvedLines> {
  const seats = count < columnMin ? [] : new Float64Array(count);
  const seatLines = count < columnMin ? [] : new Int32Array(count);
  let seatCount = 0;
  const areas: AreaAmount[] = [];
  const areaLines: number[] = [];
  const failed: number[] = [];
  for (let position = 0; position < count; position++) {
    if (position % linesPerPiece === linesPerPiece - 1) await new Promise<void>((resolve) => setImmediate(resolve));
    const key = keyAt(position);
    const seat = keys.seatOf(key);
    if (seat !== null) {
      seats[seatCount] = seat;
      seatLines[seatCount++] = position;
      continue;
    }
    const target = keys.find(key);
    const capacity = capacityAt(position);
    if (target?.kind === 'seat') {
      seats[seatCount] = target.id;
      seatLines[seatCount++] = position;
    } else if (target !== null && (capacity !== null || !needsCapacity)) {
      areas.push({ id: target.id, capacity: capacity ?? 0 });
      areaLines.push(position);
    } else failed.push(position);
  }
  const resolved = { seats, seatLines, areas, areaLines, failed };
  if (Array.isArray(seats) || Array.isArray(seatLines)) return resolved;
  return { ...resolved, seats: seats.subarray(0, seatCount), seatLines: seatLines.subarray(0, seatCount) };
}

/** Resolves the lines of a parsed body. */
export function resolveSelections(keys: SeatKeys, lines: SelectionLines, needsCapacity = true): Promise<ResolvedLines> {
  return resolveLines(
    keys,
    countOf(lines),
    (position) => keyAt(lines, position),
    (position) => capacityAt(lines, position),
    needsCapacity,
  );
}

/** Positions of all lines that failed, including those whose key matched nothing, in the body's order. */
export function failedPositions(lines: ResolvedLines, failed: FailedLines): readonly number[] {
  const positions = [
    ...lines.failed,
    ...failed.seats.map((at) => lines.seatLines[at] as number),
    ...failed.groupOfSeats.map((at) => lines.areaLines[at] as number),
  ];
  return positions.sort((a, b) => a - b);
}

/**
 * The request as JSON for the hash behind an idempotency key. Columns are written as lists, as earlier versions did, so
 * that their stored answers are found by the same hash.
 */
export function keyedText(body: string, { seats, seatLines, ...others }: ResolvedLines): string {
  const rest = JSON.stringify(others).slice(1);
  return `[${body},{"seats":[${seats.join()}],"seatLines":[${seatLines.join()}],${rest}]`;
}
