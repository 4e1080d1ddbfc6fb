/**
 * A layout as a published chart of the field: `{subChart: {rows, tables, sections, generalAdmissionAreas, booths, shapes,
 * texts, focalPoint}}`, or one sub-chart for each floor. Reads what can be booked, and what is drawn around it; tells what
 * it leaves out. Rows without a section get one of their own.
 */
import type { Point } from '#domain/layout/geometry/rectangle.ts';
import type { FieldError } from '#domain/refusal.ts';
import { type ImportedLayout, ImportedPlan, type Place } from './imported-plan.ts';
import type { SeatFlags } from './seat-flags.ts';

type Json = Readonly<Record<string, unknown>>;

const sectionOfRows = 'Main';
const sectionOfTables = 'Tables';
const sectionOfBooths = 'Booths';
const floorGap = 100;
const depthMax = 3;
/** The chart's members of a seat, and ours. */
const flagsByMember = {
  accessible: 'accessible',
  companionSeat: 'companion',
  restrictedView: 'restrictedView',
} as const satisfies Readonly<Record<string, keyof SeatFlags>>;

export function isChart(body: unknown): boolean {
  return isObject(body) && ('subChart' in body || 'subChartFloors' in body);
}

/** `body`: `isChart` says yes. */
export function layoutOfChart(body: Json, name: string): ImportedLayout | readonly FieldError[] {
  const plan = new ImportedPlan({ section: 'label', row: 'label', seat: 'label', unit: 'label' });
  const reader = new ChartReader(plan);
  const { subChart, subChartFloors } = body;
  if (!Array.isArray(subChartFloors) || subChartFloors.length === 0) {
    reader.read(subChart, 'subChart', { x: 0, y: 0 }, '', depthMax);
    return plan.finish(name);
  }
  let top = 0;
  for (const [at, floor] of subChartFloors.entries()) {
    const prefix = isObject(floor) && subChartFloors.length > 1 ? `${textOf(floor.floorName) || at + 1} ` : '';
    reader.read(floor, `subChartFloors[${at}]`, { x: 0, y: top }, prefix, depthMax);
    top += (isObject(floor) ? (numberOf(floor.height) ?? 0) : 0) + floorGap;
  }
  return plan.finish(name);
}

class ChartReader {
  readonly #plan: ImportedPlan;

  constructor(plan: ImportedPlan) {
    this.#plan = plan;
  }

