/** Thread entry: the bytes of a drawn layout become a change of the stored one, or field errors. */
import { randomUUID } from 'node:crypto';
import { readDrawing } from '#codec/bodies/drawing/read-drawing.ts';
import { parseBody } from '#codec/bodies/parse-body.ts';
import type { InvalidBody } from '#domain/command.ts';
import type { DrawingOutline, DrawnChange } from '#domain/layout/drawing.ts';

export interface SentDrawing {
  readonly bytes: Uint8Array;
  /** The stored layout without its seats. */
  readonly outline: DrawingOutline;
}

/** Never throws: an error would lose its class between threads. */
export default function readSentDrawing({ bytes, outline }: SentDrawing): DrawnChange | InvalidBody {
  return parseBody<DrawnChange>(bytes, (body) => {
    const check = readDrawing(body, outline, randomUUID);
    if (!check.ok) return check.errors;
    const { ok: _, ...drawn } = check;
    return drawn;
  });
}
