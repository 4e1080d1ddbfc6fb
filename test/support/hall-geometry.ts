/** Where the seats of the tests' halls are: rows one behind the other, each centred, the stage in front of the first. */
import { type SeatGeometry, seatKinds } from '#domain/best/seating.ts';

export interface HallPlan {
  /** Seats of each row. */
  readonly rows: readonly number[];
  /** By row: id of its section; absent: all rows are in section 1. */
  readonly sections?: readonly number[];
  /** Ids of seats. */
  readonly accessible?: readonly number[];
  readonly hidden?: readonly number[];
  readonly wheelchairs?: readonly number[];
  /** Seats for companions. */
  readonly companions?: readonly number[];
  /** The seats that an aisle follows. */
  readonly aisles?: readonly number[];
  readonly focalPoint?: { readonly x: number; readonly y: number };
}

/** The seats have the ids of `seatMapOf`: row A is 101…, row B 201…. */
export function geometryOf(plan: HallPlan): SeatGeometry {
  const { rows, sections, aisles, focalPoint } = plan;
  const seats = rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, at) => ({ id: 101 + row * 100 + at, row, ...placeAt(row, at, count, aisles) })),
  );
  return {
    xs: Float64Array.from(seats, ({ x }) => x),
    ys: Float64Array.from(seats, ({ y }) => y),
    kinds: Uint8Array.from(seats, ({ id }) => kindOf(plan, id)),
    sections: Float64Array.from(seats, ({ row }) => sections?.[row] ?? 1),
    focalPoint: focalPoint ?? null,
  };
}

function kindOf({ accessible, hidden, wheelchairs, companions }: HallPlan, id: number): number {
  if (hidden?.includes(id)) return seatKinds.hidden;
  if (wheelchairs?.includes(id)) return seatKinds.wheelchair;
  if (accessible?.includes(id)) return seatKinds.accessible;
  return companions?.includes(id) ? seatKinds.companion : seatKinds.ordinary;
}

/** The place of a seat on the plan. An aisle is as wide as two seats. */
export function placeAt(
  row: number,
  at: number,
  count: number,
  aisles: readonly number[] = [],
): { readonly x: number; readonly y: number } {
  const [first, seat] = [101 + row * 100, 101 + row * 100 + at];
  const aislesBefore = aisles.filter((id) => id >= first && id < seat).length;
  return { x: at - (count - 1) / 2 + 2 * aislesBefore, y: row * 2 };
}
