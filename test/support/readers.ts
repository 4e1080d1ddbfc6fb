/**
 * The thread that encodes the answers of all services in this process. It takes a fifth of a second of processor time to start, which
 * most test files would pay, some for each test.
 */
import { ReaderThread } from '#workers/pool.ts';

export const readers = new ReaderThread();
