/**
 * The shards of this node: which of them are open, so that their events may be loaded and asked here, and how many of
 * their events are in memory. The shard leases open and close shards; the registry counts events. Decides nothing.
 */
import { shardCount, shardOf } from './shard.ts';

export class ShardTable {
  /** 1 for an open shard. */
  readonly #isOpen = new Uint8Array(shardCount);
  /** Live events and events that are being loaded, by shard. */
  readonly #eventCounts = new Int32Array(shardCount);

  /** The table of a process without other nodes: every shard is open. */
  static allOpen(): ShardTable {
    const table = new ShardTable();
    table.#isOpen.fill(1);
    return table;
  }

  /** Whether the event may be loaded and asked here now; checked before every command. */
  isMine(eventNumber: number): boolean {
    return this.#isOpen[shardOf(eventNumber)] === 1;
  }

  isOpen(shard: number): boolean {
    return this.#isOpen[shard] === 1;
  }

  open(shard: number): void {
    this.#isOpen[shard] = 1;
  }

  close(shard: number): void {
    this.#isOpen[shard] = 0;
  }

  /** Whether an event of the shard is live here or being loaded. */
  isInUse(shard: number): boolean {
    return (this.#eventCounts[shard] as number) > 0;
  }

  /** `change`: 1 when the event becomes live or its load begins, -1 at the end of either. */
  countEvent(eventNumber: number, change: 1 | -1): void {
    const shard = shardOf(eventNumber);
    this.#eventCounts[shard] = (this.#eventCounts[shard] as number) + change;
  }
}
