/**
 * Reads the members of a drawing about the plan as a whole: `vectorBackground`, a picture under the seats, and
 * `clientViewBox`, the part that visitors see first. Both are stored unchanged; the code that renders maps decides
 * which parts are safe to show.
 */

import type { PlanChange } from '#domain/layout/layout-change.ts';
import type { JsonFields, JsonObject } from '../json-fields.ts';

/** Characters of the background as JSON text. */
const drawingLengthMax = 2_000_000;
const viewBoxLengthMax = 1_000;
const sides = ['x', 'y', 'width', 'height'] as const;

/** Absent members stay unchanged; null removes them. */
export function readPlan(fields: JsonFields, { vectorBackground, clientViewBox }: JsonObject): PlanChange {
  return {
    ...(vectorBackground === undefined ? {} : { vectorBackground: readDrawingBelow(fields, vectorBackground) }),
    ...(clientViewBox === undefined ? {} : { clientViewBox: readViewBox(fields, clientViewBox) }),
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
