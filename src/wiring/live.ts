/** Puts the live maps of a node together: the events of the cluster, its notices, and the settings of the streams. */
import type { Clock, Log } from '#actors/ports.ts';
import { monotonicClock } from '#cluster/monotonic-clock.ts';
import { Boards } from '#live/boards.ts';
import type { LiveMeter } from '#live/ports.ts';
import type { HeadChecks } from '#storage/journal/head-checks.ts';
import type { BookingNode } from './booking-node.ts';
import type { Settings } from './settings.ts';

export interface LiveParts {
  readonly node: BookingNode;
  readonly heads: HeadChecks;
  readonly clock: Clock;
  readonly meter: LiveMeter;
  readonly log: Log;
}

export function openLive(settings: Settings, { node, heads, clock, meter, log }: LiveParts): Boards {
  const { router, self, changeNotices, membership } = node;
  const boards = new Boards(
    {
      engine: router,
      self: self.id,
      clock,
      time: monotonicClock,
      random: Math.random,
      later: (task) => void setImmediate(task),
      isHead: (eventNumber, seq) => heads.isHead(eventNumber, seq),
      meter,
      log,
    },
    {
      tickMs: settings.STREAM_TICK_MS,
      viewersMax: settings.STREAM_VIEWERS_MAX,
      viewersPerAddressMax: settings.STREAM_VIEWERS_PER_ADDRESS_MAX,
    },
  );
  changeNotices.onChanged((eventNumber) => boards.changed(eventNumber));
  membership.onChange(() => boards.ownersChanged());
  return boards;
}
