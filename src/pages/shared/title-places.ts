/**
 * Finds the place of a title beside the seats of its section: left, right, above or below, where it covers no seat, no
 * area, no text and no other title. Works in coordinates of the plan, so that a title stays when the view moves. Pure.
 */
import { contains, grown, overlap } from './boxes.ts';
import type { Camera } from './camera.ts';
import type { Geometry } from './geometry.ts';
import type { Box, Plan } from './plan.ts';
import type { SeatGrid } from './seat-grid.ts';

interface Seats {
  readonly plan: Plan;
  readonly grid: SeatGrid;
}

export interface Hall extends Seats {
  readonly geometry: Geometry;
  /** The boxes of areas, and of shapes with a text. */
  readonly solids: readonly Box[];
}

/** Between a title and the seats, in CSS pixels. */
const gap = 5;
/** Between a title and the edge of the view that shows the whole plan, in CSS pixels. */
const edge = 6;

/** `text`: its size in CSS pixels; `taken`: frames of other titles. Null: there is no place. */
export function placeBeside(
  hall: Hall,
  camera: Camera,
  box: Box,
  text: Pick<Box, 'width' | 'height'>,
  taken: readonly Box[],
): Box | null {
  const { scale } = camera.view;
  const { geometry, solids } = hall;
  const [width, height] = [text.width / scale, text.height / scale];
  const away = geometry.pitch * 0.5 + gap / scale;
  const [middle, centre] = [box.x + box.width / 2 - width / 2, box.y + box.height / 2 - height / 2];
  const places = [
    [middle, box.y - away - height],
    [box.x - away - width, centre],
    [box.x + box.width + away, centre],
    [middle, box.y + box.height + away],
    [box.x - away - width, box.y],
    [box.x + box.width + away, box.y],
    [box.x - away - width, box.y + box.height - height],
    [box.x + box.width + away, box.y + box.height - height],
    [box.x, box.y - away - height],
    [box.x + box.width - width, box.y - away - height],
    [box.x, box.y + box.height + away],
    [box.x + box.width - width, box.y + box.height + away],
  ].map(([x = 0, y = 0]) => ({ x, y, width, height }));
  const others = [...taken, ...solids];
  const allowed = wholeView(camera, edge / scale);
  const free = places.find(
    (place) =>
      contains(allowed, place) &&
      !others.some((other) => overlap(place, other, 0)) &&
      !coversSeats(hall, place, geometry.pitch * 0.5),
  );
  return free ?? null;
}

/** Whether a seat of this radius is in the box. */
export function coversSeats({ grid, plan }: Seats, place: Box, radius: number): boolean {
  const around = grown(place, radius);
  let isCovering = false;
  grid.within(around, (seat) => {
    const [x, y] = [plan.xs[seat] as number, plan.ys[seat] as number];
    isCovering ||= x >= around.x && y >= around.y && x <= around.x + around.width && y <= around.y + around.height;
  });
  return isCovering;
}

/** The part of the plan around it that is seen with the whole plan, without its edge. */
function wholeView({ whole, width, height }: Camera, margin: number): Box {
  const [halfWidth, halfHeight] = [width / 2 / whole.scale - margin, height / 2 / whole.scale - margin];
  return { x: whole.x - halfWidth, y: whole.y - halfHeight, width: 2 * halfWidth, height: 2 * halfHeight };
}
