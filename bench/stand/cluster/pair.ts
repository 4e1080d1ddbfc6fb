/**
 * Two nodes of one tree on a durable PostgreSQL, with events that the first one owns, and the processor time of their
 * processes. For comparing a call that is answered by the node that was asked with one that is forwarded.
 */
import { audit } from '../../audit/audit.ts';
import { type Evidence, noEvidence, remember } from '../../audit/evidence.ts';
import type { LoadGenerator } from '../../load/load.ts';
import type { LoadResult, Target } from '../../load/plan.ts';
import { makeSessions } from '../../scenarios/holds.ts';
import type { Answering } from '../../scenarios/journaled-calls.ts';
import { makeEvent, makeSchema } from '../catalog.ts';
import { Client } from '../client.ts';
import { postmasterPid } from '../database.ts';
import { readMetrics } from '../metrics.ts';
import { ownersOf } from '../owners.ts';
import { familySeconds, processorSeconds, untilIdle } from '../processor.ts';
import type { Demo, Service } from '../service.ts';
import { benchSettings, InvalidRun } from '../stage.ts';
import { Cluster } from './cluster.ts';

const seatCount = 50_000;
/** The places of the nodes, the same in all rounds: code that a node has seldom run costs up to twice as much. */
const owner = 0;
const other = 1;
const attemptsMax = 30;
/** Share of calls that may go another way than the measured one. */
const strayShareMax = 0.01;

export interface PairOptions {
  readonly name: string;
  /** The tree that is run; this one when absent. */
  readonly tree?: string;
  /** Arguments of Node itself, for both nodes. */
  readonly nodeArguments?: readonly string[];
}

/** Microseconds of processor time for each call. `owner`: null when the node that was asked is the owner. */
export interface Costs {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly asked: number;
  readonly owner: number | null;
  readonly store: number;
}

export class Pair {
  readonly name: string;
  private readonly cluster: Cluster;
  private readonly demo: Demo;
  private readonly storePid: number;
  private readonly caller: Client;
  private readonly visitors: readonly Client[];
  /** Read the nodes' metrics. */
  private readonly operators: readonly Client[];
  private readonly evidence: Evidence = noEvidence();
  private schemaId: number | null = null;
  private last: Target | undefined;

  private constructor(name: string, cluster: Cluster, demo: Demo, storePid: number) {
    this.name = name;
    this.cluster = cluster;
    this.demo = demo;
    this.storePid = storePid;
    this.caller = new Client(this.node(0).baseUrl, { 'x-api-key': demo.organizationToken });
    this.visitors = cluster.nodes.map(({ baseUrl }) => new Client(baseUrl));
    this.operators = cluster.nodes.map(({ operationsUrl }) => new Client(operationsUrl));
  }

  static async open({ name, tree, nodeArguments = [] }: PairOptions): Promise<Pair> {
    const cluster = await Cluster.start({
      nodes: 2,
      redis: 1,
      settings: benchSettings,
      ...(tree === undefined ? {} : { tree }),
      alter: async (_, plan) => ({ ...plan, nodeArguments }),
    });
    const { demo } = await cluster.makeDemo(cluster.nodes[0]!.port);
    return new Pair(name, cluster, demo, await postmasterPid(cluster.dataDir));
  }

