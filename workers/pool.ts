/**
 * The worker threads for work that would block the event loop. Small inputs are processed on the loop by the same
 * functions; large ones wait in a bounded queue and are refused when it is full. Clones of schemas have a separate
 * thread, which exists only while it is needed. Transferred arrays must not be used by the caller afterwards.
 */
import { Piscina } from 'piscina';
import { Fault } from '#actors/fault.ts';
import { type BulkBodies, type BulkName, isShort, parseBulk } from '#codec/bodies/bulk-bodies.ts';
import type { InvalidBody } from '#domain/command.ts';
import type { Availability } from '#domain/inventory-copy.ts';
import type { Offer } from '#domain/offer.ts';
import type { SeatPage } from '#domain/seats/seat-page.ts';
import type { ArchivedHistory } from '#storage/history/archived-history.ts';
import type { DrawnOutcome, DrawnRequest } from '#workflows/drawn-change.ts';
import type { CloneOutcome } from '#workflows/schema-clone.ts';
import type changeLayout from './change-layout.ts';
import type { LayoutTask } from './change-layout.ts';
import type { EncodedMap } from './encode-map.ts';
import encodePrices from './encode-prices.ts';
import type { ArchivedHistoryTask } from './read-archived-history.ts';
import type { EncodedMoment, MomentTask } from './read-moment.ts';
import scanOrphans from './scan-orphans.ts';

/** Each queued task may hold a body of 64 MB. */
const queueMax = 8;
/** Scanned in 0.1 ms: as long as a round trip to the thread blocks the loop; 200,000 seats take 2 ms. */
const scanInlineSeatsMax = 10_000;
/** Encoded in 0.25 ms; 50,000 seats take 7 ms. */
const pricesInlineSeatsMax = 10_000;
const cloneIdleMs = 60_000;
const drawingIdleMs = 60_000;
const momentIdleMs = 60_000;
/** Restoring 200,000 seats and undoing five million changes takes some seconds. */
const momentMsMax = 30_000;
const momentMegabytesMax = 1_024;
const momentRetrySeconds = 10;

const entries = {
  bodies: new URL('./parse-body.ts', import.meta.url).href,
  drawings: new URL('./change-layout.ts', import.meta.url).href,
  orphans: new URL('./scan-orphans.ts', import.meta.url).href,
  clones: new URL('./clone-schemas.ts', import.meta.url).href,
  reads: new URL('./encode-assignments.ts', import.meta.url).href,
  maps: new URL('./encode-map.ts', import.meta.url).href,
  moments: new URL('./read-moment.ts', import.meta.url).href,
  archived: new URL('./read-archived-history.ts', import.meta.url).href,
  prices: new URL('./encode-prices.ts', import.meta.url).href,
  database: new URL('./thread-database.ts', import.meta.url).href,
};
const { bodies, drawings, orphans, clones, reads, maps, moments, archived, prices } = entries;
const loading = new URL('./load-entries.ts', import.meta.url).href;

/**
 * The thread that encodes answers. It is separate from that of bodies, so that pages and bodies cause each other no head-of-line
 * blocking. Starts with its first task. Runs four tasks at once: while one waits for Postgres, another goes on. Services in one
 * process can share it: it has connections of their own for each database.
 */
