/**
 * Audits the selling rules of events by their journals: every record obeys them, and the sums by ticket type and by allotment
 * are those of the replayed event. Call while all buyers wait.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { EventState } from '#domain/event-state.ts';
import { createPool } from '#storage/database/pool.ts';
import { type ReplayedEvent, replayEvent } from '../../bench/audit/replayed-event.ts';
import { silentLog } from '../../bench/stand/silent-log.ts';
import type { EventRules, OnSale } from '../soak/event-rules.ts';
import { naiveReport } from '../support/naive-report.ts';
import { JournaledSale } from './journaled-sale.ts';

const record = z.object({ at: z.int(), facts: z.string() });

export interface RulesAudit {
  readonly findings: readonly string[];
  /** Releases of allotments by their cause. */
  readonly releases: ReadonlyMap<string, number>;
}

/** Of the events that have rules. */
export async function auditRules(databaseUrl: string, targets: readonly OnSale[]): Promise<RulesAudit> {
  const pool = await createPool(databaseUrl, { maximumPoolSize: 1, statementTimeoutMs: null, log: silentLog });
  const findings: string[] = [];
  const releases = new Map<string, number>();
  try {
    for (const { eventId, rules } of targets) {
      if (rules === undefined) continue;
      const replayed = await replayEvent(pool, eventId);
      const sale = await readSale(pool, rules, replayed);
      const found = [...sale.found, ...sumDifferences(sale, replayed.state)];
      findings.push(...found.map((finding) => `event ${eventId}: ${finding}`));
      for (const [cause, count] of sale.allotments.releases) releases.set(cause, (releases.get(cause) ?? 0) + count);
    }
  } finally {
    await pool.end();
  }
  return { findings, releases };
}

async function readSale(
  pool: DatabasePool,
  rules: EventRules,
  { eventNumber, state, records }: ReplayedEvent,
): Promise<JournaledSale> {
  const units = (state.units?.list ?? []).filter(({ booking }) => booking === 'WHOLE').map(({ seats }) => [...seats]);
  const sale = new JournaledSale(
    rules,
    units,
    state.areas.map(({ capacity }) => capacity),
  );
  const rows = await pool.any(sql.type(record)`
    select at, facts from journal where event_number = ${eventNumber} and seq <= ${records} order by seq
  `);
  for (const { at, facts } of rows) sale.take(at, JSON.parse(facts));
  return sale;
}

/** The places that sessions hold and have bought: by the journal alone, and in the replayed event. */
export function sumDifferences(sale: Pick<JournaledSale, 'byType' | 'byAllotment'>, state: EventState): string[] {
  const compare = (by: 'ticketType' | 'allotment', told: ReadonlyMap<string, number>): string[] => {
    const due = new Map<string, number>();
    for (const [key, row] of naiveReport(state, () => '', ['channel', by])) {
      const [channel, name = ''] = key.split('|');
      if (channel === 'SESSION') due.set(name === '-' ? '' : name, Number(row.split(' ')[0]));
    }
    const names = [...new Set([...told.keys(), ...due.keys()])];
    const unlike = names.filter((name) => (told.get(name) ?? 0) !== (due.get(name) ?? 0));
    return unlike.map(
      (name) =>
        `sessions have ${told.get(name) ?? 0} of ${by} '${name}' by the journal, ${due.get(name) ?? 0} by the replay`,
    );
  };
  return [...compare('ticketType', sale.byType()), ...compare('allotment', sale.byAllotment())];
}
