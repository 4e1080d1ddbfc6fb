/**
 * A drill: buyers call random nodes of a real cluster, one fault follows the other, and after each fault everything
 * that was acknowledged is audited, and the live maps, the feed and the webhook that tell of it. The events sell by rules: ticket
 * types, allotments, units, exchanges; at the end their journals must obey these. The drill is inconclusive
 * when there was too little traffic before a fault.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Cluster, type ClusterOptions } from '../../bench/stand/cluster/cluster.ts';
import { ownersOf } from '../../bench/stand/owners.ts';
import type { HighlyAvailable, Way } from '../../bench/stand/patroni/highly-available.ts';
import type { Ledger } from '../soak/ledger.ts';
import type { Traffic } from '../soak/traffic.ts';
import { SeededRandom } from '../support/seeded-random.ts';
import { anyFaultOf, type DrillFaultKind } from './all-faults.ts';
import type { Fault } from './faults.ts';
import { NodeProxies } from './node-proxies.ts';
import type { DrillReport, FaultReport } from './report.ts';
import { Sale, type SaleOptions, saleSettings } from './sale.ts';
import { servingPids, shapeOf } from './worker-faults.ts';

export interface DrillOptions extends SaleOptions {
  readonly faults: number;
  /** The drill lasts at least this long. */
  readonly minutes: number;
  readonly kinds: readonly DrillFaultKind[];
  /** More than 1: one service of so many worker processes without Redis, instead of a cluster of three nodes. */
  readonly workers?: number;
  /** A PostgreSQL under Patroni, and how the nodes find its primary. Absent: a single server of the cluster's own. */
  readonly database?: { readonly members: HighlyAvailable; readonly way: Way };
  readonly seed: number;
  readonly leaseMs: number;
  /** Acknowledged writes a second before each fault, or half of those without faults if that is less. */
  readonly writesPerSecondMin: number;
  /** How long after a fault an event may stay unwritable; by default two leases and five seconds. */
  readonly recoveryMs?: number;
  /** The tree that is run; this one when absent. */
  readonly tree?: string;
  /** Of the nodes, as of a `Service`. */
  readonly isLazy?: boolean;
  /** The buyers go on after the last fault until there was enough of each kind, or four minutes have passed. Absent: there is. */
  readonly isEnough?: (traffic: Traffic) => boolean;
  /** Ends at the first violation. */
  readonly endsAtFirstViolation?: boolean;
  /** Folder for the nodes' logs after a violation; absent: logs are not kept. */
  readonly logFolder?: string;
  readonly onLoadMeasured?: (undisturbedWritesPerSecond: number) => void;
  readonly onFaultStart?: (detail: string) => void;
  readonly onFault?: (report: FaultReport) => void;
}

const warmMs = 2_000;
const undisturbedMs = 3_000;
const trafficWindowMs = 500;
const trafficTimeoutMs = 60_000;
const enoughTimeoutMs = 240_000;
const undisturbedShare = 0.5;
const afterwardsMs = 400;

/** Runs a drill on a cluster of its own. Rejects when the cluster does not start, or does not come back. */
export async function drill(options: DrillOptions): Promise<DrillReport> {
  const proxies = new NodeProxies();
  const settings = saleSettings(options.leaseMs);
  const tree = options.tree === undefined ? {} : { tree: options.tree };
  const { isLazy = false } = options;
  const shape = shapeOf(options.workers);
  const database: Partial<ClusterOptions> =
    options.database === undefined
      ? { alter: (...args) => proxies.route(...args) }
      : { databaseUrl: options.database.members.url(options.database.way) };
  const cluster = await Cluster.start({
    ...tree,
    isLazy,
    ...shape,
    settings: { ...settings, ...shape.settings },
    ...database,
  });
  let isClean = false;
  try {
    const report = await drillOn(cluster, proxies, options);
    isClean = report.violations.length === 0;
    return report;
  } finally {
    if (!isClean) await keepLogs(cluster, options);
    await cluster.dispose();
    proxies.close();
  }
}

/** Copies the nodes' logs, after a violation or a failed drill. */
async function keepLogs(cluster: Cluster, { logFolder }: DrillOptions): Promise<void> {
  if (logFolder === undefined) return;
  await mkdir(logFolder, { recursive: true });
  for (const [node, { logPath }] of cluster.nodes.entries())
    await copyFile(logPath, join(logFolder, `node-${node}.log`));
}

interface DrillParts {
  readonly options: DrillOptions;
  readonly cluster: Cluster;
  readonly proxies: NodeProxies;
  readonly random: SeededRandom;
  readonly sale: Sale;
}

async function drillOn(cluster: Cluster, proxies: NodeProxies, options: DrillOptions): Promise<DrillReport> {
  const sale = await Sale.open(cluster, { hasRules: true, ...options });
  try {
    const faults = await runFaults({ options, cluster, proxies, random: new SeededRandom(options.seed), sale });
    await sale.auditAll();
    const { sessions, records, releases } = sale.eventsOnSale;
    const { writes, reads, traffic, violations } = sale.ledger;
    const least = Math.max(1, Math.min(options.writesPerSecondMin, faults.undisturbed * undisturbedShare));
    const isInconclusive = faults.reports.some(({ writesPerSecond }) => writesPerSecond < least);
    return {
      undisturbedWritesPerSecond: faults.undisturbed,
      faults: faults.reports,
      writes,
      reads,
      sessions,
      traffic,
      records,
      releases,
      listeners: sale.listeners.counts,
      violations,
      isInconclusive,
    };
  } finally {
    await sale.close();
  }
}

