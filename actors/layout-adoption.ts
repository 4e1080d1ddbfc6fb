/**
 * Tells live events that the layout of their schema has a new version. An event at rest adopts it when it is activated.
 * A failure is retried until every live event of the schema has adopted the version or has left memory.
 */
import type { Clock } from './ports.ts';
import type { Registry } from './registry.ts';

const retryMs = 1_000;

export class LayoutAdoption {
  readonly #registry: Pick<Registry, 'actors' | 'loaded'>;
  readonly #clock: Clock;

  constructor(registry: Pick<Registry, 'actors' | 'loaded'>, clock: Clock) {
    this.#registry = registry;
    this.#clock = clock;
  }

  /** Makes the live events of the schema adopt the newest version of its layout. Never rejects. */
  async adopt(schemaId: number): Promise<void> {
    // An event that is being loaded may have read the previous version.
    await this.#registry.loaded();
    const live = [...this.#registry.actors.values()].filter(({ identity }) => identity.schemaId === schemaId);
    const asked = await Promise.allSettled(live.map((actor) => actor.ask({ kind: 'adopt-layout' })));
    if (asked.every(({ status }) => status === 'fulfilled')) return;
    this.#clock.wakeAt(this.#clock.now() + retryMs, () => void this.adopt(schemaId));
  }

  /** The same for all schemas of live events: notifications may have been lost. */
  async adoptAll(): Promise<void> {
    const schemaIds = new Set(Array.from(this.#registry.actors.values(), ({ identity }) => identity.schemaId));
    await Promise.all(Array.from(schemaIds, (schemaId) => this.adopt(schemaId)));
  }
}
