/** Past runs, one JSON line each, so that any two can be compared. A line is never changed. */
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RunReport } from './run-report.ts';
import { quotient } from './statistics.ts';

export interface PastRun {
  /** ISO 8601. */
  readonly at: string;
  readonly version: string | null;
  readonly processor: string;
  readonly isQuick: boolean;
  readonly figures: Readonly<Record<string, number | null>>;
}

export interface Difference {
  readonly figure: string;
  readonly a: number | null;
  readonly b: number | null;
  /** B divided by A; null when either is unknown. */
  readonly ratio: number | null;
}

/** Adds a run at the end of the file. */
export async function rememberRun(file: string, report: RunReport): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${JSON.stringify(pastRunOf(report))}\n`);
}

/** The runs of a file, the oldest first; none when there is no file. */
export async function readRuns(file: string): Promise<PastRun[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/**
 * A run by its number from 1, by "last", or by a prefix of its time. Throws an Error with one line when there is none.
 */
export function pickRun(runs: readonly PastRun[], name: string): PastRun {
  const byTime = runs.filter(({ at }) => at.startsWith(name));
  const byNumber = /^\d{1,3}$/.test(name) ? runs[Number(name) - 1] : undefined;
  const run = name === 'last' ? runs.at(-1) : (byNumber ?? byTime.at(-1));
  if (run === undefined) throw new Error(`the history has ${runs.length} runs and none is '${name}'`);
  return run;
}

/** Every figure of either run, those of `a` first. */
export function compareRuns(a: PastRun, b: PastRun): Difference[] {
  const names = new Set([...Object.keys(a.figures), ...Object.keys(b.figures)]);
  return [...names].map((figure) => {
    const [before, after] = [a.figures[figure] ?? null, b.figures[figure] ?? null];
    return { figure, a: before, b: after, ratio: quotient(after, before) };
  });
}

function pastRunOf({ at, machine, options, figures, studies }: RunReport): PastRun {
  const flat: Record<string, number | null> = {};
  for (const line of figures) {
    const where = `${line.scenario}, ${line.connections} connections`;
    flat[`${where}: per second`] = line.perSecond;
    flat[`${where}: p50 ms`] = line.p50Ms;
    flat[`${where}: p99 ms`] = line.p99Ms;
    flat[`${where}: CPU µs`] = line.cpuMicros;
    flat[`${where}: loop delay p99 ms`] = line.loopP99Ms;
    for (const [to, ratio] of Object.entries(line.ratios)) flat[`${where}: to ${to}`] = ratio;
    if (line.toRawSocket !== null) flat[`${where}: CPU to the raw socket`] = line.toRawSocket;
  }
  for (const [name, study] of Object.entries(studies)) {
    for (const [figure, value] of Object.entries(study.figures)) flat[`${name}: ${figure}`] = value;
  }
  return {
    at,
    version: machine.version,
    processor: `${machine.processor}, ${machine.cores} cores`,
    isQuick: options.isQuick,
    figures: flat,
  };
}
