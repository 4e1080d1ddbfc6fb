/**
 * Jest's runtime, which loads the modules of a test file. Here a worker process loads the product and the packages once,
 * not once for each of its test files: loading takes half a second, and the engine would compile everything again.
 * The modules of the tests are new in each file. So a module of the product must not keep anything that could change
 * what a later call shows.
 *
 * Refuses watch mode, because a changed module would not be loaded again.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// Its types are those of a CommonJS module.
type RuntimeModule = typeof import('jest-runtime');
const { default: Runtime }: RuntimeModule = createRequire(import.meta.url)('jest-runtime');

interface EsModule {
  readonly status: string;
}
interface Emptied {
  clear(): void;
}
interface Internals {
  readonly registries: {
    esModuleRegistry: Map<string, EsModule | Promise<EsModule>>;
    moduleRegistry: Map<string, unknown>;
    internalModuleRegistry: Map<string, unknown>;
  };
  /** The text of the files that were read, and answers about them. */
  readonly fileCache: Emptied;
  readonly transformCache: Emptied;
  readonly cjsExportsCache: Emptied;
  readonly _resolution: Emptied;
}

const folders = ['node_modules', 'src', 'actors', 'workers'].map((folder) =>
  fileURLToPath(new URL(`../../${folder}/`, import.meta.url)),
);
const isKept = (path: string) => folders.some((folder) => path.startsWith(folder));

const kept: Internals['registries'] = {
  esModuleRegistry: new Map(),
  moduleRegistry: new Map(),
  internalModuleRegistry: new Map(),
};

export default class KeepingRuntime extends Runtime {
  constructor(...options: ConstructorParameters<typeof Runtime>) {
    super(...options);
    const globalConfig = options[7];
    if (globalConfig.watch || globalConfig.watchAll) throw new Error('the tests do not run in watch mode');
    Object.assign(this.#internals.registries, kept);
  }

  get #internals(): Internals {
    return this as unknown as Internals;
  }

  /** Not Jest's own: a kept module may load another one later, with the runtime that loaded it. */
  override teardown(): void {
    this.restoreAllMocks();
    for (const [key, module] of kept.esModuleRegistry) {
      if (!isKeptEsModule(key, module)) kept.esModuleRegistry.delete(key);
    }
    for (const path of kept.moduleRegistry.keys()) {
      if (!isKept(path)) kept.moduleRegistry.delete(path);
    }
    // Jest's own modules: those of the test runner hold the tests of the file.
    for (const path of kept.internalModuleRegistry.keys()) {
      if (path.includes('/jest-circus/')) kept.internalModuleRegistry.delete(path);
    }
    const { fileCache, transformCache, cjsExportsCache, _resolution } = this.#internals;
    for (const cache of [fileCache, transformCache, cjsExportsCache, _resolution]) cache.clear();
  }
}

function isKeptEsModule(key: string, module: EsModule | Promise<EsModule>): boolean {
  if (module instanceof Promise || module.status !== 'evaluated') return false;
  return key.startsWith('file:') ? isKept(fileURLToPath(key)) : !key.startsWith('@jest/globals/');
}
