/** Work of threads that use the database themselves: each call opens what it needs there. */
import type { SeatPage } from '#domain/seats/seat-page.ts';
import type { ArchivedQuery } from '#storage/history/archived-history.ts';
import type { Wanted } from '#storage/history/moment-outcome.ts';
import type { WorkerPool } from '#workers/pool.ts';
import type { DrawnRequest } from '#workflows/drawn-change.ts';

export function threadsOf(workers: WorkerPool, connectionString: string) {
  return {
    encodeSeats: (page: SeatPage) => workers.encodeSeats(connectionString, page),
    encodeMap: (schemaId: number) => workers.encodeMap(connectionString, schemaId),
    readMoment: (organizationId: number, eventNumber: number, wanted: Wanted) =>
      workers.readMoment({ connectionString, organizationId, eventNumber, wanted }),
    readArchivedHistory: (asked: ArchivedQuery) => workers.readArchivedHistory({ connectionString, ...asked }),
    writeDrawingInThread: (request: DrawnRequest) => workers.changeLayout(connectionString, request),
  };
}
