/**
 * A drawing as the plan that maps show: seats in columns, and shapes as the picture under them. Seats and sections have no
 * ids before they are stored, so the plan numbers them by their places. Pure.
 */
import { type Box, type Plan, type PlanUnit, usualNouns } from '../../shared/plan.ts';
import { type Drawing, type Row, type Seat, type Shape, seatsByRow } from './drawing.ts';

export interface DrawnPlan {
  readonly plan: Plan;
  /** The guid of each seat, and of each section, by its place in the plan. */
  readonly seatGuids: readonly string[];
  readonly sectionGuids: readonly string[];
  /** Their seats by place in the plan. */
  readonly units: readonly PlanUnit[];
}

const margin = 60;
/** The least size of a plan, so that an empty one can be drawn on. */
const sizeMin = 400;

export function drawnPlan(drawing: Drawing): DrawnPlan {
  const sections = [...drawing.sections.values()];
  const sectorOf = new Map(sections.map(({ guid }, at) => [guid, at]));
  const rows = [...drawing.rows.values()].filter(({ section }) => sectorOf.has(section));
  const byRow = seatsByRow(drawing);
  const seats: Seat[] = [];
  const seatsOfRows = rows.map(({ guid }) => {
    const first = seats.length;
    const own = byRow.get(guid) ?? [];
    seats.push(...own);
    return own.map((_, at) => first + at);
  });
  const rowsOfSectors: number[][] = sections.map(() => []);
  for (const [at, { section }] of rows.entries()) rowsOfSectors[sectorOf.get(section) as number]?.push(at);
  const rowIndex = new Map(rows.map(({ guid }, at) => [guid, at]));
  const sectorOfRow = rows.map(({ section }) => sectorOf.get(section) as number);
  const rowOf = Int32Array.from(seats, ({ row }) => rowIndex.get(row) ?? 0);
  const ids = Float64Array.from(seats, (_, at) => at + 1);
  const plan: Plan = {
    eventName: null,
    sectors: sections.map(({ name, ga }, at) => ({ id: at + 1, name, isArea: ga, rows: rowsOfSectors[at] ?? [] })),
    rows: rows.map((row, at) => planRow(row, sectorOfRow[at] as number, seatsOfRows[at] ?? [])),
    seatCount: seats.length,
    ids,
    xs: Float64Array.from(seats, ({ x }) => x),
    ys: Float64Array.from(seats, ({ y }) => y),
    rowOf,
    sectorOf: rowOf.map((row) => sectorOfRow[row] ?? 0),
    names: seats.map(({ name }) => name),
    accessible: Uint8Array.from(seats, ({ flags }) => Number(flags.has('isAccessible') || flags.has('isWheelchair'))),
    traits: new Map(),
    hasUnits: false,
    hasWheelchairPlaces: seats.some(({ flags }) => flags.has('isWheelchair')),
    seatById: new Map(seats.map((_, at) => [at + 1, at])),
    sectorById: new Map(sections.map((_, at) => [at + 1, at])),
    background: pictureOf(drawing, (guid) => (sectorOf.get(guid) ?? -1) + 1, boxAround(seats, drawing)),
  };
  const placeOf = new Map(seats.map(({ guid }, at) => [guid, at]));
  const units = [...drawing.units.values()]
    .map(({ name, seats: own }) => ({ name, seats: own.flatMap((guid) => placeOf.get(guid) ?? []) }))
    .filter(({ seats: own }) => own.length > 0);
  return { plan, units, seatGuids: seats.map(({ guid }) => guid), sectionGuids: sections.map(({ guid }) => guid) };
}

function planRow({ name }: Row, sector: number, seats: readonly number[]): Plan['rows'][number] {
  return { label: name, sector, noun: usualNouns.row, seatNoun: usualNouns.seat, seats };
}

function boxAround(seats: readonly Seat[], { shapes }: Drawing): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const take = (x: number, y: number): void => {
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  };
  for (const { x, y } of seats) take(x, y);
  for (const { left: x, top: y, width, height } of shapes.values()) {
    take(x, y);
    take(x + (width ?? 0), y + (height ?? 0));
  }
  if (left > right) [left, top, right, bottom] = [0, 0, 0, 0];
  const [wide, high] = [Math.max(sizeMin, right - left + 2 * margin), Math.max(sizeMin, bottom - top + 2 * margin)];
  return { x: (left + right - wide) / 2, y: (top + bottom - high) / 2, width: wide, height: high };
}

function pictureOf({ shapes }: Drawing, idOf: (section: string) => number, viewBox: Box): Plan['background'] {
  const { x, y, width, height } = viewBox;
  const elements = [...shapes.values()].map((shape) =>
    elementOf(shape, shape.section === null ? 0 : idOf(shape.section)),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}">${elements.join('')}</svg>`;
  return { svg, viewBox };
}

/** `id`: of the area whose outline it is, or 0. */
function elementOf({ shapeType, left, top, width, height, angle, text, fill, points }: Shape, id: number): string {
  const [wide, high] = [width ?? 0, height ?? 0];
  const middle = { x: left + wide / 2, y: top + high / 2 };
  const turn = angle === 0 ? '' : ` transform="rotate(${angle} ${middle.x} ${middle.y})"`;
  const look = ` fill="${escaped(fill ?? '#e5e7eb')}" stroke="#9ca3af"${turn}${id > 0 ? ` data-gos-id="${id}"` : ''}`;
  const form = (shapeType ?? 'RECT').toUpperCase();
  if (form === 'TEXT') return text === null ? '' : textElement(text, left, top + 16, 'start', turn);
  const label = text === null ? '' : textElement(text, middle.x, middle.y, 'middle', turn);
  if (points !== null) {
    const name = form === 'LINE' || form === 'POLYLINE' ? 'polyline' : 'polygon';
    return `<${name} points="${points.map((point) => `${point.x},${point.y}`).join(' ')}"${look}/>${label}`;
  }
  if (form === 'ELLIPSE' || form === 'CIRCLE') {
    return `<ellipse cx="${middle.x}" cy="${middle.y}" rx="${wide / 2}" ry="${high / 2}"${look}/>${label}`;
  }
  return `<rect x="${left}" y="${top}" width="${wide}" height="${high}"${look}/>${label}`;
}

function textElement(text: string, x: number, y: number, anchor: string, turn: string): string {
  const place = `x="${x}" y="${y}" text-anchor="${anchor}" dominant-baseline="central" font-size="20" fill="#374151"`;
  return `<text ${place}${turn}>${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
