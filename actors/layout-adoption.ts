/**
 * Tells live events that the layout of their schema has a new version. An event at rest adopts it when it is activated.
 * A failure is retried until every live event of the schema has adopted the version or has left memory. A change made on
 * this node is announced twice, by its call and by the database's notification: the second announcement asks no event.
 */
import type { EventActor } from './event-actor.ts';
import type { Clock, EventStore } from './ports.ts';
import type { Registry } from './registry.ts';

const retryMs = 1_000;

export class LayoutAdoption {
  readonly #registry: Pick<Registry, 'actors' | 'loaded'>;
  readonly #store: Pick<EventStore, 'seatMap'>;
  readonly #clock: Clock;

  constructor(registry: Pick<Registry, 'actors' | 'loaded'>, store: Pick<EventStore, 'seatMap'>, clock: Clock) {
    this.#registry = registry;
    this.#store = store;
    this.#clock = clock;
  }

  /** Makes the live events of the schema adopt the newest version of its layout. Never rejects. */
  async adopt(schemaId: number): Promise<void> {
    // An event that is being loaded may have read the previous version.
    await this.#registry.loaded();
    const live = [...this.#registry.actors.values()].filter(({ identity }) => identity.schemaId === schemaId);
    const isDone = await this.#adoptBy(live).catch(() => false);
    if (!isDone) this.#clock.wakeAt(this.#clock.now() + retryMs, () => void this.adopt(schemaId));
  }

  /** `live`: events of one schema. False when one of them could not adopt the version. */
  async #adoptBy(live: readonly EventActor[]): Promise<boolean> {
    const [any] = live;
    if (any === undefined) return true;
    const { version } = await this.#store.seatMap(any.identity);
    const behind = live.filter(({ layoutVersion }) => layoutVersion < version);
    const asked = await Promise.allSettled(behind.map((actor) => actor.ask({ kind: 'adopt-layout' })));
    return asked.every(({ status }) => status === 'fulfilled');
  }

  /** The same for all schemas of live events: notifications may have been lost. */
  async adoptAll(): Promise<void> {
    const schemaIds = new Set(Array.from(this.#registry.actors.values(), ({ identity }) => identity.schemaId));
    await Promise.all(Array.from(schemaIds, (schemaId) => this.adopt(schemaId)));
  }
}
