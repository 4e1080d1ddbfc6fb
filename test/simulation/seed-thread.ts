/** The entry of a worker thread that runs a share of the seeds and posts its progress. */
import { parentPort, workerData } from 'node:worker_threads';
import { runShare, type SeedShare } from './seed-share.ts';

await runShare(workerData as SeedShare, (progress) => {
  parentPort?.postMessage(progress);
  return true;
});
