/** A layout as the service answers it, as a drawing. */
import type { components } from '../../../client/index.ts';
import type { Point } from '../polygon.ts';
import { type Drawing, drawingWith, flagsWith, type Seat, type Shape } from './drawing.ts';

export type Answer = components['schemas']['Drawing'];

/** So many seats are read without a pause. */
const seatsAtOnce = 50_000;

/** `pause`: a large layout lets the page answer in between. */
export async function drawingOf(answer: Answer, pause: () => Promise<void>): Promise<Drawing> {
  const { sectors, rows, shapes, units = [] } = answer;
  const seats: Seat[] = [];
  for (let from = 0; from < answer.seats.length; from += seatsAtOnce) {
    for (const seat of answer.seats.slice(from, from + seatsAtOnce)) seats.push(seatOf(seat));
    await pause();
  }
  return drawingWith({
    sections: sectors.map(({ guid, id, name, ga, capacity }) => ({ guid, id, name, ga, capacity: capacity ?? 0 })),
    rows: rows.map(({ guid, id, sectorGuid, rowNumber }) => ({ guid, id, section: sectorGuid, name: rowNumber })),
    seats,
    shapes: [...shapes.map(shapeOf), ...ownOutlines(sectors, shapes)],
    // Stored units have no guids.
    units: units.map(({ seatGuids, ...unit }) => ({ ...unit, guid: `unit-${unit.id}`, seats: seatGuids })),
  });
}

function seatOf(answer: Answer['seats'][number]): Seat {
  const { guid, id, rowGuid, name, ax, ay } = answer;
  return { guid, id, row: rowGuid, name, x: ax, y: ay, flags: flagsWith((flag) => answer[flag] === true), place: null };
}

/**
 * Areas that have a box of their own and no outline, as layouts of the API have them. The box is drawn as an outline that is not
 * stored: a change of it stores it, and maps show that one then.
 */
function ownOutlines(sectors: Answer['sectors'], shapes: Answer['shapes']): readonly Shape[] {
  const outlined = new Set(shapes.map(({ groupOfSeatsGuid }) => groupOfSeatsGuid));
  return sectors.flatMap(({ guid, name, ga, x, y, width, height, angle }): Shape[] => {
    if (!ga || outlined.has(guid) || x === null || y === null || width === null || height === null) return [];
    const look = { type: 'area', shapeType: 'RECT', text: name, fill: null, points: null };
    return [{ guid, id: null, section: guid, ...look, left: x, top: y, width, height, angle: angle ?? 0 }];
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
