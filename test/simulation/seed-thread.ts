/** The entry of a thread that plays a share of the seeds and posts what it finds. */
import { parentPort, workerData } from 'node:worker_threads';
import { playShare, type Share } from './seed-share.ts';

await playShare(workerData as Share, (tidings) => {
  parentPort?.postMessage(tidings);
  return true;
});
