/**
 * A rolling upgrade under load: the nodes of a release are replaced by those of the next version one by one, are killed
 * meanwhile, go back to the release, and forward again until the upgrade is finalized. Buyers call random nodes all the
 * time. After each step every node must reach every event, and all that was acknowledged is audited: in what the nodes
 * show, in the journal and the tables made from it, and in the feed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../../bench/stand/client.ts';
import { Cluster } from '../../bench/stand/cluster/cluster.ts';
import { readMetrics } from '../../bench/stand/metrics.ts';
import type { Service } from '../../bench/stand/service.ts';
import type { ListenerCounts } from '../drill/listeners.ts';
import { Sale, saleSettings } from '../drill/sale.ts';
import { callUntilAnswered } from '../soak/audit-calls.ts';
import { createCall } from '../soak/calls.ts';
import { ServiceClient } from '../soak/sender.ts';
import type { Traffic } from '../soak/traffic.ts';
import type { Step, Version } from './steps.ts';

export interface RollOptions {
  /** The tree of each version. */
  readonly trees: Readonly<Record<Version, string>>;
  readonly steps: readonly Step[];
  readonly buyers: number;
  /** So long a buyer rests before each call, so that starting nodes get processor time. */
  readonly restMs?: number;
  readonly onStep?: (report: StepReport) => void;
  /** Ends at the first violation. */
  readonly endsAtFirstViolation?: boolean;
}

export interface StepReport {
  readonly what: string;
  /** The versions of the nodes afterwards, in their order. */
  readonly versions: readonly Version[];
  /** Acknowledged writes during the step. */
  readonly writes: number;
  /** Calls that were answered 503, and calls whose connection ended without an answer. */
  readonly refused: number;
  readonly unanswered: number;
  /** Calls that the nodes have forwarded to each other since each was started. */
  readonly forwarded: number;
}

export interface RollReport {
  readonly steps: readonly StepReport[];
  /** In force before and after the upgrade was finalized. */
  readonly clusterVersions: readonly [before: number, after: number];
  readonly writes: number;
  readonly traffic: Traffic;
  readonly records: number;
  readonly listeners: ListenerCounts;
  readonly violations: readonly string[];
}

const leaseMs = 2_500;
/** Small: each step reads all of it. */
const saleSize = { events: 6, seats: 400, viewers: 6, followers: 2 } as const;
/** A step without traffic proves nothing. */
const writesPerStep = 30;
const trafficMs = 60_000;
/** No promise: a busy machine takes long. A node that cannot reach an event never does. */
const reachMs = 60_000;
const pollMs = 10;
const againMs = 1_000;

interface Scene {
  readonly cluster: Cluster;
  readonly sale: Sale;
  readonly options: RollOptions;
  /** Of the nodes, in their order. */
  readonly versions: Version[];
}

/** Runs on a cluster of its own. Rejects when a node does not start or an operator's command fails. */
export async function roll(options: RollOptions): Promise<RollReport> {
  const cluster = await Cluster.start({
    tree: options.trees.release,
    isLazy: true,
    // Only the command finalizes: the nodes have to be able to go back.
    settings: { ...saleSettings(leaseMs), FINALIZE_AFTER_SECONDS: '0' },
  });
  try {
    const { buyers, restMs = 0 } = options;
    const sale = await Sale.open(cluster, { ...saleSize, buyers, restMs });
    try {
      return await rollOn({ cluster, sale, options, versions: cluster.nodes.map(() => 'release') });
    } finally {
      await sale.close();
    }
  } finally {
    await cluster.dispose();
  }
}

async function rollOn(scene: Scene): Promise<RollReport> {
  const { cluster, sale, options } = scene;
  const { ledger } = sale;
  const steps: StepReport[] = [];
  const before = await clusterVersionOf(cluster);
  for (const step of options.steps) {
    if (isOver(scene)) break;
    const report = await take(scene, step);
    steps.push(report);
    options.onStep?.(report);
  }
  const after = await clusterVersionOf(cluster);
  if (after > before) await auditRefusal(scene);
  await sale.gate.pause();
  if (!isOver(scene)) await sale.auditAll();
  const { writes, traffic, violations } = ledger;
  const { records } = sale.eventsOnSale;
  const { counts } = sale.listeners;
  return { steps, clusterVersions: [before, after], writes, traffic, records, listeners: counts, violations };
}

function isOver({ sale, options }: Scene): boolean {
  return options.endsAtFirstViolation === true && sale.ledger.violations.length > 0;
}

async function take(scene: Scene, step: Step): Promise<StepReport> {
  const { cluster, sale, versions } = scene;
  const { ledger, client, gate } = sale;
  gate.open();
  await awaitTraffic(scene);
  const { writes } = ledger;
  const { refused, unanswered } = client;
  const what = await act(scene, step);
  await awaitWrites(sale, `after ${what}`);
  await gate.pause();
  await reachAll(scene, what);
  // Nodes that do not understand each other would hold each call of an audit up for minutes.
  if (!isOver(scene)) await auditStep(sale, what);
  const forwarded = await Promise.all(cluster.nodes.map(forwardedBy));
  return {
    what,
    versions: [...versions],
    writes: ledger.writes - writes,
    refused: client.refused - refused,
    unanswered: client.unanswered - unanswered,
    forwarded: forwarded.reduce((sum, count) => sum + count, 0),
  };
}

