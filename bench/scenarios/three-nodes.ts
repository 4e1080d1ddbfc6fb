/**
 * Study: what it costs to ask a node that does not own the event. Three nodes with three Redis on one PostgreSQL, all
 * processes of this machine, so that only the ratio means anything; the same holds of one event at its owner and elsewhere.
 */
import { audit } from '../audit.ts';
import { makeEvent, makeSchema } from '../catalog.ts';
import { Client } from '../client.ts';
import { Cluster } from '../cluster/cluster.ts';
import { ownersOf } from '../drill/owners.ts';
import { type Evidence, remember } from '../evidence.ts';
import { LoadGenerator } from '../load.ts';
import { readMetrics } from '../metrics.ts';
import type { Service } from '../service.ts';
import { benchSettings, Void } from '../stage.ts';
import { median, medianRatio } from '../statistics.ts';
import type { Study } from '../study.ts';
import { makeCrowd } from './crowd.ts';
import type { ApartDefinition, StudyAsked } from './definition.ts';
import { holds } from './holds.ts';
import type { Round } from './scenario.ts';

const seatCount = 10_000;
const connections = 64;

export const threeNodes: ApartDefinition = {
  kind: 'apart',
  name: 'three-nodes',
  about: 'Three nodes: holds asked of the event’s owner against holds that another node forwards',
  unit: 'calls',
  isEssential: false,
  async run(ask): Promise<Study> {
    ask.tell('three nodes start');
    const cluster = await Cluster.start({ settings: benchSettings });
    const generator = new LoadGenerator();
    try {
      return await compare(cluster, generator, ask);
    } finally {
      generator.close();
      await cluster.dispose();
    }
  },
};

async function compare(cluster: Cluster, generator: LoadGenerator, ask: StudyAsked): Promise<Study> {
  const { demo } = await cluster.makeDemo(cluster.nodes[0]!.port);
  const owner = new Client(cluster.nodes[0]!.baseUrl, { 'x-api-key': demo.organizationToken });
  const clients = cluster.nodes.map(({ baseUrl }) => new Client(baseUrl));
  const evidence: Evidence = { holds: [], bought: [], booked: [] };
  try {
    const target = await makeEvent(owner, demo, await makeSchema(owner, seatCount, 0));
    evidence.holds.push(...(await makeCrowd(clients[0]!, target, 1)));
    const home = (await ownersOf(cluster.databaseUrl, cluster.nodes, [target.eventId])).get(target.eventId);
    if (home === undefined) throw new Void('three nodes: nobody owns the event');
    const at = (name: string, place: number) => {
      const node = cluster.nodes[place] as Service;
      const operator = clients[place]!;
      const others = cluster.nodes.filter((one) => one !== node).map(({ pid }) => pid);
      const server = { pid: node.pid, storePid: null, bystanders: others, operator, loopP99Ms: null };
      const free = { ...target, seats: target.seats.slice(1) };
      const setting = { name, baseUrl: node.baseUrl, server: () => server, visitor: operator, target: free, generator };
      return holds({ ...setting, remember: (load) => remember(evidence, load) });
    };
    const scenarios = [at('local', home), at('forwarded', (home + 1) % cluster.nodes.length)];
    const { seconds, warmSeconds } = ask;
    for (const scenario of scenarios) await scenario.round({ connections, seconds, warmSeconds });
    const elsewhere = clients[(home + 1) % cluster.nodes.length]!;
    const forwardedBefore = await forwardedBy(elsewhere);
    const rounds: Round[] = [];
    for (let number = 0; number < ask.rounds; number++) {
      for (const scenario of scenarios) {
        ask.tell(scenario.name);
        const round = await scenario.round({ connections, seconds, warmSeconds });
        if (round.voidReason !== null) throw new Void(`three nodes, ${scenario.name}: ${round.voidReason}`);
        rounds.push(round);
      }
    }
    const done = rounds.reduce((sum, round) => sum + (round.scenario === 'forwarded' ? round.done : 0), 0);
    const passedOn = (await forwardedBy(elsewhere)) - forwardedBefore;
    if (passedOn < done) throw new Void(`three nodes: ${passedOn} calls were forwarded, ${done} were to be`);
    const { findings } = await audit(cluster.databaseUrl, owner, evidence);
    if (findings.length > 0) throw new Void(`three nodes, the audit failed:\n${findings.join('\n')}`);
    return present(rounds);
  } finally {
    owner.close();
    for (const client of clients) client.close();
  }
}

/** Commands that a node has asked of others since it started. */
async function forwardedBy(node: Client): Promise<number> {
  return (await readMetrics(node)).get('usher_forwarded_total') ?? 0;
}

function present(rounds: readonly Round[]): Study {
  const lines = ['local', 'forwarded'].map((name) => {
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
    about: `${connections} connections in closed loop on one event; CPU is that of the node that was asked. The audit of the cluster's own database passed.`,
    figures: {
      'forwarded to local': medianRatio(rates('forwarded'), rates('local')),
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
