/**
 * The audit after the load: the replayed journal must equal what the service shows and what its tables hold, be
 * consistent in itself, and contain every acknowledgement exactly once. Without it no figure is printed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import { compareReport } from '#reports/compare-report.ts';
import { contradictions } from '#storage/audit/contradictions.ts';
import { compareFeed } from '#storage/audit/fed-changes.ts';
import { compareProjection } from '#storage/audit/projected-event.ts';
import { createPool } from '#storage/database/pool.ts';
import type { Client } from '../stand/client.ts';
import { silentLog } from '../stand/silent-log.ts';
import { compareBookings, compareHolds, comparePurchases, compareTickets } from './acknowledged.ts';
import { progressOf, tablesCatchUp } from './catch-up.ts';
import { type Evidence, noEvidence } from './evidence.ts';
import { replayEvent } from './replayed-event.ts';
import { compareShown, readShownEvent } from './shown-event.ts';

export interface AuditReport {
  readonly events: number;
  readonly records: number;
  readonly sessions: number;
  readonly purchases: number;
  readonly holds: number;
  readonly bookings: number;
  readonly tickets: number;
  /** Contradictions, one line each. */
  readonly findings: readonly string[];
}

const settleMs = 30_000;
const pollMs = 50;
/** Several at once: one is replayed while another waits for the database. */
const auditedAtOnce = 3;

/** Audits every event that the evidence names. `owner` calls with the organization's token. */
export async function audit(databaseUrl: string, owner: Client, evidence: Evidence): Promise<AuditReport> {
  const { holds, bought, booked, waited } = evidence;
  const events = groupByEvent(evidence);
  const pool = await createPool(databaseUrl, {
    maximumPoolSize: auditedAtOnce,
    statementTimeoutMs: null,
    log: silentLog,
  });
  const report = { events: events.size, records: 0, sessions: 0, findings: [] as string[] };
  try {
    const waiting = [...events];
    const auditNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await auditEvent({ pool, owner, evidence: next[1], report, eventId: next[0] });
      }
    };
    await Promise.all(Array.from({ length: auditedAtOnce }, auditNext));
  } finally {
    await pool.end();
  }
  const purchases = bought.filter(({ outcome }) => outcome === 'confirmed').length;
  return { ...report, purchases, holds: holds.length, bookings: booked.length, tickets: waited.length };
}

interface Case {
  readonly pool: DatabasePool;
  readonly owner: Client;
  readonly evidence: Evidence;
  readonly report: { records: number; sessions: number; findings: string[] };
  readonly eventId: string;
}

function groupByEvent(evidence: Evidence): ReadonlyMap<string, Evidence> {
  const groups = new Map<string, Evidence>();
  for (const kind of ['holds', 'bought', 'booked', 'waited'] as const) {
    for (const record of evidence[kind]) {
      let group = groups.get(record.eventId);
      if (group === undefined) {
        group = noEvidence();
        groups.set(record.eventId, group);
      }
      (group[kind] as unknown[]).push(record);
    }
  }
  return groups;
}

async function auditEvent({ pool, owner, evidence, report, eventId }: Case): Promise<void> {
  const { shown, replayed, stored } = await readAtRest(pool, owner, eventId);
  const { state } = replayed;
  report.records += replayed.records;
  report.sessions += state.sessions.size;
  const found = [
    ...contradictions(state),
    ...compareShown(shown, state),
    ...stored,
    ...comparePurchases(evidence.bought, state),
    ...compareHolds(evidence.holds, state),
    ...compareBookings(evidence.booked, state),
    ...compareTickets(evidence.waited, state),
  ];
  report.findings.push(...found.map((finding) => `event ${eventId}: ${finding}`));
}

/**
 * Reads what is shown, what is journaled and how the tables differ from it, at one moment; retries while calls of cut
 * connections are still executed, and when a hold runs out meanwhile.
 */
async function readAtRest(pool: DatabasePool, owner: Client, eventId: string) {
  const until = performance.now() + settleMs;
  for (;;) {
    const { head } = await progressOf(pool, eventId);
    const shown = await readShownEvent(owner, eventId);
    await tablesCatchUp(pool, eventId, settleMs);
    const replayed = await replayEvent(pool, eventId);
    const stored = [
      ...(await compareProjection(pool, replayed)),
      ...(await compareReport(pool, replayed)),
      ...(await compareFeed(pool, eventId, replayed.changes, 'all')),
    ];
    if ((await progressOf(pool, eventId)).head === head) return { shown, replayed, stored };
    if (performance.now() > until) throw new Error(`event ${eventId} does not come to rest`);
    await pause(pollMs);
  }
}
