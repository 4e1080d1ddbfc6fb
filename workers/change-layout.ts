/** Thread entry: a large drawing becomes the next version of its layout, on a connection of its own. */
import { createPool } from '#storage/database/pool.ts';
import { isOutage } from '#storage/database/sql-errors.ts';
import { type DrawnOutcome, type DrawnRequest, writeDrawing } from '#workflows/drawn-change.ts';

export interface LayoutTask {
  readonly connectionString: string;
  readonly request: DrawnRequest;
}

/** No log here: every failure also reaches the caller, which has a log. */
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** `outage`: the database went away, so that it is unknown whether the change is stored. */
export default async function changeLayout({
  connectionString,
  request,
}: LayoutTask): Promise<DrawnOutcome | { readonly outcome: 'outage' }> {
  try {
    const pool = await createPool(connectionString, {
      maximumPoolSize: 1,
      settings: { application_name: 'usher layouts' },
      log: silent,
    });
    try {
      return await writeDrawing(pool, request);
    } finally {
      await pool.end();
    }
  } catch (error) {
    // An error would lose its class between threads.
    if (isOutage(error)) return { outcome: 'outage' };
    throw error;
  }
}
