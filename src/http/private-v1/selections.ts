/**
 * Selections of the legacy interface: places named by composite key. Finds the seats and areas that lines mean, and turns
 * positions of failed ones back into lines.
 */
import { z } from 'zod';
import type { AreaAmount } from '#domain/command.ts';
import type { SeatKeys } from '#domain/layout/seat-keys.ts';
import type { FailedLines } from '#domain/refusal.ts';

export interface KeyDeps {
  /** What composite keys name in a layout that exists. */
  readonly seatKeys: { get(schemaId: number): Promise<SeatKeys> };
}

export const compositeKey = z.string().meta({
  description:
    'Section, row and seat joined by ;; as the schema’s metadata names them, or the section of a GA area alone. Names ' +
    'come first; a key that no name matches is read as the numeric ids. A key that names more than one thing names nothing.',
});

export const selection = z
  .object({
    capacity: z.int().min(0).nullish().meta({ description: 'Of a GA area: how many places.' }),
    compositeKey,
  })
  .meta({ id: 'LegacySelection' });

/** What comes back of a line that failed. */
export const failedSelection = z
  .object({ capacity: z.int().nullable(), compositeKey: z.string() })
  .meta({ id: 'FailedLegacySelection' });

export type Selection = z.output<typeof selection>;

export const selectionExample = [
  { compositeKey: 'Stalls;;A;;1', capacity: null },
  { compositeKey: 'Floor', capacity: 2 },
];

/** Lines by what they name; each list has the positions of its lines beside it. */
export interface ResolvedLines {
  readonly seats: readonly number[];
  readonly seatLines: readonly number[];
  readonly areas: readonly AreaAmount[];
  readonly areaLines: readonly number[];
  /** Positions of lines that name nothing, or an area without saying how many places. */
  readonly failed: readonly number[];
}

/** A piece takes some 5 ms of the loop. */
const linesPerPiece = 5_000;

/** Finds what the lines name, in pieces. `capacityAt` null: none was given; `needsCapacity`: an area's line fails then. */
export async function resolveLines(
  keys: SeatKeys,
  count: number,
  keyAt: (position: number) => string,
  capacityAt: (position: number) => number | null,
  needsCapacity = true,
): Promise<ResolvedLines> {
  const seats: number[] = [];
  const seatLines: number[] = [];
  const areas: AreaAmount[] = [];
  const areaLines: number[] = [];
  const failed: number[] = [];
  for (let position = 0; position < count; position++) {
    if (position % linesPerPiece === linesPerPiece - 1) await new Promise<void>((resolve) => setImmediate(resolve));
    const target = keys.find(keyAt(position));
    const capacity = capacityAt(position);
    if (target?.kind === 'seat') {
      seats.push(target.id);
      seatLines.push(position);
    } else if (target !== null && (capacity !== null || !needsCapacity)) {
      areas.push({ id: target.id, capacity: capacity ?? 0 });
      areaLines.push(position);
    } else failed.push(position);
  }
  return { seats, seatLines, areas, areaLines, failed };
}

/** The lines of a parsed body. */
export function resolveSelections(
  keys: SeatKeys,
  body: readonly Selection[],
  needsCapacity = true,
): Promise<ResolvedLines> {
  return resolveLines(
    keys,
    body.length,
    (position) => body[position]?.compositeKey ?? '',
    (position) => body[position]?.capacity ?? null,
    needsCapacity,
  );
}

/** Positions of all lines that failed, those that named nothing included, in the body's order. */
export function failedPositions(lines: ResolvedLines, failed: FailedLines): readonly number[] {
  const positions = [
    ...lines.failed,
    ...failed.seats.map((at) => lines.seatLines[at] as number),
    ...failed.groupOfSeats.map((at) => lines.areaLines[at] as number),
  ];
  return positions.sort((a, b) => a - b);
}

export function failedSelections(body: readonly Selection[], positions: readonly number[]) {
  return positions.map((position) => {
    const { capacity = null, compositeKey: key } = body[position] as Selection;
    return { capacity, compositeKey: key };
  });
}
