/** What a measured scenario is, and how one round of it is run: load from outside, readings before and after. */
import type { Client } from '../client.ts';
import type { LoadResult, Plan, StepFigures } from '../load/plan.ts';
import type { LoadGenerator } from '../load.ts';
import { averageBetween, readMetrics } from '../metrics.ts';
import { comesToRest, processorSeconds } from '../processor.ts';

export interface Scenario {
  readonly name: string;
  /** What `perSecond` counts: calls that were done, or whole purchases. */
  readonly unit: 'calls' | 'purchases';
  round(ask: RoundAsked): Promise<Round>;
}

export interface RoundAsked {
  readonly connections: number;
  readonly seconds: number;
  readonly warmSeconds: number;
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
  /** Commands that the event's actor decided in one turn, and milliseconds of an append; null where nobody counts. */
  readonly averageBatch: number | null;
  readonly averageAppendMs: number | null;
  /** Processor time per second of the round: 1 is one core. */
  readonly generatorBusy: number;
  readonly serverBusy: number | null;
  /** Why the round says nothing; null when it does. */
  readonly voidReason: string | null;
}

/** Who is measured: its process, and its metrics when it has any. */
export interface Server {
  readonly pid: number;
  /** Other processes that must have nothing to do, so that they take nothing away. */
  readonly bystanders: readonly number[];
  readonly operator: Client | null;
}

const doneShareMin = 0.5;
const failedShareMax = 0.01;

/** Runs one round against a server at rest; resolves with the figures and with what the generator remembers. */
export async function measure(
  scenario: Pick<Scenario, 'name' | 'unit'>,
  { server, generator, plan }: { server: Server; generator: LoadGenerator; plan: Plan },
): Promise<{ round: Round; load: LoadResult }> {
  for (const pid of [server.pid, ...server.bystanders]) await comesToRest(pid);
  const metricsBefore = server.operator === null ? null : await readMetrics(server.operator);
  const processorBefore = await processorSeconds(server.pid);
  const startedAt = performance.now();
  const load = await generator.run(plan);
  const elapsed = (performance.now() - startedAt) / 1000;
  const processorAfter = await processorSeconds(server.pid);
  const metricsAfter = server.operator === null ? null : await readMetrics(server.operator);
  const average = (histogram: string) =>
    metricsBefore === null || metricsAfter === null ? null : averageBetween(metricsBefore, metricsAfter, histogram);
  const appendSeconds = average('usher_journal_append_seconds');
  const { all } = load;
  const round: Round = {
    scenario: scenario.name,
    connections: plan.connections,
    seconds: load.seconds,
    perSecond: (scenario.unit === 'calls' ? all.done : load.purchases) / load.seconds,
    p50Ms: scenario.unit === 'calls' ? all.p50Ms : load.purchaseP50Ms,
    p99Ms: scenario.unit === 'calls' ? all.p99Ms : load.purchaseP99Ms,
    done: all.done,
    conflicts: all.conflicts,
    refused: all.refused,
    failed: all.failed,
    broken: load.broken,
    steps: load.steps,
    averageBatch: average('usher_batch_commands'),
    averageAppendMs: appendSeconds === null ? null : appendSeconds * 1000,
    generatorBusy: load.generatorBusy,
    serverBusy:
      processorBefore === null || processorAfter === null ? null : (processorAfter - processorBefore) / elapsed,
    voidReason: voidReasonOf(load),
  };
  return { round, load };
}

function voidReasonOf({ all, broken, isSoldOut }: LoadResult): string | null {
  const answers = all.done + all.conflicts + all.refused + all.failed;
  if (answers === 0) return 'nothing was answered';
  if (all.done < answers * doneShareMin) return `only ${all.done} of ${answers} calls succeeded`;
  if (all.failed + broken > answers * failedShareMax) return `${all.failed} calls failed and ${broken} broke off`;
  return isSoldOut ? 'everything was sold before the round was over' : null;
}
