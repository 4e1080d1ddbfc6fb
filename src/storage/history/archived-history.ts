/** A page of the history of a seat or an area of an event in an archive: one at a time for each organization in the whole cluster. */
import type { DatabasePool } from 'slonik';
import { type ArchivedPage, type ArchivedPlace, archivedHistory } from '../archive/archived-past.ts';
import { type NoArchive, readArchive } from '../archive/read-archive.ts';
import { inSnapshot } from '../database/pool.ts';
import { isAlone } from './one-reader.ts';
import type { ToldHistory } from './told-history.ts';

export type ArchivedHistory =
  | NoArchive
  | { readonly outcome: 'busy' }
  /** The event never had such a place. */
  | { readonly outcome: 'no-place' }
  | { readonly outcome: 'found'; readonly told: ToldHistory };

export interface ArchivedQuery {
  readonly organizationId: number;
  readonly eventNumber: number;
  readonly of: ArchivedPlace;
  readonly page: ArchivedPage;
}

export function readArchivedHistory(
  pool: DatabasePool,
  { organizationId, eventNumber, of, page }: ArchivedQuery,
): Promise<ArchivedHistory> {
  return inSnapshot(pool, async (connection): Promise<ArchivedHistory> => {
    if (!(await isAlone(connection, organizationId))) return { outcome: 'busy' };
    return readArchive(connection, eventNumber, async (archive): Promise<ArchivedHistory> => {
      const told = await archivedHistory(archive, of, page);
      return told === null ? { outcome: 'no-place' } : { outcome: 'found', told };
    });
  });
}
