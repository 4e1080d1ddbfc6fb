/** Thread entry: a page of the history of a seat or an area of an event in an archive. */
import { type ArchivedHistory, type ArchivedQuery, readArchivedHistory } from '#storage/history/archived-history.ts';
import { threadDatabase } from './thread-database.ts';

export interface ArchivedHistoryTask extends ArchivedQuery {
  readonly connectionString: string;
}

/** Rejects when the database does not answer. */
export default async function readArchivedHistoryInThread(task: ArchivedHistoryTask): Promise<ArchivedHistory> {
  const pool = await threadDatabase(task.connectionString);
  return readArchivedHistory(pool, task);
}
