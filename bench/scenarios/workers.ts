/**
 * Study: a service of two workers against one of a single process, under holds over many events, in turn. On a machine
 * with few cores the load generator sets the rate, so they are compared by the processor time of a call in all processes
 * of each service: what two workers could do with a core each follows from it. Every process gets the same calls in a
 * second, because one with half of the calls has smaller batches. Half of the calls reach the worker that does not have
 * their event.
 */
import { remember } from '../audit/evidence.ts';
import type { RoamingPlan, Target } from '../load/plan.ts';
import { median, medianRatio, quotient } from '../reporting/statistics.ts';
import { makeEvents, makeSchema } from '../stand/catalog.ts';
import { readMetrics } from '../stand/metrics.ts';
import { familySeconds, processorSeconds, untilIdle } from '../stand/processor.ts';
import { InvalidRun, Stage } from '../stand/stage.ts';
import { workerPids } from '../stand/worker-processes.ts';
import type { ApartDefinition, StudyAsked } from './definition.ts';
import { makeSessions } from './holds.ts';
import { measure, type Round, type RoundAsked, type Scenario } from './scenario.ts';
import { atLeast, type Study } from './study.ts';

/** No divisor of a usual number of connections: the sessions of a connection are on different events. */
const events = 250;
const quickEvents = 50;
const seats = 200;
/** Many, so that every connection has events of both workers: otherwise a closed loop would prefer those that are near. */
const sessionsPerConnection = 8;
const crewSizes = [1, 2] as const;
/** `alike`: this rate for each process, which two cores can bear twice. `closed`: the same connections in closed loop. */
const callsPerProcess = 3_000;
/** Below this share of the rate the calls waited for the machine and came in larger batches: that compares nothing. */
const reachedMin = 0.9;
type Way = 'alike' | 'closed';
/** Twice the cores may cost a quarter more for each call. */
const capacityMin = 1.6;
/** With fewer calls than this at one worker, the kernel has not spread the connections. */
const workerShareMin = 0.2;

/** Microseconds of processor time for each call. */
interface Costs {
  readonly parent: number;
  /** Of all workers together; of the only process where there are no workers. */
  readonly workers: number;
  readonly store: number;
  /** Share of the busiest worker in the time of all workers. */
  readonly busiest: number;
  /** For each call: requests to another worker, and statements that append to the journal. */
  readonly forwarded: number;
  readonly appends: number;
}

type Measured = Round & { readonly costs: Costs };

export const workers: ApartDefinition = {
  kind: 'apart',
  name: 'workers',
  about: 'Two workers against one process: processor time of a call under the same holds over many events',
  unit: 'calls',
  isEssential: false,
  async run(ask): Promise<Study> {
    const connections = ask.connections.at(-1) as number;
    const crews: Crew[] = [];
    try {
      for (const size of crewSizes) {
        ask.tell(`making the service with WORKERS=${size}`);
        crews.push(await Crew.open(size, ask.isQuick ? quickEvents : events));
      }
      const series = crews.flatMap((crew) => [seriesOf(crew, 'alike'), seriesOf(crew, 'closed')]);
      await measureInTurn(series, connections, ask);
      ask.tell('audit');
      for (const crew of crews) await crew.audit();
      return present(series, connections);
    } finally {
      for (const crew of crews) await crew.close();
    }
  },
};

/** The rounds of one service under one kind of load. */
interface Series {
  readonly crew: Crew;
  readonly way: Way;
  readonly rounds: Measured[];
}

function seriesOf(crew: Crew, way: Way): Series {
  return { crew, way, rounds: [] };
}

/** Fills the series. Every second round has the reverse order; the first one only warms up. */
async function measureInTurn(
  all: readonly Series[],
  connections: number,
  { rounds, seconds, warmSeconds, runRound, tell }: StudyAsked,
): Promise<void> {
  const pids = all.flatMap(({ crew }) => crew.allPids);
  for (let number = 0; number <= rounds; number++) {
    for (const { crew, way, rounds: found } of number % 2 === 0 ? all : all.toReversed()) {
      tell(`round ${number} of ${rounds}: ${crew.name}, ${way}`);
      const rate = way === 'closed' ? {} : { perSecond: callsPerProcess * crew.size };
      const round = await runRound(crew.scenario(pids), { connections, seconds, warmSeconds, ...rate });
      if (number > 0) found.push({ ...round, costs: crew.costsOf(round) });
    }
  }
}

