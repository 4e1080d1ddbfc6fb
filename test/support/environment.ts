/**
 * The environment of each test file: Jest's own for Node, plus cleaning up in the worker process that the files share.
 * Removes the listeners that a file added to the standard streams, and makes a worker exit at once.
 */
import { TestEnvironment } from 'jest-environment-node';

// V8 needs half a second to free a heap of 500 MB, and Jest reports a worker that exits so slowly as hanging. If Jest
// runs the tests in its own process there is no channel to a parent; then the exit code must be kept.
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
