/**
 * The decorations of a layout's body, such as stage, bar and entrance. They end up in pictures that browsers show, so
 * each member is checked against its type, and colours must be colours.
 */
import { z } from 'zod';
import { isColour } from '#domain/layout/colour.ts';
import type { Decoration } from '#domain/layout/layout.ts';
import { unplaced } from '#domain/layout/layout-draft.ts';
import { constraint, isAbsent, issue } from '../constraint.ts';
import { text } from '../fields.ts';
import { notNull } from '../messages.ts';

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

const decoration = z.object({
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
});

export const newDecoration = decoration.check(completeShape).meta({
  id: 'NewDecoration',
  description:
    'Drawn on the map and not booked. One `stage` may have no x, y, width and height: the service places it.',
});

type NewDecoration = z.output<typeof decoration>;

const drawnByPoints: readonly DecorationShape[] = ['POLYGON', 'POLYLINE', 'LINE'];

/** Whether the service has to place it. */
export function isUnplacedStage({ type, shapeType, x, y, width, height }: NewDecoration): boolean {
  return type === 'stage' && (shapeType ?? 'RECT') === 'RECT' && [x, y, width, height].every(isAbsent);
}

/** A check that a decoration has the members that its shape needs. */
function completeShape({ value, issues }: z.core.ParsePayload<NewDecoration>): void {
  const shapeType = value.shapeType ?? 'RECT';
  const isOutline = drawnByPoints.includes(shapeType);
  const needed = isOutline ? ['points'] : isUnplacedStage(value) ? [] : ['x', 'y'];
  if (!isOutline && shapeType !== 'TEXT' && needed.length > 0) needed.push('width', 'height');
  if (shapeType === 'TEXT') needed.push('text');
  for (const name of needed) {
    if (isAbsent(value[name as keyof NewDecoration])) issues.push(issue('NOT_NULL', notNull, [name], null));
  }
  const pointsMin = shapeType === 'POLYGON' ? 3 : 2;
  if (isOutline && !isAbsent(value.points) && value.points.length < pointsMin) {
    issues.push(issue('SIZE', `must have at least ${pointsMin} entries`, ['points'], value.points));
  }
  if (shapeType === 'TEXT' && value.text === '') {
    issues.push(issue('SIZE', 'must have at least 1 character', ['text'], ''));
  }
}

/** A stage without coordinates gets `unplaced` as its left and top. */
export function decorationOf(sent: NewDecoration): Decoration {
  const shapeType = sent.shapeType ?? 'RECT';
  const isOutline = drawnByPoints.includes(shapeType);
  return {
    type: sent.type || 'shape',
    shapeType,
    ...(isOutline ? boxAround(sent.points ?? []) : boxOf(sent)),
    rest: { ...styleOf(sent), ...(isOutline ? { points: (sent.points ?? []).map(({ x, y }) => ({ x, y })) } : {}) },
    angle: sent.angle ?? null,
    text: sent.text || null,
    fill: sent.fill ?? null,
  };
}

function boxOf({ x, y, width, height }: NewDecoration) {
  return { left: x ?? unplaced, top: y ?? unplaced, width: width ?? null, height: height ?? null };
}

/** The bounding box of the points, because editors need one; the one that was sent does not count. */
function boxAround(points: readonly { readonly x: number; readonly y: number }[]) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

function styleOf({ stroke, textColor, strokeWidth, fontSize, opacity }: NewDecoration): Record<string, unknown> {
  const style = { stroke, textColor, strokeWidth, fontSize, opacity };
  return Object.fromEntries(Object.entries(style).filter(([, value]) => !isAbsent(value)));
}