export class ReaderThread {
  readonly #thread = new Piscina({
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: 4,
    idleTimeout: Number.POSITIVE_INFINITY,
    atomics: 'disabled',
  });

  run(task: unknown, options: { readonly filename: string; readonly transferList?: ArrayBuffer[] }) {
    return this.#thread.run(task, options);
  }

  /** Closes its connections to this database. */
  async leave(connectionString: string): Promise<void> {
    if (this.#thread.completed > 0)
      await this.#thread.run(connectionString, { filename: entries.database, name: 'close' });
  }

  async close(): Promise<void> {
    if (this.#thread.completed > 0) await this.#thread.run(null, { filename: entries.database, name: 'close' });
    await this.#thread.destroy();
  }
}

export class WorkerPool {
  readonly #threads = new Piscina({
    minThreads: 0,
    maxThreads: 1,
    maxQueue: queueMax,
    idleTimeout: Number.POSITIVE_INFINITY,
    atomics: 'sync',
  });

  /** Mostly waits for Postgres. */
  readonly #clones = new Piscina({ minThreads: 0, maxThreads: 1, idleTimeout: cloneIdleMs, atomics: 'disabled' });

  /** Parses large drawings and writes them: one at a time, because each takes seconds of Postgres. */
  readonly #drawings = new Piscina({ minThreads: 0, maxThreads: 1, idleTimeout: drawingIdleMs, atomics: 'disabled' });

  /** Bounded in time and in memory: one event's past must not stop the service. */
  readonly #moments = new Piscina({
    minThreads: 0,
    maxThreads: 1,
    maxQueue: queueMax,
    idleTimeout: momentIdleMs,
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: momentMegabytesMax },
  });

  readonly #readers: ReaderThread;
  readonly #ownsReaders: boolean;

  /** `shared`: a thread for answers that others use too and that they close. */
  constructor(shared?: ReaderThread) {
    this.#ownsReaders = shared === undefined;
    this.#readers = shared ?? new ReaderThread();
  }

  /**
   * Starts the threads. Resolves when they have loaded their code; rejects when they cannot. Without it a thread starts
   * with its first task. The threads of clones and drawings start later, so another one checks their code.
   */
  async warm(): Promise<void> {
    await Promise.all([
      this.#threads.run([bodies, orphans], { filename: loading }),
      this.#readers.run([reads, maps, prices, clones, drawings, moments, archived], { filename: loading }),
    ]);
  }

  async close(): Promise<void> {
    await Promise.all([
      this.#threads.destroy(),
      this.#clones.destroy(),
      this.#drawings.destroy(),
      this.#moments.destroy(),
      this.#ownsReaders ? this.#readers.close() : undefined,
    ]);
  }

  /** Parses and checks a body. Transfers the bytes. */
  async parse<Name extends BulkName>(name: Name, bytes: Uint8Array): Promise<BulkBodies[Name] | InvalidBody> {
    if (isShort(name, bytes)) return parseBulk(name, bytes);
    return this.#ask({ name, bytes }, { filename: entries.bodies, transferList: bufferOf(bytes) });
  }

  /**
   * Changes a layout to what an editor has drawn. Transfers the bytes. Rejects with a `Fault` when too many wait, and
   * when the database went away meanwhile.
   */
  async changeLayout(connectionString: string, request: DrawnRequest): Promise<DrawnOutcome> {
    if (this.#drawings.queueSize >= queueMax) {
      throw new Fault('UNAVAILABLE', 'Too much is waiting for the thread of large drawings.');
    }
    const task: LayoutTask = { connectionString, request };
    const options = { filename: entries.drawings, transferList: bufferOf(request.bytes) };
    const outcome: Awaited<ReturnType<typeof changeLayout>> = await this.#drawings.run(task, options);
    if (outcome.outcome === 'outage') throw new Fault('OUTCOME_UNKNOWN', 'The database went away.');
    return outcome;
  }

  /**
   * The seats of a page as JSON objects, separated by commas. Needs no bound: each read sends one page at a time.
   * Rejects when the database does not answer.
   */
  async encodeSeats(connectionString: string, page: SeatPage): Promise<Uint8Array> {
    return this.#readers.run({ connectionString, page }, { filename: entries.reads });
  }

  /** The texts of a schema's public map. Rejects when the database does not answer. */
  encodeMap(connectionString: string, schemaId: number): Promise<EncodedMap> {
    return this.#readers.run({ connectionString, schemaId }, { filename: entries.maps });
  }

  /** The text of an event's public prices read. Transfers the columns. Never refuses. */
  async encodePrices(offer: Offer): Promise<Uint8Array> {
    if (offer.priceSlots.length <= pricesInlineSeatsMax) return encodePrices(offer);
    const transferList = [offer.available, offer.priceSlots].filter(isWhole).map(({ buffer }) => buffer);
    return this.#readers.run(offer, { filename: entries.prices, transferList });
  }

  /** The indices of an event's orphan seats, ascending. Transfers the columns. */
  async scanOrphans(columns: Availability): Promise<Int32Array> {
    return columns.size <= scanInlineSeatsMax ? scanOrphans(columns) : this.#scan(columns);
  }

  /**
   * What an event's inventory was. Rejects with a `Fault` when too many wait, when it takes too long or too much memory, and when
   * the database does not answer.
   */
  readMoment(task: MomentTask): Promise<EncodedMoment> {
    return this.#readPast(task, moments);
  }

  /** A page of the history of an event in an archive. Rejects as `readMoment` does. */
  readArchivedHistory(task: ArchivedHistoryTask): Promise<ArchivedHistory> {
    return this.#readPast(task, archived);
  }

  /** Clones schemas until the queue is empty. Rejects when it is interrupted; the rest stays in the queue. */
  cloneSchemas(connectionString: string): Promise<readonly CloneOutcome[]> {
    return this.#clones.run(connectionString, { filename: entries.clones });
  }

  async #readPast(task: object, filename: string) {
    if (this.#moments.queueSize >= queueMax)
      throw new Fault('UNAVAILABLE', 'Too many wait to read the past of events.');
    try {
      return await this.#moments.run(task, { filename, signal: AbortSignal.timeout(momentMsMax) });
    } catch (error) {
      const detail = `The past of the event could not be read: ${(error as Error).message}`;
      throw new Fault('UNAVAILABLE', detail, momentRetrySeconds);
    }
  }

  #scan(columns: Availability): Promise<Int32Array> {
    const transferList = [columns.available.buffer, columns.rowFirsts.buffer, columns.rowJoins.buffer];
    return this.#ask(columns, { filename: entries.orphans, transferList });
  }

  #ask(input: object, options: { readonly filename: string; readonly transferList?: ArrayBuffer[] }) {
    if (this.#threads.queueSize >= queueMax) {
      return Promise.reject(new Fault('UNAVAILABLE', 'Too much is waiting for the thread of large bodies and scans.'));
    }
    return this.#threads.run(input, options);
  }
}

/** The transferable buffers of the bytes: none when they share their buffer. */
function bufferOf(bytes: Uint8Array): ArrayBuffer[] {
  return isWhole(bytes) && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}

/** Whether the array is its whole buffer: only whole buffers can be transferred. */
function isWhole(array: ArrayBufferView): boolean {
  return array.buffer.byteLength === array.byteLength;
}
