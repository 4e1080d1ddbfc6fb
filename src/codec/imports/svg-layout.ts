/**
 * A layout as an SVG drawing: a group with an id is a section, a group in it a row, a figure in that a seat. An id of
 * three names, `Stalls;;A;;1`, says all of it at once. A figure with `data-capacity` is an area, one with `data-type` a
 * decoration. Promises bounded work: no entities but XML's own, no more than 200 levels, no more elements than a layout
 * with its decorations can have.
 */
import { Parser } from 'htmlparser2';
import type { Point } from '#domain/layout/geometry/rectangle.ts';
import { seatsPerSchemaMax } from '#domain/layout/layout.ts';
import { keySeparator } from '#domain/layout/seat-keys.ts';
import type { FieldError } from '#domain/refusal.ts';
import { type ImportedLayout, ImportedPlan } from './imported-plan.ts';
import { readFlags, seatFlagNames } from './seat-flags.ts';
import { identity, type Matrix, matrixOf, moved, product } from './svg-matrix.ts';
import { type Attributes, middleOf, outlineOf } from './svg-outline.ts';

const depthMax = 200;
const elementsMax = seatsPerSchemaMax + 200_000;
const groups: readonly string[] = ['svg', 'g', 'a', 'switch'];
/** Nothing in them is drawn where it stands. */
const unshown: readonly string[] = ['defs', 'symbol', 'clipPath', 'mask', 'pattern', 'marker', 'metadata', 'style'];
/** Drawing programs make ids unique by an ending such as `_2_`. */
const madeUnique = /_\d+_$/;

interface Open {
  readonly name: string;
  readonly matrix: Matrix;
  /** The names of the groups around, outermost first: the section, then the row. */
  readonly names: readonly string[];
  readonly isShown: boolean;
}

class Unreadable extends Error {}

