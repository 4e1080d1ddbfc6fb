/**
 * Keeps what was drawn and not saved in the browser's own database, so that a reload or a closed tab loses nothing. Each change
 * is written once, in pieces, however many came before it. Never rejects: without that database, the editor works as before.
 */
import type { Change } from './drawing.ts';
import { add, firstDifference, type History, unsavedIn } from './history.ts';
import { type Piece, piecesOf, type ReadChange, readPiece } from './kept-pieces.ts';

const databaseName = 'usher-editor';
/** The first version kept all changes of a layout as one value. */
const databaseVersion = 2;
const storeName = 'pieces';

interface Kept {
  /** The version of the layout that the changes were made on. */
  readonly version: number;
  readonly piece: Piece;
  /** A change without its last piece was not written whole. */
  readonly isLast: boolean;
}

export class Unsaved {
  readonly #schemaId: number;
  readonly #version: number;
  /** The changes that are in the database, by their numbers; null: it may have others. */
  #kept: Change[] | null = null;
  /** Writes come after each other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(schemaId: number, version: number) {
    this.#schemaId = schemaId;
    this.#version = version;
  }

  /** The history with the changes that are kept of this version of the layout. */
  async restored(history: History): Promise<History> {
    const kept: Change[] = [];
    let all = history;
    let change: ReadChange = {};
    for (const key of (await this.#run('readonly', (store) => store.getAllKeys(this.#from(0))))?.result ?? []) {
      const read: Kept | undefined = (await this.#run('readonly', (store) => store.get(key)))?.result;
      if (read?.version !== this.#version || !readPiece(change, read.piece, all.drawing)) break;
      if (!read.isLast) continue;
      kept.push(change as Change);
      all = add(all, change as Change);
      change = {};
    }
    if (kept.length > 0) this.#kept = kept;
    return all;
  }

  /** All changes that are not saved; none: nothing is kept any more. Resolves with whether they are kept. */
  keep(history: History): Promise<boolean> {
    const written = this.#last.then(() => this.#write(history));
    this.#last = written;
    return written;
  }

  async #write(history: History): Promise<boolean> {
    const { forgotten, done } = history;
    const known = this.#kept ?? [];
    const first = firstDifference(known, history);
    if (this.#kept !== null && first === known.length && first === unsavedIn(history)) return true;
    this.#kept = null;
    const removed = await this.#run('readwrite', (store) => store.delete(this.#from(first)));
    if (removed === null || first < forgotten) return false;
    for (let number = first; number < unsavedIn(history); number++) {
      if (!(await this.#writeChange(number, done[number - forgotten] as Change))) return false;
    }
    this.#kept = [...known.slice(0, first), ...done.slice(first - forgotten)];
    return true;
  }

  async #writeChange(number: number, change: Change): Promise<boolean> {
    const pieces = piecesOf(change);
    let next = pieces.next();
    for (let at = 0; next.done !== true; at++) {
      const piece: Piece = next.value;
      next = pieces.next();
      const kept: Kept = { version: this.#version, piece, isLast: next.done === true };
      const key = [this.#schemaId, number, at];
      if ((await this.#run('readwrite', (store) => store.put(kept, key))) === null) return false;
    }
    return true;
  }

  /** The keys of all changes from this number on. */
  #from(number: number): IDBKeyRange {
    return IDBKeyRange.bound([this.#schemaId, number], [this.#schemaId, []]);
  }

  /** Null: it has failed. A write has ended when it is stored. */
  async #run<Result>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<{ readonly result: Result } | null> {
    try {
      const database = await opened();
      const transaction = database.transaction(storeName, mode);
      const stored = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
      const [result] = await Promise.all([resultOf(ask(transaction.objectStore(storeName))), stored]);
      database.close();
      return { result };
    } catch {
      return null;
    }
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, databaseVersion);
  request.onupgradeneeded = () => {
    const { result } = request;
    for (const name of result.objectStoreNames) result.deleteObjectStore(name);
    result.createObjectStore(storeName);
  };
  return resultOf(request);
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
