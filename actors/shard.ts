/**
 * Events are placed on nodes by shard, so that the cost of placing them does not grow with their number. The number of
 * shards never changes: nodes of different versions must agree on it.
 */
export const shardCount = 256;

/** 0 to 255. */
export function shardOf(eventNumber: number): number {
  return eventNumber & (shardCount - 1);
}
