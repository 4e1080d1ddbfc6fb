/** The thread of a prober: calls `/livez` repeatedly, and in the end reports the longest time without an answer. */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const everyMs = 20;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longestMs = 0;
/** Since when an answer is awaited; null: none is. */
let waitingSince: number | null = null;

function isAlive(): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(`${workerData}/livez`, { agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200));
      response.on('error', () => resolve(false));
    });
    request.on('error', () => resolve(false));
  });
}

// A service that hangs may never answer: the wait so far counts.
parentPort?.once('message', () => {
  const waitedMs = waitingSince === null ? 0 : performance.now() - waitingSince;
  parentPort?.postMessage(Math.max(longestMs, waitedMs));
});

// The prober ends this thread.
for (;;) {
  const askedAt = performance.now();
  waitingSince = askedAt;
  while (!(await isAlive())) await pause(1);
  waitingSince = null;
  longestMs = Math.max(longestMs, performance.now() - askedAt);
  await pause(everyMs);
}
