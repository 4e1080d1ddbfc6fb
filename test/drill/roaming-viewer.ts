/**
 * A viewer of an event's live map in a drill: reads the prices at any node, follows the stream of a random node, and
 * resumes at another one by Last-Event-ID when the stream ends. Does with resets and changes what `docs/live.md` tells
 * pages to do. Reports a change that is not later than the one before, a stream that says the event is closed, and an
 * answer that cannot be read or is neither a success nor 503.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from '../../bench/load/plan.ts';
import type { Service } from '../../bench/stand/service.ts';
import type { CallSender } from '../soak/sender.ts';
import { isBrokenConnection } from '../support/broken-connection.ts';
import { EventStreamReader, type StreamEvent } from '../support/event-stream-reader.ts';
import { DrawnMap } from '../support/map-viewer.ts';

export interface ViewerWorld {
  readonly nodes: readonly Service[];
  readonly sender: CallSender;
  readonly counts: ViewerCounts;
  readonly report: (violation: string) => void;
}

export interface ViewerCounts {
  changes: number;
  /** Streams that were begun, each after the last record that its viewer knew. */
  streams: number;
  resets: number;
}

/** Prices as they were read, with the record that they show. */
export interface PricesRead {
  readonly seq: number;
  readonly map: DrawnMap;
}

const retryMs = 100;
/** A stream is given up after a random time up to this, by viewers that do not stay. */
const stayMs = 6_000;

/** One attempt; null when no node answered with the prices. */
export async function readPrices({ sender, report }: ViewerWorld, target: Target): Promise<PricesRead | null> {
  const { eventId, publicKey } = target;
  const path = `/api/public/v1.0/event/prices/?id=${eventId}&publicKey=${publicKey}`;
  const reply = await sender.attempt({ method: 'GET', path });
  if (reply === null || reply.status === 503) return null;
  if (reply.status === 200) return { seq: Number(reply.headers['x-event-sequence']), map: new DrawnMap(reply.body) };
  report(`event ${eventId}: a read of the prices answered ${reply.status} ${reply.body?.errorCode}`);
  return null;
}

export class RoamingViewer {
  readonly target: Target;
  readonly #world: ViewerWorld;
  /** False: gives up its streams now and then. */
  readonly #stays: boolean;
  #map: DrawnMap | null = null;
  /** Changes that came while the prices are being read; null: they are not being read. */
  #later: StreamEvent[] | null = null;
  #resetSeq = 0;
  /** The record of the last event: everything up to it has been told. */
  #seq = 0;
  #isClosed = false;
  #leave: () => void = () => undefined;

  constructor(target: Target, stays: boolean, world: ViewerWorld) {
    this.target = target;
    this.#stays = stays;
    this.#world = world;
  }

  get seq(): number {
    return this.#seq;
  }

  /** What the page shows; null while it reads the prices. */
  get map(): DrawnMap | null {
    return this.#later === null ? this.#map : null;
  }

  /** Follows the event until closed. */
  async run(): Promise<void> {
    this.#seq = await this.#draw();
    while (!this.#isClosed) await pause((await this.#follow()) ?? retryMs);
  }

  close(): void {
    this.#isClosed = true;
    this.#leave();
  }

  /** Reads the prices until they are as new as the last reset asks for. Resolves with the record that they show. */
  async #draw(): Promise<number> {
    while (!this.#isClosed) {
      const prices = await readPrices(this.#world, this.target);
      if (prices !== null && prices.seq >= this.#resetSeq) {
        this.#map = prices.map;
        return prices.seq;
      }
      await pause(retryMs);
    }
    return 0;
  }

  /** One stream, to its end. Resolves with the time that the node asked to wait, or null. */
  async #follow(): Promise<number | null> {
    const { nodes, counts, report } = this.#world;
    const { eventId, publicKey } = this.target;
    const { baseUrl } = nodes[randomInt(nodes.length)] as Service;
    const url = `${baseUrl}/api/public/v2.0/event/${eventId}/changes?publicKey=${publicKey}`;
    const sent = request(url, { agent: false, headers: { 'Last-Event-ID': `${this.#seq}` } });
    this.#leave = () => sent.destroy();
    const givesUp = this.#stays ? null : setTimeout(this.#leave, randomInt(stayMs));
    const reader = new EventStreamReader();
    try {
      sent.end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.setEncoding('utf8');
      if (response.statusCode === 200) counts.streams++;
      else if (response.statusCode !== 503) report(`event ${eventId}: a stream answered ${response.statusCode}`);
      for await (const piece of response) for (const event of reader.read(piece)) this.#hear(event);
    } catch (error) {
      // After a connection that broke, the next stream resumes.
      if (!isBrokenConnection(error)) report(`event ${eventId}: a viewer could not read its stream: ${error}`);
    } finally {
      if (givesUp !== null) clearTimeout(givesUp);
      sent.destroy();
    }
    return reader.retryMs;
  }

  #hear(event: StreamEvent): void {
    const { counts, report } = this.#world;
    if (event.name === 'closed') report(`event ${this.target.eventId}: a viewer was told ${event.data.errorCode}`);
    if (event.name === 'change') {
      counts.changes++;
      if (event.data.seq <= this.#seq) {
        const { eventId } = this.target;
        report(`event ${eventId}: a viewer that knew record ${this.#seq} was told record ${event.data.seq}`);
      }
      if (this.#later === null) this.#map?.apply(event);
      else this.#later.push(event);
    }
    if (event.id !== null) this.#seq = Number(event.id);
    if (event.name === 'reset') void this.#reset(event.data.seq);
  }

  async #reset(seq: number): Promise<void> {
    this.#world.counts.resets++;
    this.#resetSeq = seq;
    if (this.#later !== null) return;
    this.#later = [];
    const drawnSeq = await this.#draw();
    for (const change of this.#later) if (change.data.seq > drawnSeq) this.#map?.apply(change);
    this.#later = null;
  }
}
