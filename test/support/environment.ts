/**
 * The surroundings of each test file: Jest's own for Node, which leave nothing behind in the worker process that they share.
 * Promises that listeners which a file put on the standard streams go with it, and that a worker ends at once.
 */
import { TestEnvironment } from 'jest-environment-node';

// V8 takes half a second to give back a heap of 500 MB, and Jest takes a worker that needs so long for one that hangs.
// Where Jest runs tests in its own process there is no channel to a parent, and the exit code counts.
if (process.channel !== undefined) process.once('exit', () => process.kill(process.pid, 'SIGKILL'));

const streams = [process.stdout, process.stderr];

export default class Environment extends TestEnvironment {
  readonly #before = streams.map((stream) => new Set(stream.listeners('error')));

  /** Slonik's logger adds a listener each time it is loaded, which is once for each test file. */
  override async teardown(): Promise<void> {
    await super.teardown();
    for (const [place, stream] of streams.entries()) {
      for (const listener of stream.listeners('error') as (() => void)[]) {
        if (!this.#before[place]?.has(listener)) stream.off('error', listener);
      }
    }
  }
}
