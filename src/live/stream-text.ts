/**
 * The text of a change stream: server-sent events, each encoded once for all viewers. A piece carries the same bytes
 * with and without the framing of chunked transfer coding, because viewers are written to directly.
 */

export interface Piece {
  readonly text: Buffer;
  /** As one chunk, around the same memory. */
  readonly framed: Buffer;
}

export interface ChangeData {
  readonly seq: number;
  readonly freed: readonly number[];
  readonly taken: readonly number[];
  readonly areas: readonly (readonly [id: number, places: number])[];
}

export function pieceOf(text: string): Piece {
  const length = Buffer.byteLength(text);
  const head = `${length.toString(16)}\r\n`;
  const framed = Buffer.from(`${head}${text}\r\n`);
  return { framed, text: framed.subarray(head.length, head.length + length) };
}

/** Keeps the connection open through proxies. */
export const comment = pieceOf(':\n\n');

/** `id` null: the viewer's position stays what it was, because a reset follows. */
export function hello(id: number | null, seq: number, tickMs: number): Piece {
  return event('hello', id, { seq, tickMs });
}

export function change(data: ChangeData): Piece {
  return event('change', data.seq, data);
}

export function reset(seq: number): Piece {
  return event('reset', seq, { seq });
}

/** `retry`: a page that does not close its source connects again only after 30 s. */
export function closed(errorCode: string): Piece {
  return pieceOf(`retry: 30000\nevent: closed\ndata: ${JSON.stringify({ errorCode })}\n\n`);
}

/** How long a browser waits before it connects again. */
export function retry(ms: number): Piece {
  return pieceOf(`retry: ${ms}\n\n`);
}

function event(name: string, id: number | null, data: object): Piece {
  return pieceOf(`${id === null ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}
