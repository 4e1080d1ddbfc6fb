/**
 * Reads server-sent events from the body of an answer, by the rules of the HTML standard. Bounds the memory of one
 * event. Ends a stream that is silent for too long: the service sends at least a comment every 15 seconds.
 */
import type { ClientClock } from './clock.ts';

export interface StreamMessage {
  /** `message` when the stream names none. */
  readonly event: string;
  /** Empty: the message has only an `id` or a `retry`. */
  readonly data: string;
  readonly id: string | null;
  /** How long to wait before the next connection, when the message says so. */
  readonly retryMs: number | null;
}

/** Three comments have not come. */
const silenceMs = 50_000;
/** A layout of 200,000 seats that all change takes 2 MB. */
const charactersMax = 32 * 1024 * 1024;

/** Ends with the stream; rejects when the connection is lost. */
export async function* messagesIn(
  body: ReadableStream<Uint8Array>,
  clock: ClientClock,
): AsyncGenerator<StreamMessage, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = new StreamParser();
  try {
    for (;;) {
      const { done, value } = await readInTime(reader, clock);
      if (done) return;
      yield* parser.read(decoder.decode(value, { stream: true }));
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>, clock: ClientClock) {
  const answered = new AbortController();
  const silence = clock.wait(silenceMs, answered.signal).then(
    () => {
      throw new Error(`the stream was silent for ${silenceMs / 1000} seconds`);
    },
    () => new Promise<never>(() => {}),
  );
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    answered.abort();
  }
}

const noFields = { event: '', data: null, id: null, retryMs: null };

/** Parses the text of a stream from its pieces, wherever they are cut. */
export class StreamParser {
  #rest = '';
  #fields: { event: string; data: string | null; id: string | null; retryMs: number | null } = { ...noFields };

  /** The messages that this piece completes. */
  read(piece: string): StreamMessage[] {
    const text = this.#rest + piece;
    // A carriage return at the end of a piece may be the first half of CRLF.
    const lines = text.split(/\r\n|\n|\r(?=[\s\S])/);
    this.#rest = lines.pop() ?? '';
    const messages = lines.flatMap((line) => this.#readLine(line));
    if (this.#rest.length + (this.#fields.data?.length ?? 0) > charactersMax) {
      throw new RangeError(`an event of the stream is longer than ${charactersMax} characters`);
    }
    return messages;
  }

  #readLine(line: string): StreamMessage[] {
    if (line === '') return this.#end();
    const [, name = line, value = ''] = /^([^:]*):? ?([\s\S]*)$/.exec(line) ?? [];
    const fields = this.#fields;
    if (name === 'event') fields.event = value;
    else if (name === 'data') fields.data = fields.data === null ? value : `${fields.data}\n${value}`;
    else if (name === 'id' && !value.includes('\0')) fields.id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) fields.retryMs = Number(value);
    return [];
  }

  #end(): StreamMessage[] {
    const { event, data, id, retryMs } = this.#fields;
    this.#fields = { ...noFields };
    if (data === null && id === null && retryMs === null) return [];
    return [{ event: event === '' ? 'message' : event, data: data ?? '', id, retryMs }];
  }
}
