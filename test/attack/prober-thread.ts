/** The thread of a prober: calls `/livez` repeatedly and keeps the longest time without an answer. */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const everyMs = 20;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let longestMs = 0;
let answers = 0;
let isOver = false;

function isAlive(): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(`${workerData}/livez`, { agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200));
      response.on('error', () => resolve(false));
    });
    request.on('error', () => resolve(false));
  });
}

async function probe(): Promise<void> {
  while (!isOver) {
    const askedAt = performance.now();
    while (!(await isAlive()) && !isOver) await pause(1);
    longestMs = Math.max(longestMs, performance.now() - askedAt);
    answers += 1;
    await pause(everyMs);
  }
}

parentPort?.once('message', () => {
  isOver = true;
});
await probe();
agent.destroy();
parentPort?.postMessage({ longestMs, answers });
