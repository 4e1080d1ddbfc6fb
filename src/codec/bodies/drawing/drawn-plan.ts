/**
 * Reads the members of a drawing about the plan as a whole: `vectorBackground`, a picture under the seats,
 * `clientViewBox`, the part that visitors see first, and `focalPoint`, the point that the seats face. The first two are
 * stored unchanged; the code that renders maps decides which parts are safe to show.
 */

import type { LayoutPlan, PlanChange } from '#domain/layout/layout-change.ts';
import type { JsonFields, JsonObject } from '../json-fields.ts';

/** Characters of the background as JSON text. */
const drawingLengthMax = 2_000_000;
const viewBoxLengthMax = 1_000;
const sides = ['x', 'y', 'width', 'height'] as const;

/** Absent members stay unchanged; null removes them. */
export function readPlan(fields: JsonFields, { vectorBackground, clientViewBox, focalPoint }: JsonObject): PlanChange {
  return {
    ...(vectorBackground === undefined ? {} : { vectorBackground: readDrawingBelow(fields, vectorBackground) }),
    ...(clientViewBox === undefined ? {} : { clientViewBox: readViewBox(fields, clientViewBox) }),
    ...(focalPoint === undefined ? {} : { focalPoint: readFocalPoint(fields, focalPoint) }),
  };
}

function readDrawingBelow(fields: JsonFields, value: unknown): JsonObject | null {
  const drawing = value === null ? null : fields.object(value, 'vectorBackground');
  if (drawing === null) return null;
  const text = fields.json(drawing, 'vectorBackground') ?? '';
  if (text.length > drawingLengthMax) {
    fields.reject('vectorBackground', 'SIZE', `must not be longer than ${drawingLengthMax} characters`, text.length);
  }
  return drawing;
}

function readViewBox(fields: JsonFields, value: unknown): JsonObject | null {
  const box = value === null ? null : fields.object(value, 'clientViewBox');
  if (box === null) return null;
  for (const side of sides) fields.number(box[side], `clientViewBox.${side}`);
  const text = fields.json(box, 'clientViewBox') ?? '';
  if (text.length > viewBoxLengthMax) {
    fields.reject('clientViewBox', 'SIZE', `must not be longer than ${viewBoxLengthMax} characters`, text.length);
  }
  return box;
}

function readFocalPoint(fields: JsonFields, value: unknown): LayoutPlan['focalPoint'] {
  const point = value === null ? null : fields.object(value, 'focalPoint');
  if (point === null) return null;
  return { x: fields.number(point.x, 'focalPoint.x'), y: fields.number(point.y, 'focalPoint.y') };
}
