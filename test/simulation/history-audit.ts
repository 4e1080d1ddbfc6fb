/**
 * Compares the stored history of an event with the one that a replay of its whole journal tells: whatever owners crashed, were
 * overtaken or handed over, each change up to where the stored history reaches is there once.
 */
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { HistoryLog } from '#domain/history/history-log.ts';
import { historyDifferences } from '#storage/audit/compare-history.ts';
import { recordOf, type SimulatedEvent } from './database.ts';

export function historyViolations({ records, seatMap, history: { reach, rows }, snapshots }: SimulatedEvent): string[] {
  const state = new EventState(seatMap);
  state.historyLog = new HistoryLog(state.areas, { begin: 0, to: 0 });
  for (const record of records) replay(state, record.decided ?? recordOf(record));
  const found: string[] = [];
  if ((snapshots.at(-1)?.seq ?? 0) > reach.to) found.push(`the stored history ends at ${reach.to}, before a snapshot`);
  if (reach.begin !== 0) found.push(`the stored history begins at ${reach.begin}`);
  return [...found, ...historyDifferences({ reach, rows }, state.historyLog.rows(null, state.seq))];
}