async function auditStep(sale: Sale, what: string): Promise<void> {
  const { ledger, eventsOnSale, listeners } = sale;
  await sale.audit();
  // A journal that cannot be replayed ends the audit.
  const replayed = eventsOnSale.audit().then(() => eventsOnSale.replaceSoldOut());
  await replayed.catch((error: Error) => ledger.reportViolation(null, `after ${what}: ${error.message}`));
  listeners.moveOn();
}

async function awaitTraffic({ sale: { ledger } }: Scene): Promise<void> {
  const until = performance.now() + trafficMs;
  for (const before = ledger.writes; ledger.writes < before + writesPerStep; await pause(pollMs)) {
    if (performance.now() > until) throw new Error('the buyers make no calls');
  }
}

/** Does it, and says what was done. */
async function act({ cluster, sale, options, versions }: Scene, step: Step): Promise<string> {
  if (step.kind === 'finalize') {
    await finalize(cluster, options.trees.next);
    return 'the upgrade was finalized';
  }
  const node = cluster.nodes[step.node]!;
  if (step.by === 'SIGKILL') {
    await node.kill();
    await awaitWrites(sale, `while node ${step.node} was dead`);
  } else {
    const code = await node.stop();
    if (code !== 0) sale.ledger.reportViolation(null, `node ${step.node} ended with ${code} after SIGTERM`);
  }
  await node.launch(options.trees[step.to]);
  versions[step.node] = step.to;
  return `node ${step.node} became ${step.to} by ${step.by}`;
}

/** A node of the release that was killed counts as alive for a while. */
async function finalize(cluster: Cluster, tree: string): Promise<void> {
  const until = performance.now() + reachMs;
  for (;;) {
    const { code, complained } = await cluster.admin(['finalize'], {}, tree);
    if (code === 0) return;
    if (code !== 3 || performance.now() > until) throw new Error(`the upgrade could not be finalized: ${complained}`);
    await pause(againMs);
  }
}

/** Every event is written by a call that is sent from now on. */
async function awaitWrites(sale: Sale, when: string): Promise<void> {
  const { ledger, writeTimes, eventIds } = sale;
  writeTimes.mark(eventIds);
  if (await sale.isWritten(performance.now() + reachMs)) return;
  ledger.reportViolation(null, `${when}, ${writeTimes.withoutWrite(eventIds).length} events could not be written`);
}

/** Every node gets the answer of a call that was acknowledged before, of every event. */
async function reachAll({ cluster, sale: { ledger }, versions }: Scene, what: string): Promise<void> {
  const reach = async ({ baseUrl, isRunning }: Service, node: number): Promise<void> => {
    const name = `node ${node} (${versions[node]})`;
    if (!isRunning) return ledger.reportViolation(null, `after ${what}, ${name} has ended`);
    const client = new ServiceClient(baseUrl);
    for (const target of ledger.targets) {
      const history = ledger.histories.findLast(
        (one) => one.eventId === target.eventId && one.sessionId !== null && !one.mayHaveExpired(),
      );
      if (history === undefined) continue;
      const call = createCall(target, history.pass, history.key);
      const told = await callUntilAnswered(client, call).then(
        ({ status, body }) => (body?.sessionId === history.sessionId ? null : `answered ${status} ${body?.errorCode}`),
        (error: Error) => error.message,
      );
      if (told === null) continue;
      ledger.reportViolation(history, `its create, sent again to ${name} after ${what}: ${told}`);
      break;
    }
    client.close();
  };
  await Promise.all(cluster.nodes.map(reach));
}

async function forwardedBy({ operationsUrl }: Service): Promise<number> {
  const operator = new Client(operationsUrl);
  try {
    return (await readMetrics(operator)).get('usher_forwarded_total') ?? 0;
  } finally {
    operator.close();
  }
}

/** As the first node tells it; 0 when it knows of none. */
async function clusterVersionOf({ nodes }: Cluster): Promise<number> {
  const client = new Client(nodes[0]!.baseUrl);
  try {
    return (await client.demand({ method: 'GET', path: '/readyz' }))?.clusterVersion ?? 0;
  } finally {
    client.close();
  }
}

/** The way back is closed: the release says so in a line, and does not start. */
async function auditRefusal({ cluster, sale: { ledger }, options: { trees } }: Scene): Promise<void> {
  const [node] = cluster.nodes as [Service];
  await node.stop();
  const said = await node.launch(trees.release).then(
    () => 'it started',
    (error: Error) => error.message,
  );
  if (!said.includes('CLUSTER_VERSION_NEWER'))
    ledger.reportViolation(null, `the release was to be refused after the upgrade was finalized: ${said}`);
  await node.stop();
  await node.launch(trees.next);
}
