/** The tenure of a single node without peers: every event is its own. */
import type { Tenure } from './ports.ts';

export const soleTenure: Tenure = {
  isMine: () => true,
  obtain: () => Promise.resolve(true),
  shards: () => null,
};
