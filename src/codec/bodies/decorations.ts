/**
 * The decorations of a layout's body, such as stage, bar and entrance: their schema and their parser. They end up in
 * pictures that browsers show, so each member is checked against its type, and colours must be colours.
 */
import { z } from 'zod';
import { isColour } from '#domain/layout/colour.ts';
import type { Decoration } from '#domain/layout/layout.ts';
import { unplaced } from '#domain/layout/layout-draft.ts';
import { constraint } from '../constraint.ts';
import { text } from '../fields.ts';
import type { JsonFields, JsonObject } from './json-fields.ts';

export const decorationsPerSchemaMax = 10_000;
const decorationShapes = ['RECT', 'CIRCLE', 'ELLIPSE', 'POLYGON', 'POLYLINE', 'LINE', 'TEXT'] as const;
type DecorationShape = (typeof decorationShapes)[number];
/** Coordinates and lengths beyond this are off any plan. */
const farthest = 1e9;
const pointsMax = 10_000;
const fontSizeMax = 10_000;
const strokeWidthMax = 1_000;

const colourWords = 'must be a colour such as #4b5563, teal or rgb(75, 85, 99)';
const coordinate = z.number().min(-farthest).max(farthest);
const measure = coordinate.nullish();
const size = z.number().min(0).max(farthest).nullish();
const label = text(0, 255).nullish();
const colour = z
  .string()
  .refine(isColour, { message: colourWords, params: constraint('PATTERN') })
  .nullish()
  .meta({ description: 'Such as `#4b5563`, `teal` or `rgb(75, 85, 99)`.' });

export const newDecoration = z
  .object({
    type: label.meta({ description: 'What it is: `stage`, `bar`, `entrance` or any other word.' }),
    shapeType: z
      .enum(decorationShapes)
      .nullish()
      .meta({ description: 'Default: RECT. POLYGON, POLYLINE and LINE are drawn from `points`.' }),
    x: measure,
    y: measure,
    width: size,
    height: size,
    angle: measure.meta({ description: 'Degrees clockwise, around its centre.' }),
    points: z
      .array(z.object({ x: coordinate, y: coordinate }))
      .max(pointsMax)
      .nullish(),
    text: label,
    fill: colour,
    stroke: colour,
    strokeWidth: z.number().min(0).max(strokeWidthMax).nullish(),
    textColor: colour,
    fontSize: z.number().min(1).max(fontSizeMax).nullish(),
    opacity: z.number().min(0).max(1).nullish(),
  })
  .meta({
    id: 'NewDecoration',
    description:
      'Drawn on the map and not booked. One `stage` may have no x, y, width and height: the service places it.',
  });

const boxMembers = [
  ['x', -farthest],
  ['y', -farthest],
  ['width', 0],
  ['height', 0],
] as const;
const drawnByPoints: readonly DecorationShape[] = ['POLYGON', 'POLYLINE', 'LINE'];

/** Reads one decoration; a stage without coordinates gets `unplaced` as its left and top. */
export class DecorationReader {
  readonly #fields: JsonFields;

  constructor(fields: JsonFields) {
    this.#fields = fields;
  }

  read(value: unknown, at: string): Decoration | null {
    const fields = this.#fields;
    const item = fields.object(value, at);
    if (item === null) return null;
    const type = fields.optionalText(item.type, `${at}.type`) ?? 'shape';
    const shapeType = this.#shapeType(item, at);
    return {
      type,
      shapeType,
      ...(drawnByPoints.includes(shapeType)
        ? this.#outline(item, at, shapeType)
        : this.#box(item, at, type, shapeType)),
      angle: this.#measure(item, at, 'angle', -farthest, farthest),
      text: shapeType === 'TEXT' ? fields.text(item.text, `${at}.text`) : fields.optionalText(item.text, `${at}.text`),
      fill: this.#colour(item, at, 'fill'),
    };
  }

  #shapeType({ shapeType }: JsonObject, at: string): DecorationShape {
    if (shapeType === undefined || shapeType === null) return 'RECT';
    const known = decorationShapes.find((one) => one === shapeType);
    if (known !== undefined) return known;
    this.#fields.reject(`${at}.shapeType`, 'UNKNOWN_VALUE', `must be one of ${decorationShapes.join(', ')}`, shapeType);
    return 'RECT';
  }

