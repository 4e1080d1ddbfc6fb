/** Every attack, in the order in which they are carried out. */
import type { Attack } from './attack.ts';
import { evictedKeys } from './evicted-keys.ts';
import { emptySessionFlood, loginFlood, scrapeFlood, sessionFlood } from './floods.ts';
import { drawReaders, greedyWishes } from './heavy-calls.ts';
import { hostileJson } from './hostile-json.ts';
import { kernelMemory, kernelMemoryOfViewers } from './kernel-memory.ts';
import { garbage, headerFlood, slowClients, smuggling } from './malformed-http.ts';
import { resumedMaps } from './resumed-maps.ts';
import { stalledBodies, stalledLargeBodies } from './stalled-bodies.ts';
import { pipelinedCalls, pipelinedFiles, stuckMapReaders, stuckPrivateReaders } from './unread-answers.ts';
import { untoldProxy } from './untold-proxy.ts';

export const attacks: readonly Attack[] = [
  pipelinedFiles,
  pipelinedCalls,
  stuckMapReaders,
  stuckPrivateReaders,
  kernelMemory,
  kernelMemoryOfViewers,
  resumedMaps,
  sessionFlood,
  emptySessionFlood,
  evictedKeys,
  loginFlood,
  scrapeFlood,
  slowClients,
  stalledBodies,
  stalledLargeBodies,
  untoldProxy,
  headerFlood,
  garbage,
  smuggling,
  hostileJson,
  drawReaders,
  greedyWishes,
];
