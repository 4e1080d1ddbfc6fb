/** The entry of a worker thread that runs a share of the seeds and posts its progress. */
import { parentPort, workerData } from 'node:worker_threads';
import { playShare, type Share } from './seed-share.ts';

await playShare(workerData as Share, (tidings) => {
  parentPort?.postMessage(tidings);
  return true;
});
