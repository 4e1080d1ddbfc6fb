/** A layout as the service answers it, as a drawing. Pure. */
import type { components } from '../../../client/index.ts';
import type { Point } from '../polygon.ts';
import { type Drawing, drawingWith, flagsWith, type Shape } from './drawing.ts';

export type Answer = components['schemas']['Drawing'];

export function drawingOf({ sectors, rows, seats, shapes, units = [] }: Answer): Drawing {
  return drawingWith({
    sections: sectors.map(({ guid, id, name, ga, capacity }) => ({ guid, id, name, ga, capacity: capacity ?? 0 })),
    rows: rows.map(({ guid, id, sectorGuid, rowNumber }) => ({ guid, id, section: sectorGuid, name: rowNumber })),
    seats: seats.map((seat) => {
      const { guid, id, rowGuid, name, ax, ay } = seat;
      const flags = flagsWith((flag) => seat[flag] === true);
      return { guid, id, row: rowGuid, name, x: ax, y: ay, flags, place: null };
    }),
    shapes: shapes.map(shapeOf),
    // Stored units have no guids.
    units: units.map(({ seatGuids, ...unit }) => ({ ...unit, guid: `unit-${unit.id}`, seats: seatGuids })),
  });
}

function shapeOf(answer: Answer['shapes'][number]): Shape {
  const { id, groupOfSeatsGuid, type, shapeType, left, top, width, height, angle, text, fill } = answer;
  const place = { left, top, width, height, angle: angle ?? 0, points: pointsOf(answer.points) };
  return { guid: id, id: 0, section: groupOfSeatsGuid, type, shapeType, text, fill, ...place };
}

/** Points on the plan; null when there are none, or of another form. */
function pointsOf(value: unknown): readonly Point[] | null {
  if (!Array.isArray(value) || value.length < 2) return null;
  const isPoint = (one: unknown): one is Point => {
    const { x, y } = (one ?? {}) as Partial<Point>;
    return typeof x === 'number' && typeof y === 'number';
  };
  return value.every(isPoint) ? value.map(({ x, y }) => ({ x, y })) : null;
}
