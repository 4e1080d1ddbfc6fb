/**
 * An answer as the application gives it to a connection, and how it is given: both kinds of connection have a response
 * with the same two members. Nothing above this knows how a connection is written.
 */
import { validateHeaderValue } from 'node:http';
import type { Transform } from 'node:stream';
import type { Sink } from '#live/viewer.ts';
import { type CommonHeaders, noHeaders } from './answer-head.ts';

/** Starts the events of a stream; the returned function is called once the connection has closed. */
export type StreamSource = (sink: Sink) => () => void;

/** A body that is made while it is sent. */
export interface PiecewiseBody {
  readonly pieces: AsyncIterable<string | Uint8Array>;
  /** Compresses the pieces on their way; null: they are sent as they are. */
  readonly compressor: Transform | null;
}

/** The whole body, a body in pieces of unknown length, or events without an end. */
export type Content = readonly (string | Buffer)[] | PiecewiseBody | StreamSource;

/** Its status is that of the response. */
export interface HttpAnswer {
  /** The headers that many answers begin with. */
  readonly common: CommonHeaders;
  /** Its own headers as alternating names and values, the length of a whole body among them. */
  readonly headers: readonly string[];
  readonly content: Content;
}

/** The part of a response that the application uses. */
export interface AnsweringResponse {
  /** Set by the layer that answers the call; null: nothing has answered yet. */
  answer: HttpAnswer | null;
  /** Writes the answer, with the headers that have been set on the response. Resolves or returns after the last piece. */
  send(): Promise<void> | void;
}

/** The answer with headers that a middleware has set, in place of its own of the same name. */
export function withHeaders(
  answer: HttpAnswer,
  set: NodeJS.Dict<number | string | string[] | readonly string[]>,
): HttpAnswer {
  const texts = Object.fromEntries(Object.entries(set).map(([name, value]) => [name, String(value)]));
  const all = [...answer.common.list, ...answer.headers];
  return { ...answer, common: noHeaders, headers: replaced(all, texts) };
}

/** The headers, with others in place of those with the same name; the values of `Vary` are joined. */
export function replaced(headers: readonly string[], own: Readonly<Record<string, string>>): string[] {
  const merged = new Map<string, readonly [name: string, value: string]>();
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    merged.set(name.toLowerCase(), [name, headers[at + 1] ?? '']);
  }
  for (const [name, value] of Object.entries(own)) {
    validateHeaderValue(name, value);
    const key = name.toLowerCase();
    const before = key === 'vary' ? merged.get(key)?.[1] : undefined;
    merged.set(key, [name, before === undefined ? value : `${value}, ${before}`]);
  }
  return [...merged.values()].flat();
}
