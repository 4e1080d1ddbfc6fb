/** Every attack, in the order in which they are carried out. */
import type { Attack } from './attack.ts';
import { emptySessionFlood, loginFlood, scrapeFlood, sessionFlood } from './floods.ts';
import { drawReaders, greedyWishes } from './heavy-calls.ts';
import { hostileJson } from './hostile-json.ts';
import { garbage, headerFlood, slowClients, smuggling } from './malformed-http.ts';
import { resumedMaps } from './resumed-maps.ts';
import { pipelinedCalls, pipelinedFiles, stuckMapReaders, stuckPrivateReaders } from './unread-answers.ts';

export const attacks: readonly Attack[] = [
  pipelinedFiles,
  pipelinedCalls,
  stuckMapReaders,
  stuckPrivateReaders,
  resumedMaps,
  sessionFlood,
  emptySessionFlood,
  loginFlood,
  scrapeFlood,
  slowClients,
  headerFlood,
  garbage,
  smuggling,
  hostileJson,
  drawReaders,
  greedyWishes,
];
