/**
 * Compares the stored history of an event with the one that a replay of its journal tells: up to where the stored history reaches, each
 * change is there once. Reads only.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { Backwards } from '#domain/history/backwards.ts';
import { areaOfBlock, readAreas, readSeats } from '#domain/history/history-block.ts';
import type { HistoryReach, HistoryRow } from '#domain/history/history-log.ts';
import { blockRow, type StoredRow } from '../history/history-reads.ts';
import { historyReach } from '../history/history-rows.ts';

/** `due`: all that a replay from the first record has told. One line for each block that differs. */
export async function compareHistory(
  connection: CommonQueryMethods,
  eventNumber: number,
  due: readonly HistoryRow[],
): Promise<string[]> {
  const reach = await historyReach(connection, eventNumber);
  const rows = await connection.any(sql.type(blockRow)`
    select block, after_seq as after, to_seq as to, entries from history_block where event_number = ${eventNumber}
  `);
  return historyDifferences({ reach, rows }, due);
}

interface StoredHistory {
  readonly reach: HistoryReach;
  readonly rows: readonly StoredRow[];
}

export function historyDifferences({ reach, rows }: StoredHistory, due: readonly HistoryRow[]): string[] {
  const [storedRows, dueRows] = [Map.groupBy(rows, ofBlock), Map.groupBy(due, ofBlock)];
  return [...new Set([...dueRows.keys(), ...storedRows.keys()])].flatMap((block) => {
    const stored = changesOf(block, storedRows.get(block) ?? [], reach);
    const replayed = changesOf(block, dueRows.get(block) ?? [], reach);
    const at = stored.findIndex((change, place) => change !== replayed[place]);
    if (at === -1 && stored.length === replayed.length) return [];
    const place = at === -1 ? stored.length : at;
    return [
      `block ${block} of the history has ${stored[place] ?? 'nothing'} in the tables, ${replayed[place] ?? 'nothing'} in the journal`,
    ];
  });
}

const ofBlock = ({ block }: HistoryRow): number => block;

/** The changes within the reach as text, the latest first. */
function changesOf(block: number, rows: readonly StoredRow[], { begin, to }: HistoryReach): string[] {
  const read = (entries: Uint8Array, after: number): Iterable<{ readonly seq: number }> =>
    areaOfBlock(block) === null ? readSeats(block, entries, after) : readAreas(entries, after);
  const backwards = new Backwards(read);
  return rows
    .toSorted((one, other) => other.to - one.to)
    .flatMap((row) => backwards.take(row))
    .filter(({ seq }) => seq > begin && seq <= to)
    .map((entry) => JSON.stringify(entry));
}
