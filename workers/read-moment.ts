/** Thread entry: what an event's inventory was after a record. Reads on the thread's connections; the main thread gets bytes. */
import { encodeMoment } from '#codec/answers/moment.ts';
import type { MomentOutcome, Wanted } from '#storage/history/moment-outcome.ts';
import { readMoment } from '#storage/history/moments.ts';
import { threadDatabase } from './thread-database.ts';

export interface MomentTask {
  readonly connectionString: string;
  readonly organizationId: number;
  readonly eventNumber: number;
  readonly wanted: Wanted;
}

export type EncodedMoment =
  | Exclude<MomentOutcome, { readonly outcome: 'found' }>
  | { readonly outcome: 'found'; readonly text: Uint8Array };

/** A snapshot that cannot be read is passed over, and its event's owner logs it. */
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Rejects when the database does not answer. */
export default async function readMomentInThread(task: MomentTask): Promise<EncodedMoment> {
  const pool = await threadDatabase(task.connectionString);
  const outcome = await readMoment(pool, task.organizationId, task.eventNumber, task.wanted, silent);
  return outcome.outcome === 'found' ? { outcome: 'found', text: encodeMoment(outcome) } : outcome;
}
