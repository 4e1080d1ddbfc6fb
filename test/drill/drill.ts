/**
 * A drill: buyers call random nodes of a real cluster, one fault follows the other, and after each fault everything
 * that was acknowledged is audited. The drill is void when there was too little traffic before a fault to prove
 * anything.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeEvent, makeSchema } from '../../bench/stand/catalog.ts';
import { Client } from '../../bench/stand/client.ts';
import { Cluster } from '../../bench/stand/cluster/cluster.ts';
import { ownersOf } from '../../bench/stand/owners.ts';
import { employ } from '../soak/buyer.ts';
import { Gate } from '../soak/gate.ts';
import { Ledger } from '../soak/ledger.ts';
import { audit, type Verdict } from '../soak/verdict.ts';
import { BoxOffice } from './box-office.ts';
import { Cabling } from './cabling.ts';
import { Chance } from './chance.ts';
import { Crowd } from './crowd.ts';
import { type Fault, type FaultKind, faultOf } from './faults.ts';
import { Pulse } from './pulse.ts';

export interface DrillOptions {
  readonly faults: number;
  /** The drill lasts at least this long. */
  readonly minutes: number;
  readonly kinds: readonly FaultKind[];
  readonly seed: number;
  /** Buyers at work at the same time. */
  readonly buyers: number;
  readonly leaseMs: number;
  /**
   * Acknowledged writes a second before each fault, or half of what the machine gives without faults if that is less.
   */
  readonly writesPerSecondMin: number;
  /** The tree that is run; this one when absent. */
  readonly tree?: string;
  /** Ends at the first violation. */
  readonly isImpatient?: boolean;
  /** Folder for the nodes' logs after a violation; absent: logs are not kept. */
  readonly logFolder?: string;
  readonly onStart?: (calmWritesPerSecond: number) => void;
  readonly onStrike?: (detail: string) => void;
  readonly onFault?: (report: FaultReport) => void;
}

export interface FaultReport extends Verdict {
  readonly kind: FaultKind;
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
  readonly looks: number;
  /** Violations found since the fault before. */
  readonly violations: readonly string[];
}

export interface DrillReport {
  readonly calmWritesPerSecond: number;
  readonly faults: readonly FaultReport[];
  readonly writes: number;
  readonly looks: number;
  readonly sessions: number;
  readonly records: number;
  readonly violations: readonly string[];
  readonly isVoid: boolean;
}

const eventCount = 9;
const seatCount = 2_000;
const places = 1_000_000;
/** Longer than any drill, shorter than a clock's jump. */
const holdSeconds = 4 * 3600;
const warmMs = 2_000;
const calmMs = 3_000;
const trafficWindowMs = 500;
const trafficPatienceMs = 20_000;
const fairShare = 0.5;
const lookMs = 10;
const afterwardsMs = 400;

/** Runs a drill on a cluster of its own. Rejects when the cluster does not start, or does not come back. */
export async function drill(options: DrillOptions): Promise<DrillReport> {
  const cabling = new Cabling();
  const settings = {
    HOLD_SECONDS: `${holdSeconds}`,
    PAYMENT_GRACE_SECONDS: `${holdSeconds}`,
    LEASE_MS: `${options.leaseMs}`,
    LOG_LEVEL: 'info',
  };
  const tree = options.tree === undefined ? {} : { tree: options.tree };
  const cluster = await Cluster.start({ ...tree, settings, alter: (...args) => cabling.lead(...args) });
  let isClean = false;
  try {
    const report = await drillOn(cluster, cabling, options);
    isClean = report.violations.length === 0;
    return report;
  } finally {
    if (!isClean) await keepLogs(cluster, options);
    await cluster.dispose();
    cabling.close();
  }
}

/** Copies the nodes' logs, after a violation or a failed drill. */
async function keepLogs(cluster: Cluster, { logFolder }: DrillOptions): Promise<void> {
  if (logFolder === undefined) return;
  await mkdir(logFolder, { recursive: true });
  for (const [node, { logPath }] of cluster.nodes.entries())
    await copyFile(logPath, join(logFolder, `node-${node}.log`));
}

interface Stage {
  readonly options: DrillOptions;
  readonly cluster: Cluster;
  readonly cabling: Cabling;
  readonly chance: Chance;
  readonly ledger: Ledger;
  readonly gate: Gate;
  readonly crowd: Crowd;
  readonly pulse: Pulse;
}