  /** A new event of the owner. Its shard decides which node gets an event, so about every second one is of no use. */
  private async event(): Promise<Target> {
    this.schemaId ??= await makeSchema(this.caller, seatCount, 0);
    const pids = this.cluster.nodes.map(({ pid }) => pid);
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const target = await makeEvent(this.caller, this.demo, this.schemaId, this.last);
      this.last = target;
      // An event has an owner only after its first call.
      await makeSessions(this.visitors[owner]!, target, 1);
      const found = (await ownersOf(this.cluster.databaseUrl, pids, [target.eventId])).get(target.eventId);
      if (found === owner) return target;
    }
    throw new InvalidRun(`none of ${attemptsMax} events came to the owner`);
  }

  /** Holds on a new event, asked of its owner or of the other node, and what they cost each process. */
  async holds(
    way: 'local' | 'forwarded',
    generator: LoadGenerator,
    ask: { readonly connections: number; readonly seconds: number; readonly warmSeconds: number },
  ): Promise<Costs> {
    const target = await this.event();
    const asked = way === 'local' ? owner : other;
    const sessionIds = await makeSessions(this.visitors[asked]!, target, ask.connections);
    await Promise.all([this.node(0).pid, this.node(1).pid, this.storePid].map(untilIdle));
    const { baseUrl } = this.node(asked);
    const forwardedBefore = await this.forwardedBy(asked);
    const before = await this.readings();
    const { connections, seconds, warmSeconds } = ask;
    const size = { connections, seconds, warmSeconds };
    const load = await generator.run({ kind: 'holds', baseUrl, sessionIds, target, choice: 'apart', ...size });
    const after = await this.readings();
    const forwarded = (await this.forwardedBy(asked)) - forwardedBefore;
    checkLoad(load);
    remember(this.evidence, load);
    // The generator also needs time to connect and to report; calls outside the counted time cost the same.
    const calls = load.timeline.reduce((sum, count) => sum + count, 0);
    checkWay(way, forwarded, calls);
    const micros = (place: 0 | 1 | 2): number => ((after[place] - before[place]) / calls) * 1e6;
    return {
      perSecond: load.all.done / load.seconds,
      p50Ms: load.all.p50Ms,
      p99Ms: load.all.p99Ms,
      asked: micros(asked),
      owner: way === 'local' ? null : micros(owner),
      store: micros(2),
    };
  }

  /** A new event of the owner, and where its calls are answered. */
  async answering(): Promise<Answering> {
    const { baseUrl } = this.node(owner);
    const { databaseUrl } = this.cluster;
    const { organizationToken } = this.demo;
    return { baseUrl, databaseUrl, organizationToken, visitor: this.visitors[owner]!, target: await this.event() };
  }

  /** Throws `InvalidRun` when anything that was acknowledged is missing, duplicated or shown differently. */
  async audit(): Promise<void> {
    const { findings } = await audit(this.cluster.databaseUrl, this.caller, this.evidence);
    if (findings.length > 0) throw new InvalidRun(`${this.name}: the audit failed:\n${findings.join('\n')}`);
  }

  async close(): Promise<void> {
    this.caller.close();
    for (const client of [...this.visitors, ...this.operators]) client.close();
    await this.cluster.dispose();
  }

  private node(place: number): Service {
    return this.cluster.nodes[place] as Service;
  }

  /** Calls that a node has forwarded since it started. */
  private async forwardedBy(place: number): Promise<number> {
    return (await readMetrics(this.operators[place] as Client)).get('usher_forwarded_total') ?? 0;
  }

  /** Seconds of processor time: of both nodes, and of the database. */
  private async readings(): Promise<readonly [number, number, number]> {
    const [first, second, store] = await Promise.all([
      processorSeconds(this.node(0).pid),
      processorSeconds(this.node(1).pid),
      familySeconds(this.storePid),
    ]);
    if (first === null || second === null || store === null) throw new InvalidRun('the system tells no processor time');
    return [first, second, store];
  }
}

function checkLoad({ all, broken }: LoadResult): void {
  const { done, conflicts, refused, failed } = all;
  if (conflicts + refused + failed + broken <= done / 100) return;
  throw new InvalidRun(
    `${done} calls were done, ${conflicts} met a conflict, ${refused + failed} were refused or failed, ${broken} broke off`,
  );
}

/** An event that moved during a round would be charged to the wrong node. */
function checkWay(way: 'local' | 'forwarded', forwarded: number, calls: number): void {
  const isWrong = way === 'local' ? forwarded > calls * strayShareMax : forwarded < calls * (1 - strayShareMax);
  if (isWrong) throw new InvalidRun(`${forwarded} of ${calls} ${way} calls were forwarded`);
}
