/** Defines a measured scenario and runs one round of it: load from outside, readings before and after. */

import type { LoadGenerator } from '../load/load.ts';
import type { LoadResult, Plan, StepFigures } from '../load/plan.ts';
import { quotient } from '../reporting/statistics.ts';
import type { Client } from '../stand/client.ts';
import { averageBetween, type Metrics, readMetrics } from '../stand/metrics.ts';
import { familySeconds, machineSeconds, processorSeconds, untilIdle } from '../stand/processor.ts';

export interface Scenario {
  readonly name: string;
  /** What `perSecond` counts: successful calls, answers by the rules (success or conflict), or whole purchases. */
  readonly unit: 'calls' | 'answers' | 'purchases';
  round(ask: RoundAsked): Promise<Round>;
}

export interface RoundAsked {
  readonly connections: number;
  readonly seconds: number;
  readonly warmSeconds: number;
  /** Open loop at this rate; absent: closed loop. */
  readonly perSecond?: number;
}

export interface Round {
  readonly scenario: string;
  readonly connections: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly done: number;
  readonly conflicts: number;
  readonly refused: number;
  readonly failed: number;
  readonly broken: number;
  readonly steps: Readonly<Record<string, StepFigures>>;
  /**
   * Commands that the event's actor decided in one turn, and milliseconds of an append; null where the server has no
   * metrics.
   */
  readonly averageBatch: number | null;
  readonly averageAppendMs: number | null;
  /** Processor time per second of the round: 1 is one core. `storeBusy`: of the database behind the server. */
  readonly generatorBusy: number;
  readonly serverBusy: number | null;
  readonly storeBusy: number | null;
  /** Share of the machine's time that its host has stolen; null where unknown. */
  readonly stolen: number | null;
  /** Microseconds of the server's processor time for each unit that `perSecond` counts; without its database. */
  readonly cpuMicros: number | null;
  /** 99th percentile of the delay of the server's loop, including the 10 ms between two samples. */
  readonly loopP99Ms: number | null;
  /** Why the round is invalid; null when it is valid. */
  readonly invalidReason: string | null;
}

/** The server that is measured: its process, and its metrics if it has any. */
export interface Server {
  readonly pid: number;
  /** The database behind it; null when it has none. */
  readonly storePid: number | null;
  /** Processes that must be idle when a round begins, because they share the processor. */
  readonly bystanders: readonly number[];
  readonly operator: Client | null;
  /** Reads the loop's delay since the last reading; for a server without metrics. */
  readonly loopP99Ms: (() => Promise<number>) | null;
}

export interface Measured {
  readonly server: Server;
  readonly generator: Pick<LoadGenerator, 'run'>;
  readonly plan: Plan;
}

const doneShareMin = 0.5;
const failedShareMax = 0.01;

interface Readings {
  readonly at: number;
  readonly metrics: Metrics | null;
  readonly server: number | null;
  readonly store: number | null;
  readonly machine: Awaited<ReturnType<typeof machineSeconds>>;
  readonly loopP99Ms: number | null;
}

/** Runs one round against a server at rest; resolves with the figures and with the generator's records. */
export async function measure(
  scenario: Pick<Scenario, 'name' | 'unit'>,
  { server, generator, plan }: Measured,
): Promise<{ round: Round; load: LoadResult }> {
  await Promise.all([...new Set([server.pid, ...server.bystanders])].map(untilIdle));
  const before = await read(server);
  const load = await generator.run(plan);
  const after = await read(server);
  const elapsed = (after.at - before.at) / 1000;
  const busy = (of: 'server' | 'store') => {
    if (before[of] === null || after[of] === null) return null;
    // A child process of the database that has ended is missing in the second reading.
    return after[of] < before[of] ? null : (after[of] - before[of]) / elapsed;
  };
  const average = (histogram: string) =>
    before.metrics === null || after.metrics === null ? null : averageBetween(before.metrics, after.metrics, histogram);
  const appendSeconds = average('usher_journal_append_seconds');
  const { all } = load;
  const isPurchase = scenario.unit === 'purchases';
  const counted = { calls: all.done, answers: all.done + all.conflicts, purchases: load.purchases }[scenario.unit];
  const perSecond = counted / load.seconds;
  const serverBusy = busy('server');
  const round: Round = {
    scenario: scenario.name,
    connections: plan.connections,
    seconds: load.seconds,
    perSecond,
    p50Ms: isPurchase ? load.purchaseP50Ms : all.p50Ms,
    p99Ms: isPurchase ? load.purchaseP99Ms : all.p99Ms,
    done: all.done,
    conflicts: all.conflicts,
    refused: all.refused,
    failed: all.failed,
    broken: load.broken,
    steps: load.steps,
    averageBatch: average('usher_batch_commands'),
    averageAppendMs: appendSeconds === null ? null : appendSeconds * 1000,
    generatorBusy: load.generatorBusy,
    serverBusy,
    storeBusy: busy('store'),
    stolen: stolenBetween(before, after),
    cpuMicros: serverBusy === null ? null : (serverBusy / perSecond) * 1e6,
    loopP99Ms: after.loopP99Ms,
    invalidReason: invalidReasonOf(load, scenario.unit),
  };
  return { round, load };
}

/** Every reading resets the percentiles of the metrics and of the baselines' loops. */
async function read({ pid, storePid, operator, loopP99Ms }: Server): Promise<Readings> {
  const metrics = operator === null ? null : await readMetrics(operator);
  const lag = metrics?.get('nodejs_eventloop_lag_p99_seconds');
  return {
    at: performance.now(),
    metrics,
    server: await processorSeconds(pid),
    store: storePid === null ? null : await familySeconds(storePid),
    machine: await machineSeconds(),
    loopP99Ms: lag === undefined ? ((await loopP99Ms?.()) ?? null) : lag * 1000,
  };
}

function stolenBetween({ machine: before }: Readings, { machine: after }: Readings): number | null {
  if (before === null || after === null) return null;
  return quotient(after.stolen - before.stolen, after.all - before.all);
}

function invalidReasonOf({ all, broken, isSoldOut }: LoadResult, unit: Scenario['unit']): string | null {
  const answers = all.done + all.conflicts + all.refused + all.failed;
  const good = unit === 'answers' ? all.done + all.conflicts : all.done;
  if (answers === 0) return 'nothing was answered';
  if (all.done === 0) return 'nothing was done';
  if (good < answers * doneShareMin) return `only ${good} of ${answers} calls succeeded`;
  if (all.failed + broken > answers * failedShareMax) return `${all.failed} calls failed and ${broken} broke off`;
  return isSoldOut ? 'everything was sold before the round was over' : null;
}
