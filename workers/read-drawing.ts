/** Thread entry: the bytes of a drawn layout become a change of the stored one, or field errors. */
import { randomUUID } from 'node:crypto';
import type { InvalidBody } from '#domain/command.ts';
import type { DrawingOutline, DrawnChange } from '#domain/layout/drawing.ts';
import { readDrawing } from '#domain/layout/read-drawing.ts';
import { parseBody } from './json-body.ts';

export interface SentDrawing {
  readonly bytes: Uint8Array;
  /** What is stored, without the seats. */
  readonly outline: DrawingOutline;
}

/** Never throws: errors would lose their class on the way back. */
export default function readSentDrawing({ bytes, outline }: SentDrawing): DrawnChange | InvalidBody {
  return parseBody<DrawnChange>(bytes, (body) => {
    const check = readDrawing(body, outline, randomUUID);
    if (!check.ok) return check.errors;
    const { ok: _, ...drawn } = check;
    return drawn;
  });
}
