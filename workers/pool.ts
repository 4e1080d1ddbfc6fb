/**
 * Owns the threads that do what would hold up the loop. Small bodies stay on the loop, with the same
 * function; large ones wait in a bounded queue, and are refused when it is full. Copies of schemas have a
 * thread of their own, which is there only while it is needed.
 */
import { Piscina } from 'piscina';
import { Fault } from '#actors/fault.ts';
import type { Availability, InvalidBody } from '#domain/command.ts';
import type { Layout } from '#domain/layout/layout.ts';
import type { Assignments, ZoneAssignments } from '#domain/pricing/check-assignments.ts';
import type { SeatPage } from '#domain/seats/seat-page.ts';
import type { CopyOutcome } from '#storage/schema-copy.ts';
import parseAssignments from './parse-assignments.ts';
import parseLayout from './parse-layout.ts';
import parseZoneAssignments from './parse-zone-assignments.ts';
import scanOrphans from './scan-orphans.ts';

/** Parsed and checked in about 1.5 ms. */
const inlineBytesMax = 64 * 1024;
/** Each may hold a body of 64 MB. */
const queueMax = 8;
/** Scanned in 0.1 ms, as long as the thread's round trip holds up the loop; 200,000 seats: 2 ms against 0.1 ms. */
const scanInlineSeatsMax = 10_000;
const cloneIdleMs = 60_000;
const emptyBody = new TextEncoder().encode('{}');

const entries = {
  layout: new URL('./parse-layout.ts', import.meta.url).href,
  assignments: new URL('./parse-assignments.ts', import.meta.url).href,
  zoneAssignments: new URL('./parse-zone-assignments.ts', import.meta.url).href,
  orphans: new URL('./scan-orphans.ts', import.meta.url).href,
  clones: new URL('./clone-schema.ts', import.meta.url).href,
  reads: new URL('./encode-assignments.ts', import.meta.url).href,
};

export class WorkerPool {
  readonly #threads = new Piscina({
    minThreads: 1,
    maxThreads: 1,
    maxQueue: queueMax,
    idleTimeout: Number.POSITIVE_INFINITY,
    atomics: 'sync',
  });

  /** Waits for Postgres most of its time. */
  readonly #clones = new Piscina({ minThreads: 0, maxThreads: 1, idleTimeout: cloneIdleMs, atomics: 'disabled' });

  /** Apart from bodies, which would wait for pages and pages for them; while one page waits for Postgres another goes on. */
  readonly #readers = new Piscina({
    minThreads: 1,
    maxThreads: 1,
    concurrentTasksPerWorker: 4,
    idleTimeout: Number.POSITIVE_INFINITY,
    atomics: 'disabled',
  });

  /** Resolves when the thread is up and has its code. */
  async warm(): Promise<void> {
    await this.#run(entries.layout, emptyBody);
    await this.#run(entries.assignments, emptyBody);
    await this.#run(entries.zoneAssignments, emptyBody);
    await this.#scan({ seq: 0, size: 0, available: new Uint32Array(0), rowFirsts: new Uint32Array(0) });
  }

  async close(): Promise<void> {
    if (this.#readers.completed > 0) await this.#readers.run(null, { filename: entries.reads, name: 'close' });
    await Promise.all([this.#threads.destroy(), this.#clones.destroy(), this.#readers.destroy()]);
  }

  /** Parses and checks a layout. The bytes are given away. */
  async parseLayout(bytes: Uint8Array): Promise<Layout | InvalidBody> {
    return bytes.length <= inlineBytesMax ? parseLayout(bytes) : this.#run(entries.layout, bytes);
  }

  /** Parses and checks a price assignment. The bytes are given away. */
  async parseAssignments(bytes: Uint8Array): Promise<Assignments | InvalidBody> {
    return bytes.length <= inlineBytesMax ? parseAssignments(bytes) : this.#run(entries.assignments, bytes);
  }

  /** Parses and checks a pricing zone assignment. The bytes are given away. */
  async parseZoneAssignments(bytes: Uint8Array): Promise<ZoneAssignments | InvalidBody> {
    return bytes.length <= inlineBytesMax ? parseZoneAssignments(bytes) : this.#run(entries.zoneAssignments, bytes);
  }

  /**
   * The seats of a page as encoded JSON objects with commas between them. Never refuses: a read has one page
   * here at a time. Rejects when the database does not answer.
   */
  async encodeSeats(connectionString: string, page: SeatPage): Promise<Uint8Array> {
    return this.#readers.run({ connectionString, page }, { filename: entries.reads });
  }

  /** The seats of an event that stand alone, ascending. The columns are given away. */
  async scanOrphans(columns: Availability): Promise<Int32Array> {
    return columns.size <= scanInlineSeatsMax ? scanOrphans(columns) : this.#scan(columns);
  }

  /** Copies schemas until none is left in the queue; rejects when it is interrupted, and the rest stays in the queue. */
  cloneSchemas(connectionString: string): Promise<readonly CopyOutcome[]> {
    return this.#clones.run(connectionString, { filename: entries.clones });
  }

  #scan(columns: Availability): Promise<Int32Array> {
    const transferList = [columns.available.buffer, columns.rowFirsts.buffer];
    return this.#ask(columns, { filename: entries.orphans, transferList });
  }

  #run(filename: string, bytes: Uint8Array) {
    // Part of a larger buffer cannot be given away without the rest.
    const { buffer } = bytes;
    const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength && bytes !== emptyBody;
    return this.#ask(bytes, isWhole ? { filename, transferList: [buffer] } : { filename });
  }

  #ask(input: object, options: { readonly filename: string; readonly transferList?: ArrayBuffer[] }) {
    if (this.#threads.queueSize >= queueMax) {
      return Promise.reject(new Fault('UNAVAILABLE', 'Too much is waiting for the thread of large bodies and scans.'));
    }
    return this.#threads.run(input, options);
  }
}