export function layoutOfSvg(text: string): ImportedLayout | readonly FieldError[] {
  const plan = new ImportedPlan({ section: 'id', row: 'id', seat: 'id', unit: 'data-unit' });
  const reader = new SvgReader(plan);
  const lines = new LineCounter(text);
  let elements = 0;
  const parser: Parser = new Parser(
    {
      onopentag: (name, given) => {
        const place = `lines[${lines.lineAt(parser.startIndex)}]`;
        if (++elements > elementsMax) refuse(plan, place, `must be one of at most ${elementsMax} elements`);
        if (!reader.open(name.replace(/^svg:/, ''), given, place) || plan.isFull) throw new Unreadable();
      },
      ontext: (text) => reader.text(text),
      onclosetag: () => reader.close(),
      onprocessinginstruction: (name, data) => {
        const place = `lines[${lines.lineAt(parser.startIndex)}]`;
        if (/<!ENTITY/i.test(data)) refuse(plan, place, 'must not declare entities');
        else if (name.toLowerCase() === '!entity') refuse(plan, place, 'must not declare entities');
      },
    },
    { xmlMode: true },
  );
  try {
    parser.end(text);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  if (!reader.isSvg && plan.errors.length === 0) plan.reject('body', '', 'PATTERN', 'must be an SVG document');
  return plan.finish();
}

function refuse(plan: ImportedPlan, place: string, message: string): never {
  plan.reject(place, '', 'INVALID', message);
  throw new Unreadable();
}

/** Places come in their order, so each character is looked at once. */
class LineCounter {
  readonly #text: string;
  #line = 1;
  #next: number;

  constructor(text: string) {
    this.#text = text;
    this.#next = text.indexOf('\n');
  }

  lineAt(index: number): number {
    while (this.#next !== -1 && this.#next < index) {
      this.#line++;
      this.#next = this.#text.indexOf('\n', this.#next + 1);
    }
    return this.#line;
  }
}

class SvgReader {
  readonly #plan: ImportedPlan;
  readonly #open: Open[] = [];
  #label: { text: string; readonly point: Point; readonly given: Attributes; readonly place: string } | null = null;
  isSvg = false;

  constructor(plan: ImportedPlan) {
    this.#plan = plan;
  }

  /** False: nothing more can be read. */
  open(name: string, given: Attributes, place: string): boolean {
    const outer = this.#open.at(-1);
    if (outer === undefined) {
      if (name !== 'svg') return false;
      this.isSvg = true;
    }
    if (this.#open.length >= depthMax) {
      this.#plan.reject(place, '', 'SIZE', `must not be nested more than ${depthMax} levels deep`);
      return false;
    }
    const own = matrixOf(given.transform);
    if (own === null) this.#plan.reject(place, 'transform', 'PATTERN', 'must be a transform', given.transform);
    const matrix = product(outer?.matrix ?? identity, own ?? identity);
    const isShown = outer?.isShown !== false && !unshown.includes(name) && given.display !== 'none';
    const isGroup = groups.includes(name);
    const label = isGroup && outer !== undefined ? groupName(given) : '';
    const names = [...(outer?.names ?? []), ...(label === '' ? [] : [label])];
    this.#open.push({ name, matrix, names, isShown });
    if (!isGroup && isShown && outer !== undefined && groups.includes(outer.name)) {
      this.#figure(name, given, matrix, outer.names, place);
    }
    return true;
  }

  text(text: string): void {
    if (this.#label !== null && this.#label.text.length < 255) this.#label.text += text;
  }

  close(): void {
    const closed = this.#open.pop();
    if (closed?.name !== 'text' || this.#label === null) return;
    const { text, point, given, place } = this.#label;
    this.#label = null;
    const words = text.replaceAll(/\s+/g, ' ').trim();
    if (words === '') return;
    const size = Number.parseFloat(given['font-size'] ?? '');
    const look = { ...(size >= 1 && size <= 10_000 ? { fontSize: size } : {}), ...fillOf(given) };
    this.#plan.decoration({ type: 'label', shapeType: 'TEXT', text: words.slice(0, 255), ...point, ...look }, place);
  }

  #figure(name: string, given: Attributes, matrix: Matrix, names: readonly string[], place: string): void {
    const points = outlineOf(name, given)?.map((point) => moved(matrix, point)) ?? null;
    const label = nameOf(given);
    const parts = label.split(keySeparator);
    if (points === null) {
      if (label !== '')
        this.#plan.reject(place, 'id', 'INVALID', `must belong to a figure; this is no readable ${name}`, label);
    } else if (given['data-capacity'] !== undefined) this.#area(label, points, given, place);
    else if (given['data-type'] !== undefined) this.#decoration(given, points, place);
    else if (parts.length === 3) this.#seat(parts as [string, string, string], middleOf(points), given, place);
    else if (name === 'text') this.#label = { text: '', point: points[0] as Point, given, place };
    else if (label === '') this.#plan.warn('Figures without an id are not read.');
    else if (names.length < 2) {
      this.#plan.reject(
        place,
        'id',
        'INVALID',
        'must be in a row (a group) of a section (a group), or have data-capacity or data-type',
        label,
      );
    } else this.#seat([names.at(-2) as string, names.at(-1) as string, label], middleOf(points), given, place);
  }

  #seat([section, row, name]: readonly [string, string, string], point: Point, given: Attributes, place: string): void {
    const { flags, unknown } = readFlags(given['data-flags'] ?? '');
    if (unknown.length > 0) {
      const message = `must be words of ${seatFlagNames.join(', ')}`;
      this.#plan.reject(place, 'data-flags', 'UNKNOWN_VALUE', message, unknown[0]);
    }
    const unit = (given['data-unit'] ?? '').trim();
    this.#plan.seat(section, row, { name, point: rounded(point), flags, place, unit });
  }

  #area(name: string, points: readonly Point[], given: Attributes, place: string): void {
    const capacity = given['data-capacity'] as string;
    if (!/^\d{1,9}$/.test(capacity))
      this.#plan.reject(place, 'data-capacity', 'TYPE', 'must be a whole number', capacity);
    if (name === '') this.#plan.reject(place, 'id', 'NOT_NULL', 'must not be empty: it is the name of the area');
    const shape = { type: 'POLYGON', shapeType: 'POLYGON', points: points.map(rounded), text: name, ...fillOf(given) };
    this.#plan.area(name, place, { capacity: Number(capacity), shapes: [shape] });
  }

  #decoration(given: Attributes, points: readonly Point[], place: string): void {
    const shapeType = points.length > 2 ? 'POLYGON' : 'LINE';
    const text = given['data-text'] ?? given['aria-label'];
    const look = { ...(text === undefined ? {} : { text: text.slice(0, 255) }), ...fillOf(given) };
    this.#plan.decoration({ type: given['data-type'], shapeType, points: points.map(rounded), ...look }, place);
  }
}

function rounded({ x, y }: Point): Point {
  return { x: Math.round(x * 1_000) / 1_000, y: Math.round(y * 1_000) / 1_000 };
}

/** The name that a person gave to the element: drawing programs keep it in an attribute where an id cannot have it. */
function nameOf(given: Attributes): string {
  return (given['data-name'] ?? given['inkscape:label'] ?? given.id ?? '').replace(madeUnique, '').trim();
}

function groupName(given: Attributes): string {
  return given['data-type'] === undefined ? nameOf(given) : '';
}

function fillOf({ fill }: Attributes): { readonly fill?: string } {
  return fill !== undefined && /^#[\da-f]{3,8}$/i.test(fill) ? { fill } : {};
}
