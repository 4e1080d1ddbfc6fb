/**
 * Makes whole layouts from a few numbers: a theatre with curved rows and aisles, an arena around its floor, a club with
 * tables, and areas without seats. Pure: the same numbers give the same layout, whose names are in the language of the page. Numbers are in the bounds of their fields.
 */
import { type RowNumbering, rowNames, type SeatNumbering, seatNames, usualRows, usualSeats } from './numbering.ts';
import {
  areaOf,
  rounded,
  rowPitch,
  type Sketch,
  type SketchRow,
  type SketchSeat,
  type SketchSection,
  seatPitch,
  stageOf,
} from './sketch.ts';
import { text } from './texts.ts';

export interface GeneratorField {
  readonly name: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** What it is at first. */
  readonly value: number;
}

export type Figures = Readonly<Record<string, number>>;

export interface Names {
  readonly seats: SeatNumbering;
  readonly rows: RowNumbering;
}

export interface Generator {
  readonly label: string;
  readonly fields: readonly GeneratorField[];
  make(figures: Figures, names: Names): Sketch;
}

/** Between the stage and the first row. */
const stageGap = 90;
const aisleWidth = 2.4 * seatPitch;

const field = (name: string, label: string, min: number, max: number, value: number): GeneratorField => ({
  ...{ name, label, min, max, value },
});

export const usualNames: Names = { seats: usualSeats, rows: usualRows };

export const generators = {
  theatre: {
    label: text('theatre'),
    fields: [
      field('rows', text('rows'), 1, 100, 18),
      field('seats', text('seatsInFirstRow'), 1, 150, 22),
      field('growth', text('moreSeatsPerRow'), 0, 5, 1),
      field('curve', text('curve'), 0, 180, 50),
      field('aisles', text('aisles'), 0, 6, 2),
      field('balcony', text('balconyRows'), 0, 60, 4),
    ],
    make: theatre,
  },
  arena: {
    label: text('arena'),
    fields: [
      field('blocks', text('blocks'), 2, 60, 16),
      field('rows', text('rows'), 1, 80, 16),
      field('length', text('floorLength'), 200, 5_000, 1_400),
      field('width', text('floorWidth'), 200, 5_000, 900),
      field('standing', text('standingOnFloor'), 0, 100_000, 2_000),
    ],
    make: arena,
  },
  club: {
    label: text('club'),
    fields: [
      field('columns', text('tablesAcross'), 1, 40, 5),
      field('lines', text('tableLines'), 1, 40, 4),
      field('chairs', text('chairs'), 1, 16, 6),
      field('standing', text('standingPlaces'), 0, 50_000, 150),
    ],
    make: club,
  },
  free: {
    label: text('freePlaces'),
    fields: [field('areas', text('areas'), 1, 50, 2), field('capacity', text('placesInEachArea'), 0, 1_000_000, 500)],
    make: free,
  },
} as const satisfies Readonly<Record<string, Generator>>;

export type GeneratorName = keyof typeof generators;

