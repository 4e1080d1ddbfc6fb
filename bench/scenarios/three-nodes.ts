/**
 * Study: the cost of a call to a node that does not own the event and forwards it, and the cost of the cluster for the
 * owner. Three nodes with three Redis on one PostgreSQL, and a single node on another. All are processes of this
 * machine, so only ratios mean anything.
 */

import { audit } from '../audit/audit.ts';
import { type Evidence, noEvidence, remember } from '../audit/evidence.ts';
import { LoadGenerator } from '../load/load.ts';
import type { Target } from '../load/plan.ts';
import { median, medianRatio } from '../reporting/statistics.ts';
import { makeEvent, makeSchema } from '../stand/catalog.ts';
import { Client } from '../stand/client.ts';
import { Cluster } from '../stand/cluster/cluster.ts';
import { databaseUrl } from '../stand/database.ts';
import { readMetrics } from '../stand/metrics.ts';
import { ownersOf } from '../stand/owners.ts';
import { type Demo, Service } from '../stand/service.ts';
import { benchSettings, InvalidRun } from '../stand/stage.ts';
import { makeSingleSeatCarts } from './carts.ts';
import type { ApartDefinition, StudyAsked } from './definition.ts';
import { holds } from './holds.ts';
import type { Round, Scenario } from './scenario.ts';
import type { Study } from './study.ts';

const seatCount = 10_000;
const connections = 64;

export const threeNodes: ApartDefinition = {
  kind: 'apart',
  name: 'three-nodes',
  about: 'Three nodes: holds asked of the event’s owner, of another node that forwards them, and of a node alone',
  unit: 'calls',
  isEssential: false,
  async run(ask): Promise<Study> {
    ask.tell('three nodes start');
    const cluster = await Cluster.start({ settings: benchSettings });
    const generator = new LoadGenerator();
    try {
      const lone = await Service.start(benchSettings);
      return await compare(cluster, lone, generator, ask).finally(() => lone.dispose());
    } finally {
      generator.close();
      await cluster.dispose();
    }
  },
};

async function compare(cluster: Cluster, lone: Service, generator: LoadGenerator, ask: StudyAsked): Promise<Study> {
  const { demo } = await cluster.makeDemo(cluster.nodes[0]!.port);
  const hall = await Hall.open(cluster.nodes, demo, cluster.databaseUrl);
  const apart = await Hall.open([lone], await lone.demo(), await databaseUrl(lone.dataDir));
  try {
    const nodePids = cluster.nodes.map(({ pid }) => pid);
    const home = (await ownersOf(cluster.databaseUrl, nodePids, [hall.target.eventId])).get(hall.target.eventId);
    if (home === undefined) throw new InvalidRun('three nodes: no node owns the event');
    const away = (home + 1) % cluster.nodes.length;
    const forwardedBefore = await hall.forwardedBy(away);
    const pids = [...cluster.nodes, lone].map(({ pid }) => pid);
    const rounds = await runRounds(
      [
        hall.scenario('local', home, pids, generator),
        hall.scenario('forwarded', away, pids, generator),
        apart.scenario('lone', 0, pids, generator),
      ],
      ask,
    );
    const done = rounds.reduce((sum, round) => sum + (round.scenario === 'forwarded' ? round.done : 0), 0);
    const passedOn = (await hall.forwardedBy(away)) - forwardedBefore;
    if (passedOn < done) throw new InvalidRun(`three nodes: only ${passedOn} of ${done} calls were forwarded`);
    await hall.audit();
    await apart.audit();
    return present(rounds);
  } finally {
    hall.close();
    apart.close();
  }
}

/** Every scenario once to warm up, then in turn. */
async function runRounds(scenarios: readonly Scenario[], ask: StudyAsked): Promise<Round[]> {
  const { seconds, warmSeconds } = ask;
  for (const scenario of scenarios) await scenario.round({ connections, seconds, warmSeconds });
  const rounds: Round[] = [];
  for (let number = 0; number < ask.rounds; number++) {
    for (const scenario of number % 2 === 0 ? scenarios : scenarios.toReversed()) {
      ask.tell(scenario.name);
      rounds.push(await ask.runRound(scenario, { connections, seconds, warmSeconds }));
    }
  }
  return rounds;
}

