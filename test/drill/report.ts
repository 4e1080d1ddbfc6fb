/** What a drill has found: for each fault and in all, and how it is told on a terminal. */
import type { AuditResult } from '../soak/audit.ts';
import type { Traffic } from '../soak/traffic.ts';
import type { DrillFaultKind } from './all-faults.ts';
import type { ListenerCounts } from './listeners.ts';

export interface FaultReport extends AuditResult {
  readonly kind: DrillFaultKind;
  readonly detail: string;
  /** Acknowledged writes a second just before the fault. */
  readonly writesPerSecond: number;
  /** From the fault to the first acknowledged write that was sent after it, for every affected event. */
  readonly firstWritesMs: readonly number[];
  /** The longest time without an acknowledged write on any event. */
  readonly silenceMs: number;
  /** Calls that were sent and not answered, and calls answered with 503. */
  readonly unanswered: number;
  readonly refused: number;
  readonly writes: number;
  readonly reads: number;
  /** Violations found since the fault before. */
  readonly violations: readonly string[];
}

export interface DrillReport {
  readonly undisturbedWritesPerSecond: number;
  readonly faults: readonly FaultReport[];
  readonly writes: number;
  readonly reads: number;
  readonly sessions: number;
  readonly traffic: Traffic;
  readonly records: number;
  /** Of allotments, by their cause. */
  readonly releases: ReadonlyMap<string, number>;
  readonly listeners: ListenerCounts;
  readonly violations: readonly string[];
  readonly isInconclusive: boolean;
}

const rounded = (ms: number): string => `${Math.round(ms)} ms`;
const median = (sorted: readonly number[]): number => sorted[sorted.length >> 1] ?? 0;

export function printFault(report: FaultReport): void {
  const firsts = [...report.firstWritesMs].sort((a, b) => a - b);
  console.log(
    `${report.kind.padEnd(15)} at ${Math.round(report.writesPerSecond)} writes/s\n` +
      `${' '.repeat(16)}first write after ${rounded(median(firsts))} (median of ${firsts.length} events), ` +
      `${rounded(firsts.at(-1) ?? 0)} at most; longest silence ${rounded(report.silenceMs)}; ` +
      `${report.unanswered} calls without an answer, ${report.refused} with 503\n` +
      `${' '.repeat(16)}${report.writes} writes and ${report.reads} reads checked, ${report.sessions} sessions and ${report.tickets} tickets read again, ` +
      `${report.tookEffect} unanswered writes had taken effect, ${report.violations.length} violations`,
  );
  for (const violation of report.violations) console.error(violation);
}

export function printSummary(report: DrillReport): void {
  console.log('\nkind             faults   first write: p50      max   longest silence');
  for (const kind of new Set(report.faults.map((fault) => fault.kind))) {
    const faults = report.faults.filter((fault) => fault.kind === kind);
    const firsts = faults.flatMap(({ firstWritesMs }) => firstWritesMs).sort((a, b) => a - b);
    const silence = Math.max(...faults.map(({ silenceMs }) => silenceMs));
    const figures = [median(firsts), firsts.at(-1) ?? 0].map((ms) => rounded(ms).padStart(9));
    console.log(
      `${kind.padEnd(16)} ${`${faults.length}`.padStart(6)}   ${figures.join('            ').padStart(18)}   ${rounded(silence).padStart(10)}`,
    );
  }
  const perSecond = [...report.faults].map(({ writesPerSecond }) => writesPerSecond).sort((a, b) => a - b);
  console.log(
    `\nwrites: ${report.traffic}\n` +
      `${report.faults.length} faults, ${report.writes} acknowledged writes, ${report.reads} reads, ${report.sessions} sessions, ` +
      `${report.records} journal records replayed, ${Math.round(report.undisturbedWritesPerSecond)} writes/s undisturbed, ` +
      `${Math.round(perSecond[0] ?? 0)} to ${Math.round(perSecond.at(-1) ?? 0)} before faults, ${report.violations.length} violations`,
  );
  const released = [...report.releases].map(([cause, count]) => `${count} by ${cause}`);
  console.log(`allotments were released ${released.join(', ') || 'never'}`);
  const { viewers, feed, deliveries } = report.listeners;
  console.log(
    `viewers of live maps were told ${viewers.changes} changes and ${viewers.resets} resets in ${viewers.streams} streams\n` +
      `followers of the feed were told ${feed.changes} changes each, in ${feed.pages} pages and ${feed.streams} streams\n` +
      `a webhook was sent ${deliveries.confirms} acknowledged confirms in ${deliveries.requests} requests, ` +
      `${deliveries.failed} of them answered 503`,
  );
  const told = new Set(report.faults.flatMap(({ violations }) => violations));
  for (const violation of report.violations) if (!told.has(violation)) console.error(violation);
  if (report.isInconclusive) console.error('INCONCLUSIVE: too little traffic before a fault to prove anything');
}
