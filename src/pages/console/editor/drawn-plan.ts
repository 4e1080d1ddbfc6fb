/**
 * A drawing as the plan that maps show: seats in columns, and shapes as the picture under them. Seats, rows and sections have
 * the places of the drawing, so the plan of a changed drawing is made of the plan before it: sections without a change are
 * the same objects, which maps neither measure nor paint again. Pure.
 */
import { type Box, type Plan, type PlanUnit, type Row, type Sector, usualNouns } from '../../shared/plan.ts';
import { type Drawing, emptied, type Shape } from './drawing.ts';

export interface DrawnPlan {
  readonly drawing: Drawing;
  readonly plan: Plan;
  /** Their seats by place in the plan. */
  readonly units: readonly PlanUnit[];
}

const margin = 60;
/** The least size of a plan, so that an empty one can be drawn on. */
const sizeMin = 400;
const noRow: Row = { label: '', sector: 0, noun: usualNouns.row, seatNoun: usualNouns.seat, seats: [] };

/** `before`: the plan of a drawing that this one was made of by changes, or that was made of this one. */
export function drawnPlan(drawing: Drawing, before: DrawnPlan | null = null): DrawnPlan {
  const isSameFamily = before?.drawing.seats.isOfFamily(drawing.seats) === true;
  const last = isSameFamily ? (before as DrawnPlan) : { drawing: emptied(drawing), plan: noPlan, units: [] };
  const touched = new Set<number>();
  const columns = columnsOf(drawing, last, touched);
  const rows = rowsOf(drawing, last, touched);
  const sectors = sectorsOf(drawing, last, rows, touched);
  const isPictureSame = drawing.shapes === last.drawing.shapes && drawing.sections === last.drawing.sections;
  const viewBox = boxAround(columns, drawing);
  const plan: Plan = {
    ...last.plan,
    ...columns,
    sectors,
    rows,
    sectorById:
      sectors.length === last.plan.sectors.length
        ? last.plan.sectorById
        : new Map(sectors.map(({ id }, at) => [id, at])),
    background:
      isPictureSame && isSameBox(viewBox, last.plan.background.viewBox)
        ? last.plan.background
        : pictureOf(drawing, viewBox),
  };
  return { drawing, plan, units: drawing.units === last.drawing.units ? last.units : unitsOf(drawing) };
}

const noPlan: Plan = {
  ...{ eventName: null, sectors: [], rows: [], seatCount: 0, names: [], hasWheelchairPlaces: false, hasUnits: false },
  ...{ ids: new Float64Array(), xs: new Float64Array(), ys: new Float64Array(), accessible: new Uint8Array() },
  ...{
    rowOf: new Int32Array(),
    sectorOf: new Int32Array(),
    traits: new Map(),
    seatById: new Map(),
    sectorById: new Map(),
  },
  background: { svg: '', viewBox: { x: 0, y: 0, width: 0, height: 0 } },
};

type Columns = Pick<Plan, 'seatCount' | 'ids' | 'xs' | 'ys' | 'rowOf' | 'sectorOf' | 'names' | 'accessible'>;

/** `touched`: gets the sectors with a seat that differs. Columns of places are the same when no seat is elsewhere. */
function columnsOf({ seats, rows, sections }: Drawing, { drawing, plan }: DrawnPlan, touched: Set<number>): Columns {
  if (seats === drawing.seats) return plan;
  const seatCount = Math.max(seats.end, plan.seatCount);
  const names = plan.names.slice();
  const accessible = grown(plan.accessible, new Uint8Array(seatCount));
  const [xs, ys] = [grown(plan.xs, new Float64Array(seatCount)), grown(plan.ys, new Float64Array(seatCount))];
  const rowOf = grown(plan.rowOf, new Int32Array(seatCount).fill(-1));
  const sectorOf = grown(plan.sectorOf, new Int32Array(seatCount));
  let isMoved = seatCount !== plan.seatCount;
  for (const place of seats.differences(drawing.seats)) {
    const seat = seats.at(place);
    const row = seat === undefined ? -1 : rows.placeOf(seat.row);
    const sector = sections.placeOf(rows.at(row)?.section ?? '');
    isMoved ||= rowOf[place] !== (sector < 0 ? -1 : row) || xs[place] !== seat?.x || ys[place] !== seat?.y;
    if (rowOf[place] !== -1) touched.add(sectorOf[place] as number);
    if (sector >= 0) touched.add(sector);
    rowOf[place] = sector < 0 ? -1 : row;
    sectorOf[place] = Math.max(0, sector);
    xs[place] = seat?.x ?? 0;
    ys[place] = seat?.y ?? 0;
    names[place] = seat?.name ?? '';
    accessible[place] = Number(seat?.flags.has('isAccessible') === true || seat?.flags.has('isWheelchair') === true);
  }
  if (!isMoved) return { ...plan, names, accessible };
  const ids = seatCount === plan.seatCount ? plan.ids : Float64Array.from(xs, (_, at) => at + 1);
  return { seatCount, ids, xs, ys, rowOf, sectorOf, names, accessible };
}

