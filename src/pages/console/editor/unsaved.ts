/**
 * Keeps what was drawn and not saved in the browser's own database, change by change, so that a reload or a closed tab
 * loses nothing. Never rejects: without that database, the editor works as before.
 */
import type { Change } from './drawing.ts';

const databaseName = 'usher-editor';
const storeName = 'changes';

interface Kept {
  /** The version of the layout that the first change was made on. */
  readonly version: number;
  readonly changes: readonly Change[];
}

export class Unsaved {
  readonly #schemaId: number;
  readonly #version: number;
  /** Writes come after each other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(schemaId: number, version: number) {
    this.#schemaId = schemaId;
    this.#version = version;
  }

  /** The changes that are kept of this version; null: none. */
  async read(): Promise<readonly Change[] | null> {
    const kept: Kept | undefined = await this.#run('readonly', (store) => store.get(this.#schemaId));
    return kept !== undefined && kept.version === this.#version && kept.changes.length > 0 ? kept.changes : null;
  }

  /** All changes that are not saved; none: nothing is kept any more. Resolves with whether they are kept. */
  keep(changes: readonly Change[]): Promise<boolean> {
    const version = this.#version;
    const write = async (): Promise<boolean> => {
      const key = await this.#run<IDBValidKey>('readwrite', (store) =>
        changes.length === 0
          ? store.delete(this.#schemaId)
          : store.put({ version, changes } satisfies Kept, this.#schemaId),
      );
      return key !== undefined;
    };
    const written = this.#last.then(write);
    this.#last = written;
    return written;
  }

  async #run<Result>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest,
  ): Promise<Result | undefined> {
    try {
      const database = await opened();
      const request = ask(database.transaction(storeName, mode).objectStore(storeName));
      const result = await resultOf(request);
      database.close();
      return result as Result;
    } catch {
      return undefined;
    }
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  return resultOf(request);
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
