/** A thread that copies drawings and posts the name of each that is done: a test can end it if one never ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { copyDrawing } from '#codec/map/foreign-svg.ts';

for (const [name, inside] of Object.entries(workerData as Readonly<Record<string, string>>)) {
  copyDrawing(`<svg viewBox="0 0 100 50">${inside}</svg>`);
  parentPort?.postMessage(name);
}