/** One service with its processes, its events and the costs of its rounds. */
class Crew {
  readonly name: string;
  private readonly stage: Stage;
  /** Empty: the service is one process. */
  private readonly workers: readonly number[];
  private readonly targets: readonly Target[];
  private readonly costs = new WeakMap<Round, Costs>();

  private constructor(stage: Stage, workers: readonly number[], targets: readonly Target[]) {
    this.name = workers.length === 0 ? 'one process' : `${workers.length} workers`;
    this.stage = stage;
    this.workers = workers;
    this.targets = targets;
  }

  static async open(size: number, eventCount: number): Promise<Crew> {
    const stage = await Stage.build({ isInspected: false, settings: { WORKERS: `${size}` } });
    try {
      const found = await workerPids(stage.service.pid);
      if (found.length !== (size === 1 ? 0 : size)) throw new InvalidRun(`${found.length} workers instead of ${size}`);
      const schemaId = await makeSchema(stage.owner, seats, 0);
      return new Crew(stage, found, await makeEvents(stage.owner, stage.demo, schemaId, eventCount));
    } catch (error) {
      await stage.tearDown();
      throw error;
    }
  }

  /** Processes that serve calls. */
  get size(): number {
    return Math.max(1, this.workers.length);
  }

  get allPids(): readonly number[] {
    return [this.stage.service.pid, this.stage.storePid];
  }

  /** Throws `InvalidRun` when anything that was acknowledged is missing, duplicated or shown differently. */
  async audit(): Promise<void> {
    await this.stage.audit();
  }

  close(): Promise<void> {
    return this.stage.tearDown();
  }

  costsOf(round: Round): Costs {
    return this.costs.get(round) as Costs;
  }

  /** `pids`: all processes that share the machine. */
  scenario(pids: readonly number[]): Scenario {
    const scenario = { name: this.name, unit: 'calls' } as const;
    return { ...scenario, round: (ask) => this.round(scenario, pids, ask) };
  }

  private async round(scenario: Pick<Scenario, 'name' | 'unit'>, pids: readonly number[], ask: RoundAsked) {
    const { stage, targets } = this;
    const { service, generator, evidence } = stage;
    const plan = { kind: 'roaming', baseUrl: service.baseUrl, targets, ...ask } as const;
    const sessions = await this.makeSessions(ask.connections * sessionsPerConnection);
    // Reading the metrics of workers costs processor time, so it is done outside of the measured time.
    const server = { ...stage.server, bystanders: pids, operator: null };
    const metricsBefore = await readMetrics(stage.operator);
    await Promise.all(pids.map(untilIdle));
    const before = await this.readings();
    const { round, load } = await measure(scenario, { server, generator, plan: { ...plan, sessions } });
    const after = await this.readings();
    const metrics = await readMetrics(stage.operator);
    remember(evidence, load);
    // The warm part costs as much as the counted one.
    const calls = load.timeline.reduce((sum, done) => sum + done, 0);
    const perCall = (name: string) => ((metrics.get(name) ?? 0) - (metricsBefore.get(name) ?? 0)) / calls;
    this.costs.set(round, {
      ...this.costsBetween(before, after, calls),
      forwarded: perCall('usher_forwarded_total'),
      appends: perCall('usher_journal_append_seconds_count'),
    });
    return round;
  }

  /** So many, on the events in turn. */
  private makeSessions(count: number): Promise<RoamingPlan['sessions']> {
    const making = Array.from({ length: count }, async (_, place) => {
      const target = place % this.targets.length;
      const [sessionId] = await makeSessions(this.stage.visitor, this.targets[target] as Target, 1);
      return { sessionId: sessionId as string, target };
    });
    return Promise.all(making);
  }

