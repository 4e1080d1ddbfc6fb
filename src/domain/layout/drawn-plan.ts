/**
 * Reads what a drawing says of the plan as a whole: `vectorBackground`, a drawing under the seats, and `clientViewBox`, the
 * part that visitors see first. Both are kept as they are; what of them is safe to show is decided where maps are made.
 */
import type { JsonFields, JsonObject } from '../json-fields.ts';
import type { PlanChange } from './layout-change.ts';

/** Letters of a drawing's texts altogether. */
const drawingLengthMax = 2_000_000;
const viewBoxLengthMax = 1_000;
const sides = ['x', 'y', 'width', 'height'] as const;

/** Members that the body does not have stay as they are; null takes them away. */
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