/** The figures of a generator's fields as they are at first. */
export function usualFigures({ fields }: Generator): Figures {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

/** A figure of a field; a missing one, or one out of bounds, is the nearest that is allowed. */
function figure(figures: Figures, { name, min, max, value }: GeneratorField): number {
  const given = figures[name];
  return Math.min(max, Math.max(min, Math.round(given === undefined || Number.isNaN(given) ? value : given)));
}

function read(generator: Generator, figures: Figures): Figures {
  return Object.fromEntries(generator.fields.map((one) => [one.name, figure(figures, one)]));
}

type Read<Name extends string> = Readonly<Record<Name, number>>;

function theatre(given: Figures, names: Names): Sketch {
  const { rows, seats, growth, curve, aisles, balcony } = read(generators.theatre, given) as Read<
    'rows' | 'seats' | 'growth' | 'curve' | 'aisles' | 'balcony'
  >;
  const width = seats * seatPitch + aisles * aisleWidth;
  const block = (first: number, count: number, gap: number): SketchRow[] => {
    const labels = rowNames(count, names.rows);
    return labels.map((name, at) => {
      const depth = gap + (first + at) * rowPitch;
      return { name, seats: curvedRow(seats + growth * (first + at), aisles, depth, { width, curve }, names.seats) };
    });
  };
  const sections: SketchSection[] = [{ name: text('stalls'), rows: block(0, rows, stageGap) }];
  if (balcony > 0) sections.push({ name: text('balcony'), rows: block(rows, balcony, stageGap + 3 * rowPitch) });
  return { sections, shapes: [stageOf(Math.max(220, width * 0.6), -80)], focalPoint: { x: 0, y: -20 } };
}

/** A row on an arc: the first row of this width takes the whole angle. Straight without a curve. */
function curvedRow(
  count: number,
  aisles: number,
  depth: number,
  { width, curve }: { readonly width: number; readonly curve: number },
  numbering: SeatNumbering,
): SketchSeat[] {
  const names = seatNames(count, numbering);
  const offsets = names.map((_, at) => at * seatPitch + Math.floor(((at + 0.5) * (aisles + 1)) / count) * aisleWidth);
  const middle = ((offsets[0] ?? 0) + (offsets.at(-1) ?? 0)) / 2;
  const radius = curve === 0 ? Infinity : width / ((curve * Math.PI) / 180);
  return names.map((name, at) => {
    const along = (offsets[at] as number) - middle;
    if (radius === Infinity) return { name, x: rounded(along), y: rounded(depth) };
    const own = radius + depth - stageGap;
    const angle = along / own;
    return { name, x: rounded(own * Math.sin(angle)), y: rounded(depth - own * (1 - Math.cos(angle))) };
  });
}

function arena(given: Figures, names: Names): Sketch {
  const { blocks, rows, length, width, standing } = read(generators.arena, given) as Read<
    'blocks' | 'rows' | 'length' | 'width' | 'standing'
  >;
  const labels = rowNames(rows, names.rows);
  const rings = labels.map(
    (_, at) => new Ring(length / 2 + stageGap + at * rowPitch, width / 2 + stageGap + at * rowPitch),
  );
  const sections: SketchSection[] = Array.from({ length: blocks }, (_, block) => ({
    name: String(101 + block),
    rows: labels.map((name, at) => ({ name, seats: (rings[at] as Ring).seatsOf(block, blocks, names.seats) })),
  }));
  const floor = { x: -length / 2, y: -width / 2 };
  if (standing > 0) {
    const stage = 0.22 * length;
    sections.push(areaOf(text('floor'), standing, floor.x + stage, floor.y, length - stage, width));
  }
  const shape = { type: 'stage', shapeType: 'RECT', text: text('stage'), fill: '#374151' } as const;
  const shapes =
    standing > 0
      ? [
          {
            ...shape,
            x: floor.x,
            y: rounded(-0.3 * width),
            width: rounded(0.18 * length),
            height: rounded(0.6 * width),
          },
        ]
      : [{ ...shape, type: 'field', text: text('field'), fill: '#86efac', ...floor, width: length, height: width }];
  const isSeated = rings.length > 0;
  return { sections, shapes, focalPoint: isSeated && standing > 0 ? { x: floor.x, y: 0 } : { x: 0, y: 0 } };
}

const stepsOfRing = 720;

/** One row around the floor: an ellipse, measured along its line. */
class Ring {
  readonly #a: number;
  readonly #b: number;
  /** The way to each step, from the top clockwise. */
  readonly #ways: Float64Array;

  constructor(a: number, b: number) {
    this.#a = a;
    this.#b = b;
    this.#ways = new Float64Array(stepsOfRing + 1);
    for (let step = 1; step <= stepsOfRing; step++) {
      const [one, other] = [this.#at(step - 1), this.#at(step)];
      this.#ways[step] = (this.#ways[step - 1] as number) + Math.hypot(one.x - other.x, one.y - other.y);
    }
  }

  /** The seats of one block, with an aisle to the next. */
  seatsOf(block: number, blocks: number, numbering: SeatNumbering): SketchSeat[] {
    const share = (this.#ways[stepsOfRing] as number) / blocks;
    const count = Math.max(1, Math.floor((share - aisleWidth) / seatPitch) + 1);
    const from = (block + 0.5) * share - ((count - 1) * seatPitch) / 2;
    return seatNames(count, numbering).map((name, at) => ({ name, ...this.#placeAt(from + at * seatPitch) }));
  }

  #at(step: number): { readonly x: number; readonly y: number } {
    const angle = (step / stepsOfRing) * 2 * Math.PI;
    return { x: this.#a * Math.sin(angle), y: -this.#b * Math.cos(angle) };
  }

  #placeAt(way: number): { readonly x: number; readonly y: number } {
    let [low, high] = [0, stepsOfRing];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#ways[middle] as number) <= way) low = middle;
      else high = middle;
    }
    const part = (way - (this.#ways[low] as number)) / ((this.#ways[high] as number) - (this.#ways[low] as number));
    const { x, y } = this.#at(low + part);
    return { x: rounded(x), y: rounded(y) };
  }
}

function club(given: Figures, names: Names): Sketch {
  const { columns, lines, chairs, standing } = read(generators.club, given) as Read<
    'columns' | 'lines' | 'chairs' | 'standing'
  >;
  const radius = Math.max(28, (chairs * seatPitch) / (2 * Math.PI));
  const pitch = 2 * radius + 2.4 * seatPitch;
  const width = columns * pitch;
  const depth = standing > 0 ? Math.max(120, Math.round(Math.sqrt(standing) * 12)) : 0;
  const top = stageGap + depth + pitch / 2;
  const tables: { readonly x: number; readonly y: number }[] = Array.from({ length: columns * lines }, (_, at) => ({
    x: rounded(((at % columns) + 0.5) * pitch - width / 2),
    y: rounded(top + Math.floor(at / columns) * pitch),
  }));
  const labels = seatNames(chairs, { ...names.seats, from: 'left' });
  const rows = tables.map(({ x, y }, at) => ({
    name: String(at + 1),
    unit: `${text('table')} ${at + 1}`,
    seats: labels.map((name, chair) => {
      const angle = (chair / chairs) * 2 * Math.PI - Math.PI / 2;
      return { name, x: rounded(x + radius * Math.cos(angle)), y: rounded(y + radius * Math.sin(angle)) };
    }),
  }));
  const table = 2 * (radius - seatPitch / 2 - 2);
  const sections: SketchSection[] = [{ name: text('tables'), rows }];
  if (standing > 0)
    sections.push(areaOf(text('standing'), standing, rounded(-width / 2), stageGap / 2, rounded(width), depth));
  const shapes = tables.map(({ x, y }) => ({
    ...({ type: 'table', shapeType: 'ELLIPSE', fill: '#e5e7eb' } as const),
    ...{ x: rounded(x - table / 2), y: rounded(y - table / 2), width: rounded(table), height: rounded(table) },
  }));
  return { sections, shapes: [stageOf(Math.max(160, width * 0.5), -80), ...shapes], focalPoint: { x: 0, y: -40 } };
}

function free(given: Figures): Sketch {
  const { areas, capacity } = read(generators.free, given) as Read<'areas' | 'capacity'>;
  const side = Math.max(120, Math.min(600, Math.round(Math.sqrt(capacity) * 12)));
  const columns = Math.ceil(Math.sqrt(areas));
  const width = columns * (side + 30) - 30;
  const sections = Array.from({ length: areas }, (_, at) => {
    const [column, line] = [at % columns, Math.floor(at / columns)];
    const name = `${text('area')} ${String.fromCharCode(65 + (at % 26))}${at >= 26 ? Math.floor(at / 26) : ''}`;
    return areaOf(name, capacity, rounded(column * (side + 30) - width / 2), stageGap + line * (side + 30), side, side);
  });
  return { sections, shapes: [stageOf(Math.max(160, width * 0.6), -80)], focalPoint: { x: 0, y: -40 } };
}
