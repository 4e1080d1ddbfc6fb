/**
 * The size of hash tables that are split into parts by the hash of a key. Parts fill evenly, so without room from the
 * start nearly all of them grow during the same few thousand entries of a restoration, which holds the event loop.
 */

/** Slots of each part, a power of two: `count` entries fill at most three quarters of nearly every part. */
export function slotsOfPart(count: number, parts: number): number {
  const mean = count / parts;
  // Two standard deviations above the mean: few parts have more and must grow.
  const most = Math.max(1, mean + 2 * Math.sqrt(mean));
  return 2 ** Math.ceil(Math.log2((most * 4) / 3));
}
