/** Everything that can be measured, in the order of a run. One more takes one file and one line here. */
import { allotmentCost } from './allotment-cost.ts';
import { appenders } from './appenders.ts';
import { bareKoaRounds } from './bare-koa.ts';
import { bestAvailable } from './best-available.ts';
import { bestSearch } from './best-search.ts';
import { legacyBooking, privateBooking } from './box-office.ts';
import { clone } from './clone.ts';
import { manyConnections } from './connections.ts';
import { crossCheck } from './cross-check.ts';
import type { Definition } from './definition.ts';
import { feedCost } from './feed-cost.ts';
import { forwarding } from './forwarding.ts';
import { growthStudies } from './growth.ts';
import { goRedisHolds, hotEventHolds, redisHolds, rowLockHolds } from './holds.ts';
import { journalOnlyRounds } from './journal-only.ts';
import { lateConfirms } from './late-confirms.ts';
import { latencyCurve } from './latency-curve.ts';
import { liveViewers } from './live-viewers.ts';
import { manyEvents } from './many-events.ts';
import { mapReads } from './map-reads.ts';
import { memory } from './memory.ts';
import { micro } from './micro.ts';
import { onSale } from './on-sale.ts';
import { orphanPrevention } from './orphans.ts';
import { overload } from './overload.ts';
import { presale } from './presale.ts';
import { rowLockPurchases, wholePurchases } from './purchases.ts';
import { rawSocketRounds } from './raw-socket.ts';
import { recovery } from './recovery.ts';
import { sessions } from './sessions.ts';
import { slowDisk } from './slow-disk.ts';
import { conflictStorm, placeStorm } from './storms.ts';
import { threeNodes } from './three-nodes.ts';
import { waitingRoom } from './waiting-room.ts';
import { webhooks } from './webhooks.ts';
import { workers } from './workers.ts';
import { writeAheadLog } from './write-ahead-log.ts';

export const definitions: readonly Definition[] = [
  bareKoaRounds,
  rawSocketRounds,
  hotEventHolds,
  journalOnlyRounds,
  rowLockHolds,
  redisHolds,
  goRedisHolds,
  wholePurchases,
  rowLockPurchases,
  conflictStorm,
  placeStorm,
  orphanPrevention,
  bestAvailable,
  manyEvents,
  privateBooking,
  legacyBooking,
  latencyCurve,
  manyConnections,
  mapReads,
  onSale,
  crossCheck,
  slowDisk,
  overload,
  liveViewers,
  waitingRoom,
  presale,
  lateConfirms,
  ...growthStudies,
  clone,
  threeNodes,
  forwarding,
  workers,
  webhooks,
  memory,
  recovery,
  micro,
  bestSearch,
  feedCost,
  writeAheadLog,
  appenders,
  allotmentCost,
  sessions,
];