  private costsBetween(before: Readings, after: Readings, calls: number) {
    const micros = (of: (readings: Readings) => number) => ((of(after) - of(before)) / calls) * 1e6;
    const own = micros(({ service }) => service);
    const store = micros(({ store: seconds }) => seconds);
    if (this.workers.length === 0) return { parent: 0, workers: own, store, busiest: 1 };
    const each = this.workers.map((_, place) => micros(({ workers: seconds }) => seconds[place] as number));
    const all = each.reduce((sum, one) => sum + one, 0);
    if (Math.min(...each) < all * workerShareMin)
      throw new InvalidRun('the connections were not spread over the workers');
    return { parent: own, workers: all, store, busiest: Math.max(...each) / all };
  }

  private async readings(): Promise<Readings> {
    const { service, storePid } = this.stage;
    return {
      service: known(await processorSeconds(service.pid)),
      workers: (await Promise.all(this.workers.map(processorSeconds))).map(known),
      store: known(await familySeconds(storePid)),
    };
  }
}

/** Seconds of processor time since the start of each process. */
interface Readings {
  readonly service: number;
  readonly workers: readonly number[];
  readonly store: number;
}

function known(seconds: number | null): number {
  if (seconds === null) throw new InvalidRun('the system tells no processor time, or a process has ended');
  return seconds;
}

const ofService = ({ costs }: Measured): number => costs.parent + costs.workers;
const ofAll = (round: Measured): number => ofService(round) + round.costs.store;

/** The columns of the table. */
const columns: Readonly<Record<string, (round: Measured) => number>> = {
  'calls/s': ({ perSecond }) => perSecond,
  'p50 ms': ({ p50Ms }) => p50Ms,
  'p99 ms': ({ p99Ms }) => p99Ms,
  'parent µs': ({ costs }) => costs.parent,
  'workers µs': ({ costs }) => costs.workers,
  'database µs': ({ costs }) => costs.store,
  'all µs': ofAll,
  'appends a call': ({ costs }) => costs.appends,
  'forwarded share': ({ costs }) => costs.forwarded,
  'share of the busier worker': ({ costs }) => costs.busiest,
};

function middle(rounds: readonly Measured[], of: (round: Measured) => number): number | null {
  return median(rounds.map(of));
}

const loadNames: Readonly<Record<Way, string>> = { alike: `${callsPerProcess} a process`, closed: 'closed loop' };

function rowOf({ crew, way, rounds }: Series) {
  return [crew.name, loadNames[way], ...Object.values(columns).map((of) => middle(rounds, of))];
}

function isReached({ crew, rounds }: Series): boolean {
  return (middle(rounds, ({ perSecond }) => perSecond) ?? 0) >= callsPerProcess * crew.size * reachedMin;
}

/** Twice the processor time of a call of one process, over that of a call of two workers; null when it is not known. */
function capacity(all: readonly Series[], way: Way, of: (round: Measured) => number): number | null {
  const measured = all.filter((series) => series.way === way);
  if (way === 'alike' && !measured.every(isReached)) return null;
  const [one = [], two = []] = measured.map(({ rounds }) => rounds.map(of));
  return quotient(medianRatio(one, two), 1 / crewSizes[1]);
}

function present(all: readonly Series[], connections: number): Study {
  const [byService, byAll] = [capacity(all, 'alike', ofService), capacity(all, 'alike', ofAll)];
  const [one, , two] = all.map(({ rounds }) => middle(rounds, ofService));
  return {
    title: 'Two workers against one process',
    about:
      `${connections} connections hold and give back on the same number of events of either service, in turn: as many calls a second for ` +
      'each process, and in closed loop, where two workers have half as many each. Capacity: twice the processor time of a call of one ' +
      'process, over that of a call of two workers with their parent; it supposes a core for each worker, and others for PostgreSQL ' +
      'and the kernel. A forwarded call costs both workers.',
    figures: {
      'capacity of two workers to one process': byService,
      'the same with the database': byAll,
      'the same in closed loop': capacity(all, 'closed', ofService),
      'µs a call, one process': one ?? null,
      'µs a call, two workers and their parent': two ?? null,
    },
    tables: [{ columns: ['service', 'load', ...Object.keys(columns)], rows: all.map(rowOf) }],
    plots: [],
    checks: [
      atLeast(`two workers can do at least ${capacityMin} × the calls of one process`, byService, capacityMin),
      atLeast(`the same with the processor time of the database: at least ${capacityMin}`, byAll, capacityMin),
    ],
  };
}
