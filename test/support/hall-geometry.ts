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
  readonly focalPoint?: { readonly x: number; readonly y: number };
}

/** The seats have the ids of `seatMapOf`: row A is 101…, row B 201…. */
export function geometryOf({ rows, sections, accessible = [], hidden = [], focalPoint }: HallPlan): SeatGeometry {
  const seats = rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, at) => ({ id: 101 + row * 100 + at, row, ...placeAt(row, at, count) })),
  );
  const kindOf = (id: number): number =>
    hidden.includes(id) ? seatKinds.hidden : accessible.includes(id) ? seatKinds.accessible : seatKinds.ordinary;
  return {
    xs: Float64Array.from(seats, ({ x }) => x),
    ys: Float64Array.from(seats, ({ y }) => y),
    kinds: Uint8Array.from(seats, ({ id }) => kindOf(id)),
    sections: Float64Array.from(seats, ({ row }) => sections?.[row] ?? 1),
    focalPoint: focalPoint ?? null,
  };
}

/** The place of a seat on the plan. */
export function placeAt(row: number, at: number, count: number): { readonly x: number; readonly y: number } {
  return { x: at - (count - 1) / 2, y: row * 2 };
}
