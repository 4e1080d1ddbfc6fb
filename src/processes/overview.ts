/**
 * The operators' view of all worker processes: one page of metrics, and one state of health. Promises that counters do
 * not fall when a worker ends, that a worker which hangs makes the service not ready, and that it delays a scrape by a
 * bounded time only.
 */
import type { Log } from '#actors/ports.ts';
import { makeOperationsServer } from '#http/ops/listener.ts';
import { MergedMetrics } from '#http/ops/merged-metrics.ts';
import { makeProcessPage } from '#http/ops/process-metrics.ts';
import type { GracefulServer } from '#http/server/graceful-server.ts';
import { release } from '#storage/upgrade/build.ts';
import type { WorkerProcess } from './worker-process.ts';

/** Collecting the metrics of a worker takes some 20 ms; its loop may be busy. */
const metricsMsMax = 2_000;
/** Shorter than the usual time limit of a health check. */
const readinessMsMax = 1_000;

export interface OverviewOptions {
  /** The newest process of every worker. */
  readonly processes: () => readonly WorkerProcess[];
  /** All workers have been open, and the service is not stopping. */
  readonly isReady: () => boolean;
  readonly log: Log;
}

export interface Overview {
  /** The listener for operators, not yet listening. */
  readonly server: GracefulServer;
  /** Keeps the counts of a process that has ended. */
  ended(process: WorkerProcess): void;
}

export function makeOverview({ processes, isReady, log }: OverviewOptions): Overview {
  const merged = new MergedMetrics();
  const ownPage = makeProcessPage(release);
  const lastPages = new Map<WorkerProcess, string>();

  const pageOf = async (process: WorkerProcess): Promise<void> => {
    const text = await process.ask('metrics', metricsMsMax);
    if (text !== null && !process.hasEnded) lastPages.set(process, text);
  };

  const metricsText = async (): Promise<string> => {
    await Promise.all(processes().map(pageOf));
    const byWorker = [...lastPages].sort(([one], [other]) => one.worker - other.worker);
    const pages = byWorker.map(([process, text]) => ({ worker: `${process.worker}`, text }));
    return merged.merge([...pages, { worker: 'parent', text: await ownPage() }]);
  };

  /** A worker that is being started again does not count: the others have its events. */
  const whyNotReady = async (): Promise<string | null> => {
    if (!isReady()) return 'The service is starting or stopping.';
    const open = processes().filter(({ isOpen }) => isOpen);
    if (open.length === 0) return 'No worker is running.';
    const reasons = await Promise.all(open.map((process) => obstacleOf(process)));
    return reasons.find((reason) => reason !== null) ?? null;
  };

  /** All workers have the same database: one answer is enough. */
  const answerOf = async (question: 'warning' | 'cluster version'): Promise<string | null> =>
    (await processes()
      .find(({ isOpen }) => isOpen)
      ?.ask(question, readinessMsMax)) || null;
  const warning = (): Promise<string | null> => answerOf('warning');
  const clusterVersion = async (): Promise<number | null> => {
    const text = await answerOf('cluster version');
    return text === null ? null : Number(text);
  };

  return {
    server: makeOperationsServer({ metricsText, whyNotReady, clusterVersion, warning, log }),
    ended: (process) => {
      const page = lastPages.get(process);
      if (page !== undefined) merged.keep(page);
      lastPages.delete(process);
    },
  };
}

async function obstacleOf(process: WorkerProcess): Promise<string | null> {
  const reason = await process.ask('readiness', readinessMsMax);
  if (process.hasEnded || reason === '') return null;
  return reason ?? `Worker ${process.worker} does not answer.`;
}
