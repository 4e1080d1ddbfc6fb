/** Reads the text of a stream of server-sent events, piece by piece, into events. Comments are skipped. */

export interface StreamEvent {
  readonly name: string;
  readonly id: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: the data is what the test says it is
  readonly data: any;
}

export class EventStreamReader {
  /** The last `retry:` of the stream; null: there was none. */
  retryMs: number | null = null;
  #rest = '';

  /** The events that this piece completes. */
  read(piece: string): readonly StreamEvent[] {
    const blocks = (this.#rest + piece).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => this.#eventOf(block));
  }

  #eventOf(block: string): readonly StreamEvent[] {
    const fields = new Map(
      block.split('\n').map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trimStart()] as const;
      }),
    );
    const [name, data, retry] = [fields.get('event'), fields.get('data'), fields.get('retry')];
    if (retry !== undefined) this.retryMs = Number(retry);
    if (name === undefined || data === undefined) return [];
    return [{ name, id: fields.get('id') ?? null, data: JSON.parse(data) }];
  }
}