function grown<Column extends { readonly length: number; set(from: Column): void }>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}

function rowsOf({ rows, sections, seatsOf }: Drawing, { drawing, plan }: DrawnPlan, touched: Set<number>) {
  if (rows === drawing.rows && sections === drawing.sections && seatsOf === drawing.seatsOf) return plan.rows;
  return Array.from({ length: rows.end }, (_, place): Row => {
    const [row, last] = [rows.at(place), plan.rows[place] ?? noRow];
    const sector = sections.placeOf(row?.section ?? '');
    const isThere = row !== undefined && sections.at(sector) !== undefined;
    const seats = (isThere ? seatsOf[place] : undefined) ?? noRow.seats;
    const label = isThere ? row.name : '';
    if (label === last.label && seats === last.seats && (!isThere || sector === last.sector)) return last;
    if (last !== noRow) touched.add(last.sector);
    if (isThere) touched.add(sector);
    return isThere ? { ...noRow, label, sector, seats } : noRow;
  });
}

function sectorsOf(
  { sections, rows: table }: Drawing,
  { drawing, plan }: DrawnPlan,
  rows: readonly Row[],
  touched: Set<number>,
) {
  if (sections === drawing.sections && touched.size === 0) return plan.sectors;
  const members = new Map<number, number[]>();
  for (const [at, { sector }] of rows.entries()) {
    if (!touched.has(sector) || table.at(at) === undefined || rows[at] === noRow) continue;
    const own = members.get(sector);
    if (own === undefined) members.set(sector, [at]);
    else own.push(at);
  }
  return Array.from({ length: sections.end }, (_, at): Sector => {
    const [section, last] = [sections.at(at), plan.sectors[at]];
    const [name, isArea] = [section?.name ?? '', section?.ga === true];
    if (last !== undefined && !touched.has(at) && last.name === name && last.isArea === isArea) return last;
    return { id: at + 1, name, isArea, rows: touched.has(at) ? (members.get(at) ?? []) : (last?.rows ?? []) };
  });
}

function unitsOf({ units, seats: table }: Drawing): PlanUnit[] {
  const placesOf = (guids: readonly string[]): number[] =>
    guids.map((guid) => table.placeOf(guid)).filter((place) => table.at(place) !== undefined);
  return Array.from(units, ({ name, seats }) => ({ name, seats: placesOf(seats) })).filter(
    ({ seats }) => seats.length > 0,
  );
}

function boxAround({ xs, ys, rowOf }: Columns, { shapes }: Drawing): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const take = (x: number, y: number): void => {
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  };
  for (let seat = 0; seat < rowOf.length; seat++) if (rowOf[seat] !== -1) take(xs[seat] as number, ys[seat] as number);
  for (const { left: x, top: y, width, height } of shapes) {
    take(x, y);
    take(x + (width ?? 0), y + (height ?? 0));
  }
  if (left > right) [left, top, right, bottom] = [0, 0, 0, 0];
  const [wide, high] = [Math.max(sizeMin, right - left + 2 * margin), Math.max(sizeMin, bottom - top + 2 * margin)];
  return { x: (left + right - wide) / 2, y: (top + bottom - high) / 2, width: wide, height: high };
}

function isSameBox(one: Box, other: Box): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

function pictureOf({ shapes, sections }: Drawing, viewBox: Box): Plan['background'] {
  const { x, y, width, height } = viewBox;
  const elements = Array.from(shapes, (shape) =>
    elementOf(shape, sections.has(shape.section ?? '') ? sections.placeOf(shape.section ?? '') + 1 : 0),
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
