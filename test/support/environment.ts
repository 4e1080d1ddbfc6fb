/**
 * The environment of the test files: one context for all files of a worker process, with the globals of Jest's own
 * environment for Node (`runtime.ts` says why). Between two files it removes what Jest itself left in the context.
 * Makes a worker exit at once. Has no fake timers, because tests inject a clock.
 */
import { constants, createContext, runInContext } from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

type Options = ConstructorParameters<typeof TestEnvironment>;
type Scene = Pick<InstanceType<typeof TestEnvironment>, 'global' | 'moduleMocker'> & {
  readonly exit: typeof process.exit;
};

// V8 needs half a second to free a heap of 500 MB, and Jest reports a worker that exits so slowly as hanging. If Jest
// runs the tests in its own process there is no channel to a parent; then the exit code must be kept.
if (process.channel !== undefined) process.once('exit', () => process.kill(process.pid, 'SIGKILL'));

/** Under a symbol with such a name Jest keeps the tests and the handlers of one file. */
const stateOfFile = /^[A-Z_]+$/;
/** The engine makes these for each context, but Node's modules must recognise them as theirs. */
const nodesOwn: ReadonlySet<PropertyKey> = new Set(['ArrayBuffer', 'Uint8Array']);

let scene: Scene | undefined;

export default class Environment implements Scene {
  readonly fakeTimers = null;
  readonly fakeTimersModern = null;
  readonly global: Scene['global'];
  readonly moduleMocker: Scene['moduleMocker'];
  readonly exit: Scene['exit'];
  readonly exportConditions: () => string[];

  constructor(...options: Options) {
    scene ??= createScene(options);
    this.global = scene.global;
    this.moduleMocker = scene.moduleMocker;
    this.exit = scene.exit;
    this.exportConditions = () => ['node', 'node-addons'];
  }

  getVmContext(): Scene['global'] {
    return this.global;
  }

  async setup(): Promise<void> {}

  async teardown(): Promise<void> {
    for (const symbol of Object.getOwnPropertySymbols(this.global)) {
      if (stateOfFile.test(symbol.description ?? '')) Reflect.deleteProperty(this.global, symbol);
    }
    // Jest wraps it anew for each file.
    this.global.process.exit = this.exit;
  }
}

/**
 * The global object of Jest's own context is a proxy: each use of a global name, `Math` or `Map` for example, takes
 * 130 ns. Here it is an ordinary object with the same members, and such a use takes about a nanosecond.
 */
function createScene(options: Options): Scene {
  const original = new TestEnvironment(...options);
  const global: Scene['global'] = runInContext('globalThis', createContext(constants.DONT_CONTEXTIFY));
  for (const key of Reflect.ownKeys(original.global)) {
    if (!Object.hasOwn(global, key) || nodesOwn.has(key)) lendMember(original.global, global, key);
  }
  Object.assign(global, { global });
  const moduleMocker = Reflect.construct(original.moduleMocker!.constructor, [global]);
  return { global, moduleMocker, exit: global.process.exit };
}

/** Reading some members loads a part of Node, so each is read at its first use. */
function lendMember(from: object, to: object, key: PropertyKey): void {
  const { enumerable = false } = Object.getOwnPropertyDescriptor(from, key)!;
  const define = (value: unknown): unknown => {
    Object.defineProperty(to, key, { value, enumerable, configurable: true, writable: true });
    return value;
  };
  const get = () => define(Reflect.get(from, key));
  Object.defineProperty(to, key, { get, set: define, enumerable, configurable: true });
}
