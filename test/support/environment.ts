/**
 * The environment of each test file: Jest's own for Node with a faster global object, plus cleaning up in the worker
 * process that the files share. Removes the listeners that a file added to the standard streams, and makes a worker
 * exit at once. Has no fake timers: tests inject a clock.
 */
import { constants, createContext, runInContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

// V8 needs half a second to free a heap of 500 MB, and Jest reports a worker that exits so slowly as hanging. If Jest
// runs the tests in its own process there is no channel to a parent; then the exit code must be kept.
if (process.channel !== undefined) process.once('exit', () => process.kill(process.pid, 'SIGKILL'));

const streams = [process.stdout, process.stderr];

export default class Environment extends TestEnvironment {
  readonly #before = streams.map((stream) => new Set(stream.listeners('error')));

  /**
   * The global object of Jest's own context is a proxy: each use of a global name, `Math` or `Map` for example, takes
   * 130 ns. Here it is an ordinary object with the same members, and such a use takes about a nanosecond.
   */
  constructor(...options: ConstructorParameters<typeof TestEnvironment>) {
    super(...options);
    const context = createContext(constants.DONT_CONTEXTIFY);
    const global: typeof this.global = runInContext('globalThis', context);
    copyMembers(this.global, global);
    this.moduleMocker = Reflect.construct(this.moduleMocker!.constructor, [global]);
    this.fakeTimers = null;
    this.fakeTimersModern = null;
    this.context = context;
    this.global = global;
  }

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

/** The engine's own members of `to` stay, except the types that Node's modules must recognise as theirs. */
function copyMembers(from: object, to: object): void {
  const shared = new Set<PropertyKey>(['ArrayBuffer', 'Uint8Array']);
  for (const key of Reflect.ownKeys(from)) {
    if (key === 'global' || (Object.hasOwn(to, key) && !shared.has(key))) continue;
    const { enumerable = false } = Object.getOwnPropertyDescriptor(from, key)!;
    // Reading some members loads a part of Node, so each is read at its first use.
    const define = (value: unknown): unknown => {
      Object.defineProperty(to, key, { value, enumerable, configurable: true, writable: true });
      return value;
    };
    Object.defineProperty(to, key, {
      get: () => define(Reflect.get(from, key)),
      set: define,
      enumerable,
      configurable: true,
    });
  }
  Object.assign(to, { global: to });
}
