/**
 * A page that follows an event's live map over HTTP as `docs/live.md` says: reads the prices, follows, and reads again
 * after a reset. Resumes at another node where its stream has ended. Counts how often it was told to read again.
 */

import type { StreamEvent } from './event-stream-reader.ts';
import { eventually } from './eventually.ts';
import { mapReads } from './map-calls.ts';
import { DrawnMap, MapViewer } from './map-viewer.ts';
import type { ServiceCalls, Show, TestService } from './service.ts';
import { succeeded } from './session-calls.ts';

/** A node of this process has a clock that only the test moves. */
type Node = ServiceCalls & Partial<Pick<TestService, 'clock'>>;

/** Prices are remembered for a moment of the node's clock. */
const pricesKeptMs = 250;

export interface ReadMap {
  readonly seq: number;
  readonly map: DrawnMap;
}

/** Reads the prices at a node until they include the record `atLeast`. */
export function readMap(node: Node, show: Show, atLeast = 0): Promise<ReadMap> {
  return eventually(async () => {
    node.clock?.advance(pricesKeptMs);
    const { headers, body } = succeeded(await mapReads(node, show.eventId).prices());
    const seq = Number(headers.get('x-event-sequence'));
    return seq >= atLeast ? { seq, map: new DrawnMap(body) } : null;
  });
}

export class FollowedMap {
  readonly #show: Show;
  #node: Node;
  #read: ReadMap;
  #viewer: MapViewer;
  #lastId: string | null = null;
  /** Events of this connection that have been drawn. */
  #drawn = 0;
  resets = 0;

  private constructor(node: Node, show: Show, read: ReadMap) {
    this.#node = node;
    this.#show = show;
    this.#read = read;
    this.#viewer = this.#watch(`&after=${read.seq}`);
  }

  static async open(node: Node, show: Show): Promise<FollowedMap> {
    const followed = new FollowedMap(node, show, await readMap(node, show));
    await followed.#viewer.next('hello');
    return followed;
  }

  get hasEnded(): boolean {
    return this.#viewer.hasEnded;
  }

  /** The events of the connection as it is now. */
  get events(): readonly StreamEvent[] {
    return this.#viewer.events;
  }

  /** The map as drawn from the prices and all that has come since. */
  async map(): Promise<DrawnMap> {
    while (this.#drawn < this.#viewer.events.length) {
      const event = this.#viewer.events[this.#drawn++] as StreamEvent;
      this.#lastId = event.id ?? this.#lastId;
      if (event.name === 'reset') {
        this.resets++;
        this.#read = await readMap(this.#node, this.#show, event.data.seq);
      }
      if (event.name === 'change' && event.data.seq > this.#read.seq) this.#read.map.apply(event);
    }
    return this.#read.map;
  }

  /** Connects again at this node, from the last event that has come. */
  async resumeAt(node: Node): Promise<void> {
    await this.map();
    this.#viewer.close();
    this.#node = node;
    this.#viewer = this.#watch('', { 'Last-Event-ID': String(this.#lastId) });
    this.#drawn = 0;
    await this.#viewer.next('hello');
  }

  close(): void {
    this.#viewer.close();
  }

  #watch(more: string, headers: Record<string, string> = {}): MapViewer {
    const { publicKey } = this.#node.catalog.organization;
    const path = `/api/public/v2.0/event/${this.#show.eventId}/changes?publicKey=${publicKey}${more}`;
    return new MapViewer(`${this.#node.url}${path}`, headers);
  }
}
