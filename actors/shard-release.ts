/**
 * How the live events of a shard leave this node when another node takes the shard: first they are projected while they
 * still serve, then their actors end. Promises that a decided command is durable before its actor ends. Does not decide
 * when a shard leaves: the shard leases do.
 */
import { attempt, inGroups } from './event-groups.ts';
import type { Log } from './ports.ts';
import type { Registry } from './registry.ts';
import { shardOf } from './shard.ts';

export class ShardRelease {
  readonly #registry: Pick<Registry, 'actors' | 'loaded'>;
  readonly #log: Log;

  constructor(registry: Pick<Registry, 'actors' | 'loaded'>, log: Log) {
    this.#registry = registry;
    this.#log = log;
  }

  /** Projects the shard's events and writes their snapshots while they serve, so that the next owner loads little. */
  async prepareToLeave(shard: number): Promise<void> {
    const complaint = 'an event could not be projected for its next owner';
    await inGroups(this.#eventsOf(shard), (eventNumber) =>
      attempt(this.#log, eventNumber, complaint, async () => this.#registry.actors.get(eventNumber)?.settle(true)),
    );
  }

  /**
   * Ends the shard's actors once their decisions are durable; waiting commands are refused as `Moved`. Call it after
   * the shard has been closed, so that no event is activated meanwhile.
   */
  async leave(shard: number): Promise<void> {
    await this.#registry.loaded((eventNumber) => shardOf(eventNumber) === shard);
    await Promise.all(this.#eventsOf(shard).map((eventNumber) => this.#registry.actors.get(eventNumber)?.leave()));
  }

  #eventsOf(shard: number): readonly number[] {
    return [...this.#registry.actors.keys()].filter((eventNumber) => shardOf(eventNumber) === shard);
  }
}