async function runFaults(parts: DrillParts) {
  const { options, random } = parts;
  const { ledger, gate, eventsOnSale, listeners } = parts.sale;
  gate.open();
  await pause(warmMs);
  const before = ledger.writes;
  const startedAt = performance.now();
  await pause(undisturbedMs);
  const undisturbed = ((ledger.writes - before) * 1000) / (performance.now() - startedAt);
  options.onLoadMeasured?.(undisturbed);
  const reports: FaultReport[] = [];
  let kinds: DrillFaultKind[] = [];
  const isOver = () =>
    (reports.length >= options.faults && performance.now() - startedAt >= options.minutes * 60_000) ||
    (options.endsAtFirstViolation === true && ledger.violations.length > 0);
  while (!isOver()) {
    if (kinds.length === 0) kinds = random.shuffled(options.kinds);
    const least = Math.min(options.writesPerSecondMin, undisturbed * undisturbedShare);
    const report = await runFault(parts, kinds.pop()!, least);
    reports.push(report);
    options.onFault?.(report);
    await eventsOnSale.replaceSoldOut();
    listeners.moveOn();
  }
  await awaitEnough(parts);
  // A violation before the first fault ends the drill while the buyers are still at work.
  await gate.pause();
  return { undisturbed, reports };
}

async function runFault(parts: DrillParts, kind: DrillFaultKind, writesPerSecondMin: number): Promise<FaultReport> {
  const { cluster, sale } = parts;
  const { ledger, gate, client, writeTimes, eventIds } = sale;
  gate.open();
  const violationsBefore = ledger.violations.length;
  const earlier = {
    writes: ledger.writes,
    reads: ledger.reads,
    unanswered: client.unanswered,
    refused: client.refused,
  };
  const writesPerSecond = await awaitTraffic(ledger, writesPerSecondMin);
  const pids = await servingPids(cluster, parts.options.workers);
  const owners = await ownersOf(cluster.databaseUrl, pids, eventIds);
  const { leaseMs, database } = parts.options;
  const scene = { ...parts, database: database?.members, leaseMs, pids, owners: [...owners.values()] };
  const fault = await anyFaultOf(kind, scene);
  const affected = fault.node === null ? eventIds : eventIds.filter((id) => owners.get(id) === fault.node);
  parts.options.onFaultStart?.(fault.detail);
  writeTimes.mark(eventIds);
  const startedAt = performance.now();
  await fault.inject();
  await awaitRecovery(parts, fault, startedAt);
  const auditResult = await sale.audit();
  return {
    kind,
    detail: fault.detail,
    ...auditResult,
    writesPerSecond,
    firstWritesMs: writeTimes.firstWrites(affected),
    silenceMs: writeTimes.longestSilence(),
    unanswered: client.unanswered - earlier.unanswered,
    refused: client.refused - earlier.refused,
    writes: ledger.writes - earlier.writes,
    reads: ledger.reads - earlier.reads,
    violations: ledger.violations.slice(violationsBefore),
  };
}

/** Waits until there is enough traffic. Resolves with the last rate of writes, which is too low if there never was. */
async function awaitTraffic(ledger: Ledger, writesPerSecondMin: number): Promise<number> {
  const until = performance.now() + trafficTimeoutMs;
  for (;;) {
    const before = ledger.writes;
    const startedAt = performance.now();
    await pause(trafficWindowMs);
    const writesPerSecond = ((ledger.writes - before) * 1000) / (performance.now() - startedAt);
    if (writesPerSecond >= writesPerSecondMin || performance.now() > until) return writesPerSecond;
  }
}

/** On a busy machine the faults may be over before each kind of write has come. */
async function awaitEnough({ options: { isEnough = () => true }, sale: { ledger, gate } }: DrillParts): Promise<void> {
  const until = performance.now() + enoughTimeoutMs;
  while (!isEnough(ledger.traffic) && ledger.violations.length === 0 && performance.now() < until) {
    gate.open();
    await pause(trafficWindowMs);
  }
}

/** Repairs the fault. Every event must be writable then, and before as well if the others can take its events over. */
async function awaitRecovery({ sale, options }: DrillParts, fault: Fault, startedAt: number): Promise<void> {
  const { recoveryMs: timeoutMs = options.leaseMs * 2 + 5_000 } = options;
  const injectedAt = performance.now();
  const report = (when: string): void => {
    const count = sale.writeTimes.withoutWrite(sale.eventIds, injectedAt).length;
    sale.ledger.reportViolation(null, `${fault.detail}: ${count} events could not be written ${when}`);
  };
  const isSurvived = await sale.isWritten(startedAt + fault.lastsMs + timeoutMs, injectedAt);
  const mustSurvive = fault.isSurvived ?? fault.node !== null;
  if (!isSurvived && mustSurvive) report('before the repair');
  const restMs = startedAt + fault.lastsMs - performance.now();
  if (restMs > 0) await pause(restMs);
  await fault.repair();
  if (!(await sale.isWritten(performance.now() + timeoutMs, injectedAt))) report('afterwards');
  await pause(afterwardsMs);
}