async function drillOn(cluster: Cluster, cabling: Cabling, options: DrillOptions): Promise<DrillReport> {
  const { demo } = await cluster.makeDemo(cluster.nodes[0]!.port);
  const owner = new Client(demo.baseUrl, { 'x-api-key': demo.organizationToken });
  const schemaId = await makeSchema(owner, seatCount, places);
  const makeTarget = () => makeEvent(owner, demo, schemaId);
  const targets = [];
  while (targets.length < eventCount) targets.push(await makeTarget());
  const pulse = new Pulse();
  const ledger = new Ledger(targets, demo.organizationToken, pulse.beat);
  const gate = new Gate(options.buyers);
  const crowd = new Crowd(cluster.nodes);
  const chance = new Chance(options.seed);
  const stage = { options, cluster, cabling, chance, ledger, gate, crowd, pulse };
  const boxOffice = new BoxOffice({ ledger, crowd, owner, makeTarget, databaseUrl: cluster.databaseUrl });
  const work = employ(options.buyers, { ledger, counter: crowd, gate });
  try {
    const faults = await runFaults(stage, boxOffice);
    await boxOffice.close();
    const { sessions, records } = boxOffice;
    const { writes, looks, violations } = ledger;
    const least = Math.min(options.writesPerSecondMin, faults.calm * fairShare);
    const isVoid = faults.reports.some(({ writesPerSecond }) => writesPerSecond < least);
    return {
      calmWritesPerSecond: faults.calm,
      faults: faults.reports,
      writes,
      looks,
      sessions,
      records,
      violations,
      isVoid,
    };
  } finally {
    gate.close();
    await work;
    crowd.close();
    owner.close();
  }
}

async function runFaults(stage: Stage, boxOffice: BoxOffice) {
  const { options, ledger, gate, chance } = stage;
  gate.open();
  await pause(warmMs);
  const before = ledger.writes;
  const startedAt = performance.now();
  await pause(calmMs);
  const calm = ((ledger.writes - before) * 1000) / (performance.now() - startedAt);
  options.onStart?.(calm);
  const reports: FaultReport[] = [];
  let kinds: FaultKind[] = [];
  const isOver = () =>
    (reports.length >= options.faults && performance.now() - startedAt >= options.minutes * 60_000) ||
    (options.isImpatient === true && ledger.violations.length > 0);
  while (!isOver()) {
    if (kinds.length === 0) kinds = chance.shuffled(options.kinds);
    const report = await strikeOnce(stage, kinds.pop()!, Math.min(options.writesPerSecondMin, calm * fairShare));
    reports.push(report);
    options.onFault?.(report);
    await boxOffice.renew();
  }
  return { calm, reports };
}

async function strikeOnce(stage: Stage, kind: FaultKind, writesPerSecondMin: number): Promise<FaultReport> {
  const { cluster, ledger, gate, crowd, pulse } = stage;
  gate.open();
  const violationsBefore = ledger.violations.length;
  const earlier = { writes: ledger.writes, looks: ledger.looks, unanswered: crowd.unanswered, refused: crowd.refused };
  const writesPerSecond = await busyTraffic(ledger, writesPerSecondMin);
  const eventIds = ledger.targets.map(({ eventId }) => eventId);
  const owners = await ownersOf(cluster.databaseUrl, cluster.nodes, eventIds);
  const fault = faultOf(kind, { ...stage, leaseMs: stage.options.leaseMs, owners: [...owners.values()] });
  const affected = fault.node === null ? eventIds : eventIds.filter((id) => owners.get(id) === fault.node);
  stage.options.onStrike?.(fault.detail);
  pulse.mark(eventIds);
  const struckAt = performance.now();
  await fault.strike();
  await recovered(stage, fault, eventIds, struckAt);
  await gate.shut();
  const verdict = await audit(ledger, crowd);
  return {
    kind,
    detail: fault.detail,
    ...verdict,
    writesPerSecond,
    firstWritesMs: pulse.firstWrites(affected),
    silenceMs: pulse.longestSilence(),
    unanswered: crowd.unanswered - earlier.unanswered,
    refused: crowd.refused - earlier.refused,
    writes: ledger.writes - earlier.writes,
    looks: ledger.looks - earlier.looks,
    violations: ledger.violations.slice(violationsBefore),
  };
}

/** Waits until there is enough traffic. Resolves with the last rate of writes, which is too low if there never was. */
async function busyTraffic(ledger: Ledger, writesPerSecondMin: number): Promise<number> {
  const until = performance.now() + trafficPatienceMs;
  for (;;) {
    const before = ledger.writes;
    const startedAt = performance.now();
    await pause(trafficWindowMs);
    const writesPerSecond = ((ledger.writes - before) * 1000) / (performance.now() - startedAt);
    if (writesPerSecond >= writesPerSecondMin || performance.now() > until) return writesPerSecond;
  }
}

/** Mends the fault when it has lasted long enough, and checks that every event can be written afterwards. */
async function recovered(stage: Stage, fault: Fault, eventIds: readonly string[], struckAt: number): Promise<void> {
  const { ledger, pulse, options } = stage;
  const patienceMs = options.leaseMs * 2 + 5_000;
  const written = async (untilMs: number): Promise<boolean> => {
    while (pulse.silent(eventIds).length > 0) {
      if (performance.now() > untilMs) return false;
      await pause(lookMs);
    }
    return true;
  };
  // Most faults have to be survived before they are mended.
  await written(struckAt + fault.lastsMs + patienceMs);
  const restMs = struckAt + fault.lastsMs - performance.now();
  if (restMs > 0) await pause(restMs);
  await fault.mend();
  if (!(await written(performance.now() + patienceMs))) {
    ledger.accuse(null, `${fault.detail}: ${pulse.silent(eventIds).length} events could not be written afterwards`);
  }
  await pause(afterwardsMs);
}
