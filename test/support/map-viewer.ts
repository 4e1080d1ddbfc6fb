/**
 * A viewer of an event's live map over HTTP: reads the server-sent events of one connection. Collects them in order and
 * waits for conditions on them. Never reconnects by itself.
 */
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { EventStreamReader, type StreamEvent } from './event-stream-reader.ts';

export class MapViewer {
  readonly events: StreamEvent[] = [];
  /** Everything that came, comments and retries included. */
  text = '';
  response: IncomingMessage | null = null;
  hasEnded = false;
  readonly #request: ClientRequest;
  #waiting: { readonly isDone: () => boolean; readonly resolve: () => void }[] = [];
  readonly #reader = new EventStreamReader();

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#request = request(url, { headers, agent: false }, (response) => {
      this.response = response;
      response.setEncoding('utf8');
      response.on('data', (piece: string) => this.#read(piece));
      response.on('close', () => this.#end());
      response.on('error', () => this.#end());
      this.#look();
    });
    this.#request.on('error', () => this.#end());
    this.#request.end();
  }

  get status(): number {
    return this.response?.statusCode ?? 0;
  }

  /** Resolves when the condition holds. A wait without end fails by the test's own time limit. */
  until(isDone: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ isDone, resolve });
      this.#look();
    });
  }

  async next(name: string, from = 0): Promise<StreamEvent> {
    const found = (): StreamEvent | undefined => this.events.slice(from).find((event) => event.name === name);
    await this.until(() => found() !== undefined || this.hasEnded);
    const event = found();
    if (event === undefined) throw new Error(`the stream ended without ${name}: ${this.text}`);
    return event;
  }

  /** Stops reading; the connection stays open. */
  stall(): void {
    this.response?.pause();
  }

  close(): void {
    this.#request.destroy();
  }

  #read(piece: string): void {
    this.text += piece;
    this.events.push(...this.#reader.read(piece));
    this.#look();
  }

  #end(): void {
    this.hasEnded = true;
    this.#look();
  }

  #look(): void {
    const done = this.#waiting.filter(({ isDone }) => isDone());
    this.#waiting = this.#waiting.filter((one) => !done.includes(one));
    for (const { resolve } of done) resolve();
  }
}

/** The map that a page draws: the prices it read, and the changes since. */
export class DrawnMap {
  readonly bookable: Set<number>;
  readonly places: Map<number, number>;

  constructor(prices: { readonly seats: readonly [number, number][]; readonly groupOfSeats: readonly number[][] }) {
    this.bookable = new Set(prices.seats.map(([id]) => id));
    this.places = new Map(prices.groupOfSeats.map(([id, , places]) => [id as number, places as number]));
  }

  /** A `change`. */
  apply({ data }: Pick<StreamEvent, 'data'>): void {
    for (const id of data.freed) this.bookable.add(id);
    for (const id of data.taken) this.bookable.delete(id);
    for (const [id, places] of data.areas) this.places.set(id, places);
  }
}
