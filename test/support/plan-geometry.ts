/** Measures a layout's plan: the distance between seats, and whether the frames of sections overlap. */
import type { Layout } from '#domain/layout/layout.ts';

export interface PlannedSeat {
  readonly x: number;
  readonly y: number;
  readonly section: number;
}

export function seatsOf({ seats, rows }: Layout): PlannedSeat[] {
  return [...seats.xs].map((x, at) => ({
    x,
    y: seats.ys[at] as number,
    section: rows.sections[seats.rows[at] as number] as number,
  }));
}

/** The least distance between any two seats, or `limit` if that is smaller. */
export function leastDistance(seats: readonly PlannedSeat[], limit: number): number {
  const cells = new Map<string, PlannedSeat[]>();
  let least = limit;
  for (const seat of seats) {
    const [column, line] = [Math.floor(seat.x / limit), Math.floor(seat.y / limit)];
    for (const across of [-1, 0, 1]) {
      for (const along of [-1, 0, 1]) {
        for (const other of cells.get(`${column + across} ${line + along}`) ?? []) {
          least = Math.min(least, Math.hypot(seat.x - other.x, seat.y - other.y));
        }
      }
    }
    const cell = `${column} ${line}`;
    cells.set(cell, [...(cells.get(cell) ?? []), seat]);
  }
  return least;
}

export type Corners = readonly (readonly [number, number])[];

/** The corners of a section's frame, rotated about its centre. */
export function cornersOf({ x, y, width, height, angle }: Layout['sections'][number]): Corners {
  const [wide, high, turn] = [width ?? 0, height ?? 0, ((angle ?? 0) * Math.PI) / 180];
  const [middleX, middleY] = [(x ?? 0) + wide / 2, (y ?? 0) + high / 2];
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([across = 0, along = 0]) => {
    const [right, down] = [(across * wide) / 2, (along * high) / 2];
    return [
      middleX + right * Math.cos(turn) - down * Math.sin(turn),
      middleY + right * Math.sin(turn) + down * Math.cos(turn),
    ];
  });
}

/** Two rectangles are apart when a side of one of them separates them. */
function areApart(one: Corners, other: Corners): boolean {
  return [one, other].some((corners) =>
    corners.some(([x, y], at) => {
      const [nextX, nextY] = corners[(at + 1) % 4] as readonly [number, number];
      const [across, along] = [nextY - y, x - nextX];
      const span = (all: Corners) => all.map(([px, py]) => px * across + py * along);
      return Math.max(...span(one)) <= Math.min(...span(other)) || Math.max(...span(other)) <= Math.min(...span(one));
    }),
  );
}

/** Corners go around clockwise. */
export function isInside(corners: Corners, x: number, y: number): boolean {
  return corners.every(([cornerX, cornerY], at) => {
    const [nextX, nextY] = corners[(at + 1) % 4] as readonly [number, number];
    return (nextX - cornerX) * (y - cornerY) - (nextY - cornerY) * (x - cornerX) >= 0;
  });
}

export function overlaps({ sections }: Layout): string[] {
  const corners = sections.map(cornersOf);
  return sections.flatMap(({ name }, at) =>
    sections
      .slice(0, at)
      .filter((_, before) => !areApart(corners[at] as Corners, corners[before] as Corners))
      .map((other) => `${name} ${other.name}`),
  );
}
