/**
 * Owns the thread that does what would hold up the loop. Small bodies stay on the loop, with the same
 * function; large ones wait in a bounded queue, and are refused when it is full.
 */
import { Piscina } from 'piscina';
import { Fault } from '#actors/fault.ts';
import type { InvalidBody } from '#domain/command.ts';
import type { Layout } from '#domain/layout/layout.ts';
import type { Assignments } from '#domain/pricing/check-assignments.ts';
import parseAssignments from './parse-assignments.ts';
import parseLayout from './parse-layout.ts';

/** Parsed and checked in about 1.5 ms. */
const inlineBytesMax = 64 * 1024;
/** Each may hold a body of 64 MB. */
const queueMax = 8;
const emptyBody = new TextEncoder().encode('{}');

const entries = {
  layout: new URL('./parse-layout.ts', import.meta.url).href,
  assignments: new URL('./parse-assignments.ts', import.meta.url).href,
};

export class WorkerPool {
  readonly #threads = new Piscina({
    minThreads: 1,
    maxThreads: 1,
    maxQueue: queueMax,
    idleTimeout: Number.POSITIVE_INFINITY,
    atomics: 'sync',
  });

  /** Resolves when the thread is up and has its code. */
  async warm(): Promise<void> {
    await this.#run(entries.layout, emptyBody);
    await this.#run(entries.assignments, emptyBody);
  }

  async close(): Promise<void> {
    await this.#threads.destroy();
  }

  /** Parses and checks a layout. The bytes are given away. */
  async parseLayout(bytes: Uint8Array): Promise<Layout | InvalidBody> {
    return bytes.length <= inlineBytesMax ? parseLayout(bytes) : this.#run(entries.layout, bytes);
  }

  /** Parses and checks a price assignment. The bytes are given away. */
  async parseAssignments(bytes: Uint8Array): Promise<Assignments | InvalidBody> {
    return bytes.length <= inlineBytesMax ? parseAssignments(bytes) : this.#run(entries.assignments, bytes);
  }

  #run(filename: string, bytes: Uint8Array) {
    if (this.#threads.queueSize >= queueMax) {
      return Promise.reject(new Fault('UNAVAILABLE', 'Too many large bodies are being read.'));
    }
    // Part of a larger buffer cannot be given away without the rest.
    const { buffer } = bytes;
    const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength && bytes !== emptyBody;
    return this.#threads.run(bytes, isWhole ? { filename, transferList: [buffer] } : { filename });
  }
}