  #box(item: JsonObject, at: string, type: string, shapeType: DecorationShape) {
    const [x, y, width, height] = [item.x, item.y, item.width, item.height].map((value) => value ?? null);
    this.#points(item, at, 0);
    const rest = this.#style(item, at);
    if (type === 'stage' && shapeType === 'RECT' && x === null && y === null && width === null && height === null) {
      return { left: unplaced, top: unplaced, width: null, height: null, rest };
    }
    const isSolid = shapeType !== 'TEXT';
    return {
      left: this.#needed(item, at, 'x', -farthest),
      top: this.#needed(item, at, 'y', -farthest),
      width: isSolid ? this.#needed(item, at, 'width', 0) : this.#measure(item, at, 'width', 0, farthest),
      height: isSolid ? this.#needed(item, at, 'height', 0) : this.#measure(item, at, 'height', 0, farthest),
      rest,
    };
  }

  /** Left, top, width and height are the bounding box of the points, because editors need one; those sent do not count. */
  #outline(item: JsonObject, at: string, shapeType: DecorationShape) {
    for (const [member, min] of boxMembers) this.#measure(item, at, member, min, farthest);
    const points = this.#points(item, at, shapeType === 'POLYGON' ? 3 : 2);
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [left, top] = points.length === 0 ? [0, 0] : [Math.min(...xs), Math.min(...ys)];
    const [right, bottom] = points.length === 0 ? [0, 0] : [Math.max(...xs), Math.max(...ys)];
    return { left, top, width: right - left, height: bottom - top, rest: { ...this.#style(item, at), points } };
  }

  #points({ points }: JsonObject, at: string, min: number): { readonly x: number; readonly y: number }[] {
    const fields = this.#fields;
    if (min === 0 && (points === undefined || points === null)) return [];
    return fields.list(points, `${at}.points`, min, pointsMax).map((value, index) => {
      const field = `${at}.points[${index}]`;
      const point = fields.object(value, field);
      if (point === null) return { x: 0, y: 0 };
      return { x: this.#needed(point, field, 'x', -farthest), y: this.#needed(point, field, 'y', -farthest) };
    });
  }

  #style(item: JsonObject, at: string): Record<string, unknown> {
    const style = {
      stroke: this.#colour(item, at, 'stroke'),
      textColor: this.#colour(item, at, 'textColor'),
      strokeWidth: this.#measure(item, at, 'strokeWidth', 0, strokeWidthMax),
      fontSize: this.#measure(item, at, 'fontSize', 1, fontSizeMax),
      opacity: this.#measure(item, at, 'opacity', 0, 1),
    };
    return Object.fromEntries(Object.entries(style).filter(([, value]) => value !== null));
  }

  #colour(item: JsonObject, at: string, member: string): string | null {
    const value = item[member];
    if (value === undefined || value === null) return null;
    if (isColour(value)) return value;
    this.#fields.reject(`${at}.${member}`, 'PATTERN', colourWords, value);
    return null;
  }

  #needed(item: JsonObject, at: string, member: string, min: number): number {
    const number = this.#fields.number(item[member], `${at}.${member}`);
    return this.#within(number, `${at}.${member}`, min, farthest);
  }

  #measure(item: JsonObject, at: string, member: string, min: number, max: number): number | null {
    const number = this.#fields.optionalNumber(item[member], `${at}.${member}`);
    return number === null ? null : this.#within(number, `${at}.${member}`, min, max);
  }

  #within(number: number, field: string, min: number, max: number): number {
    if (number < min) this.#fields.reject(field, 'MIN', `must be at least ${min}`, number);
    else if (number > max) this.#fields.reject(field, 'MAX', `must be at most ${max}`, number);
    return number;
  }
}
