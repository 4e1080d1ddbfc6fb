/**
 * Compares the stored history of an event with the one that a replay of its whole journal tells: whatever owners crashed, were
 * overtaken or handed over, each change up to where the stored history reaches is there once.
 */
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { Backwards } from '#domain/history/backwards.ts';
import { areaOfBlock, readAreas, readSeats } from '#domain/history/history-block.ts';
import { HistoryLog, type HistoryRow } from '#domain/history/history-log.ts';
import { recordOf, type SimulatedEvent } from './database.ts';

export function historyViolations({ records, seatMap, history: { reach, rows }, snapshots }: SimulatedEvent): string[] {
  const state = new EventState(seatMap);
  state.historyLog = new HistoryLog(state.areas, { begin: 0, to: 0 });
  for (const record of records) replay(state, record.decided ?? recordOf(record));
  const found: string[] = [];
  if ((snapshots.at(-1)?.seq ?? 0) > reach.to) found.push(`the stored history ends at ${reach.to}, before a snapshot`);
  if (reach.begin !== 0) found.push(`the stored history begins at ${reach.begin}`);
  const due = state.historyLog.rows(null, state.seq);
  for (const block of new Set([...due, ...rows].map((row) => row.block))) {
    const stored = changesOf(block, rows).join('\n');
    const replayed = changesOf(block, due, reach.to).join('\n');
    if (stored !== replayed) found.push(`block ${block} of the history has\n${stored}\nand not\n${replayed}`);
  }
  return found;
}

/** As text, the latest first. */
function changesOf(block: number, rows: readonly HistoryRow[], until = Number.POSITIVE_INFINITY): string[] {
  const read = (entries: Uint8Array, after: number): Iterable<{ readonly seq: number }> =>
    areaOfBlock(block) === null ? readSeats(block, entries, after) : readAreas(entries, after);
  const backwards = new Backwards(read);
  return rows
    .filter((row) => row.block === block)
    .toSorted((one, other) => other.to - one.to)
    .flatMap((row) => backwards.take(row))
    .filter(({ seq }) => seq <= until)
    .map((entry) => JSON.stringify(entry));
}
