/**
 * Ports for servers that a benchmark or a test starts and restarts. They are below the ephemeral range, so that no
 * outgoing connection takes the port of a server that is down for a moment.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const portMin = 12_000;
const portMax = 32_000;
const tries = 100;

/** A port of 127.0.0.1 without a listener. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < tries; tried++) {
    const port = randomInt(portMin, portMax);
    if (await isFree(port)) return port;
  }
  throw new Error('this machine has no free port');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
