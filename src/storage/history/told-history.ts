/** The history of a seat or an area of a live event: what its actor has not stored yet, then what is stored. Read-only. */
import type { DatabasePool } from 'slonik';
import type { HistoryRow } from '#domain/history/history-log.ts';
import type { HistoryReply } from '#domain/history/read-history.ts';
import { SessionOwners } from '../projection/session-owners.ts';
import {
  type HistoryBegin,
  type HistoryPage,
  type HistoryPosition,
  historyBegin,
  pageOfHistory,
  type StoredRow,
  storedRows,
} from './history-reads.ts';

export interface ToldHistory extends HistoryPage, HistoryBegin {
  /** The sessions that the entries name, by ordinal, as far as they have rows. */
  readonly sessions: ReadonlyMap<number, { readonly id: string; readonly reference: string | null }>;
}

/** `pending`: what the event answered. Its rows may have been stored meanwhile. */
export async function toldHistory(
  pool: DatabasePool,
  eventNumber: number,
  { seat, block, begin, rows }: HistoryReply,
  asked: { readonly after: HistoryPosition | null; readonly limit: number },
): Promise<ToldHistory> {
  const told = await historyBegin(pool, eventNumber, begin);
  const query = { ...asked, seat, block, begin: told.first - 1 };
  const page = await pageOfHistory(allRows(rows, storedRows(pool, eventNumber, query)), query);
  const ordinals = new Set(page.entries.flatMap(({ session }) => (session === 0 ? [] : [session])));
  const owners = ordinals.size === 0 ? [] : await new SessionOwners(pool).withOrdinals(eventNumber, [...ordinals]);
  return { ...page, ...told, sessions: new Map(owners.map((owner) => [owner.ordinal, owner])) };
}

async function* allRows(pending: readonly HistoryRow[], stored: AsyncIterable<StoredRow>): AsyncGenerator<StoredRow> {
  yield* pending.toReversed();
  yield* stored;
}