/** One event on one database, the nodes that serve it, and the evidence of what was acknowledged. */
class Hall {
  readonly target: Target;
  private readonly nodes: readonly Service[];
  private readonly owner: Client;
  private readonly clients: readonly Client[];
  /** Read the nodes' metrics. */
  private readonly operators: readonly Client[];
  private readonly databaseUrl: string;
  private readonly evidence: Evidence = noEvidence();

  private constructor(nodes: readonly Service[], owner: Client, target: Target, databaseUrl: string) {
    this.nodes = nodes;
    this.owner = owner;
    this.target = target;
    this.databaseUrl = databaseUrl;
    this.clients = nodes.map(({ baseUrl }) => new Client(baseUrl));
    this.operators = nodes.map(({ operationsUrl }) => new Client(operationsUrl));
  }

  static async open(nodes: readonly Service[], demo: Demo, databaseUrl: string): Promise<Hall> {
    const owner = new Client(nodes[0]!.baseUrl, { 'x-api-key': demo.organizationToken });
    const target = await makeEvent(owner, demo, await makeSchema(owner, seatCount, 0));
    const hall = new Hall(nodes, owner, target, databaseUrl);
    // An event has an owner only after its first call.
    hall.evidence.holds.push(...(await makeSingleSeatCarts(hall.clients[0]!, target, 1)));
    return hall;
  }

  /** Holds sent to one of the nodes; `pids` are all processes that share the machine. */
  scenario(name: string, place: number, pids: readonly number[], generator: LoadGenerator): Scenario {
    const { baseUrl, pid } = this.nodes[place] as Service;
    const operator = this.operators[place]!;
    const server = { pid, storePid: null, bystanders: pids, operator, loopP99Ms: null };
    const free = { ...this.target, seats: this.target.seats.slice(1) };
    return holds({
      name,
      baseUrl,
      server: () => server,
      visitor: this.clients[place]!,
      event: async () => free,
      generator,
      remember: (load) => remember(this.evidence, load),
    });
  }

  /** Commands that a node has forwarded to others since it started. */
  async forwardedBy(place: number): Promise<number> {
    return (await readMetrics(this.operators[place]!)).get('usher_forwarded_total') ?? 0;
  }

  async audit(): Promise<void> {
    const { findings } = await audit(this.databaseUrl, this.owner, this.evidence);
    if (findings.length > 0) throw new InvalidRun(`three nodes, the audit failed:\n${findings.join('\n')}`);
  }

  close(): void {
    this.owner.close();
    for (const client of [...this.clients, ...this.operators]) client.close();
  }
}

function present(rounds: readonly Round[]): Study {
  const lines = ['local', 'forwarded', 'lone'].map((name) => {
    const own = rounds.filter(({ scenario }) => scenario === name);
    const middle = (of: (round: Round) => number | null) => median(own.map(of));
    return {
      name,
      perSecond: middle(({ perSecond }) => Math.round(perSecond)),
      p50Ms: middle(({ p50Ms }) => p50Ms),
      p99Ms: middle(({ p99Ms }) => p99Ms),
      cpuMicros: middle(({ cpuMicros }) => cpuMicros),
    };
  });
  const rates = (name: string) => rounds.filter(({ scenario }) => scenario === name).map(({ perSecond }) => perSecond);
  return {
    title: 'Three nodes',
    about: `${connections} connections in closed loop on one event; CPU is that of the node that was asked; the lone node has a database of its own. The audits of both databases passed.`,
    figures: {
      'forwarded to local': medianRatio(rates('forwarded'), rates('local')),
      'local to lone': medianRatio(rates('local'), rates('lone')),
      'local p50 ms': lines[0]!.p50Ms,
      'local p99 ms': lines[0]!.p99Ms,
      'forwarded p50 ms': lines[1]!.p50Ms,
      'forwarded p99 ms': lines[1]!.p99Ms,
    },
    tables: [
      { columns: ['asked', 'calls/s', 'p50 ms', 'p99 ms', 'CPU µs'], rows: lines.map((line) => Object.values(line)) },
    ],
    plots: [],
    checks: [],
  };
}
