/**
 * Clones the queued schemas, one after the other: take a request, write its pieces, and when one fails note the error.
 * A failure that may pass is left in the queue for a later run, of this or another node; a permanent one ends in ERROR
 * and its rows are removed. After a crash between two pieces any node resumes behind the last one.
 */

import { reasonOf } from '#storage/database/log.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import {
  CloneFailure,
  clonePiece,
  createClonePool,
  noteError,
  removeClone,
  takeNext,
} from '#storage/layouts/schema-clone.ts';

const attemptsMax = 5;

export interface CloneOutcome {
  readonly uuid: string;
  readonly schemaId: number;
  readonly elements: number;
  readonly tookMs: number;
  /** The reason for the state ERROR; null when the clone is complete. */
  readonly error: string | null;
}

/** Clones until the queue is empty. Rejects when the database is lost; the progress is stored and can be resumed. */
export async function cloneQueued(connectionString: string): Promise<readonly CloneOutcome[]> {
  const pool = await createClonePool(connectionString);
  try {
    const outcomes: CloneOutcome[] = [];
    for (let outcome = await cloneNext(pool); outcome !== null; outcome = await cloneNext(pool)) {
      if (outcome !== 'interrupted') outcomes.push(outcome);
    }
    return outcomes;
  } finally {
    await pool.end();
  }
}

/** Null: the queue is empty. */
async function cloneNext(pool: DatabasePool): Promise<CloneOutcome | 'interrupted' | null> {
  const startedAt = performance.now();
  const queued = await takeNext(pool);
  if (queued === null) return null;
  const { uuid, schemaId, attempts } = queued;
  try {
    if (attempts > attemptsMax) throw new CloneFailure(queued.error ?? 'It was begun too often.');
    let elements = 0;
    for (let cloned = await clonePiece(pool, uuid); cloned !== null; cloned = await clonePiece(pool, uuid)) {
      elements += cloned;
    }
    return { uuid, schemaId, elements, tookMs: Math.round(performance.now() - startedAt), error: null };
  } catch (error) {
    const reason = causeOf(error);
    const isFinal = error instanceof CloneFailure;
    await noteError(pool, uuid, reason, isFinal);
    if (!isFinal) return 'interrupted';
    await removeClone(pool, uuid);
    return { uuid, schemaId, elements: 0, tookMs: Math.round(performance.now() - startedAt), error: reason };
  }
}

/** Postgres' message: Slonik's own says less. */
function causeOf(error: unknown): string {
  return reasonOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}