  /** `prefix`: what the names of the sections begin with; `within`: the section that the rows belong to. */
  read(chart: unknown, place: Place, origin: Point, prefix: string, depth: number, within?: string): void {
    if (!isObject(chart)) {
      this.#plan.reject(place, '', 'TYPE', 'must be an object', chart);
      return;
    }
    if (depth === 0) {
      this.#plan.reject(place, '', 'SIZE', 'must not be nested deeper');
      return;
    }
    this.#each(chart, 'rows', place, (row, at) => {
      const section = within ?? prefix + (textOf(row.sectionLabel) || sectionOfRows);
      this.#seats(section, row, at, origin);
    });
    this.#each(chart, 'tables', place, (table, at) => {
      const label = textOf(table.label);
      const unit = within === undefined ? prefix + label : `${within} ${label}`;
      this.#seats(within ?? prefix + sectionOfTables, table, at, origin, unit);
      if (label !== '') this.#plan.unit(unit, at, { booking: table.bookAsAWhole === true ? 'WHOLE' : 'SEATS' });
    });
    this.#each(chart, 'booths', place, (booth, at) =>
      this.#booth(within ?? prefix + sectionOfBooths, booth, at, origin),
    );
    this.#each(chart, 'generalAdmissionAreas', place, (area, at) => this.#area(prefix, area, at, origin));
    this.#each(chart, 'shapes', place, (shape, at) => this.#shape(shape, at, origin));
    this.#each(chart, 'texts', place, (text, at) => this.#text(text, at, origin));
    this.#each(chart, 'sections', place, (section, at) => {
      const label = this.#label(section, at);
      if (label === '') return;
      const corner = pointOf(section.topLeft) ?? { x: 0, y: 0 };
      const shapes = outlineOf(section.points, origin, label);
      this.#plan.section(prefix + label, at, shapes === null ? {} : { shapes });
      this.read(section.subChart, `${at}.subChart`, plus(origin, corner), prefix, depth - 1, prefix + label);
    });
    const focalPoint = pointOf(chart.focalPoint);
    if (within === undefined && focalPoint !== null) this.#plan.focalPoint ??= plus(origin, focalPoint);
    for (const name of ['imageObjects', 'icons', 'backgroundImage'] as const) {
      const value = chart[name];
      if (Array.isArray(value) ? value.length > 0 : isObject(value))
        this.#plan.warn(`Pictures (${name}) are not imported.`);
    }
  }

  #each(chart: Json, name: string, place: Place, read: (item: Json, place: Place) => void): void {
    const list = chart[name] ?? [];
    if (!Array.isArray(list)) {
      this.#plan.reject(place, name, 'TYPE', 'must be an array', list);
      return;
    }
    for (const [at, item] of list.entries()) {
      if (this.#plan.isFull) return;
      const own = `${place}.${name}[${at}]`;
      if (isObject(item)) read(item, own);
      else this.#plan.reject(own, '', 'TYPE', 'must be an object', item);
    }
  }

  /** `''`: it has none, and this has been said. */
  #label(item: Json, place: Place): string {
    const label = textOf(item.label);
    if (label === '') this.#plan.reject(place, 'label', 'NOT_NULL', 'must not be empty', item.label);
    return label;
  }

  #seats(section: string, row: Json, place: Place, origin: Point, unit = ''): void {
    const name = this.#label(row, place);
    this.#each(row, 'seats', place, (seat, at) => {
      const point = pointOf(seat);
      const label = this.#label(seat, at);
      if (point === null) this.#plan.reject(at, 'x', 'TYPE', 'must be a number, and y as well', seat.x);
      else {
        const flags = flagsOf(seat);
        this.#plan.seat(section, name, { name: label, point: plus(origin, point), flags, place: at, unit });
      }
    });
  }

  #booth(section: string, booth: Json, place: Place, origin: Point): void {
    const name = this.#label(booth, place);
    const point = pointOf(booth.center) ?? pointOf(booth.topLeft) ?? pointOf(booth);
    if (point === null) this.#plan.reject(place, 'center', 'NOT_NULL', 'must be a point');
    else this.#plan.seat(section, sectionOfBooths, { name, point: plus(origin, point), flags: {}, place });
  }

  #area(prefix: string, area: Json, place: Place, origin: Point): void {
    const name = this.#label(area, place);
    const shape = figureOf(area, origin);
    const shapes = shape === null ? {} : { shapes: [{ ...shape, text: name }] };
    this.#plan.area(prefix + name, place, { capacity: area.capacity, ...shapes });
  }

  #shape(shape: Json, place: Place, origin: Point): void {
    const figure = figureOf(shape, origin);
    if (figure === null) {
      this.#plan.warn('Shapes of an unknown form are not imported.');
      return;
    }
    const type = textOf(shape.smartType) || 'shape';
    const label = textOf(shape.label);
    this.#plan.decoration({ type, ...figure, ...(label === '' ? {} : { text: label }) }, place);
  }

  #text(text: Json, place: Place, origin: Point): void {
    const words = textOf(text.text) || textOf(text.label);
    const point = pointOf(text.center) ?? pointOf(text.topLeft) ?? pointOf(text);
    if (words === '' || point === null) {
      this.#plan.warn('Texts without a place are not imported.');
      return;
    }
    this.#plan.decoration({ type: 'label', shapeType: 'TEXT', text: words, ...plus(origin, point) }, place);
  }
}

/** A circle, a rectangle or a polygon with its place and its colour; null: none of these. */
function figureOf(item: Json, origin: Point): Json | null {
  const fill = textOf(item.fillColor);
  const look = { ...(/^#[\da-f]{3,8}$/i.test(fill) ? { fill } : {}), angle: numberOf(item.rotationAngle) ?? 0 };
  const points = pointsOf(item.points, origin);
  if (points !== null) return { shapeType: 'POLYGON', points, ...look };
  const center = pointOf(item.center);
  const isRound = item.type === 'circle' || item.type === 'ellipse';
  const width = isRound ? twice(item.radius1 ?? item.radius) : numberOf(item.width);
  const height = isRound ? twice(item.radius2 ?? item.radius) : numberOf(item.height);
  if (center === null || width === null || height === null) return null;
  const { x, y } = plus(origin, { x: center.x - width / 2, y: center.y - height / 2 });
  return { shapeType: isRound ? 'ELLIPSE' : 'RECT', x, y, width, height, ...look };
}

function outlineOf(value: unknown, origin: Point, text: string): readonly Json[] | null {
  const points = pointsOf(value, origin);
  return points === null ? null : [{ type: 'POLYGON', shapeType: 'POLYGON', points, text }];
}

function pointsOf(value: unknown, origin: Point): readonly Point[] | null {
  if (!Array.isArray(value) || value.length < 3) return null;
  const points = value.map(pointOf);
  return points.every((point) => point !== null) ? points.map((point) => plus(origin, point)) : null;
}

function flagsOf(seat: Json): SeatFlags {
  const entries = Object.entries(flagsByMember).filter(([member]) => seat[member] === true);
  return Object.fromEntries(entries.map(([, flag]) => [flag, true]));
}

function plus(one: Point, other: Point): Point {
  const round = (value: number): number => Math.round(value * 1_000) / 1_000;
  return { x: round(one.x + other.x), y: round(one.y + other.y) };
}

function twice(radius: unknown): number | null {
  const number = numberOf(radius);
  return number === null ? null : 2 * number;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pointOf(value: unknown): Point | null {
  if (!isObject(value)) return null;
  const [x, y] = [numberOf(value.x), numberOf(value.y)];
  return x === null || y === null ? null : { x, y };
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
