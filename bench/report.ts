/**
 * Turns rounds into figures: medians, and ratios taken within each round, because neighbours in time share the machine's
 * mood. Prints a table for people; the JSON has every round.
 */
import type { Round } from './scenarios/scenario.ts';

export interface Figures {
  readonly scenario: string;
  readonly connections: number;
  readonly rounds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly averageBatch: number | null;
  readonly averageAppendMs: number | null;
  /** Medians of the rounds' ratios to bare Koa and to the row-lock baseline of the same round; null where there is none. */
  readonly toBareKoa: number | null;
  readonly toRowLocks: number | null;
  readonly done: number;
  readonly conflicts: number;
  readonly refused: number;
  readonly failed: number;
  readonly broken: number;
  readonly generatorBusy: number;
  readonly serverBusy: number | null;
}

const rivals: Readonly<Record<string, string>> = {
  'hold/unhold': 'row-lock hold/unhold',
  purchase: 'row-lock purchase',
};
const bareKoaName = 'bare Koa';
/** Above this share of one core the generator, not the server, sets the pace. */
const generatorLimit = 0.95;
/** Bare Koa takes a whole core when it gets one. */
const saturated = 0.85;

/** One line of figures for each scenario and number of connections, in the order of the rounds. */
export function summarize(rounds: readonly Round[]): Figures[] {
  const groups = Map.groupBy(rounds, ({ scenario, connections }) => `${scenario} ${connections}`);
  return [...groups.values()].map((group) => {
    const { scenario, connections } = group[0]!;
    const sum = (count: (round: Round) => number) => group.reduce((total, round) => total + count(round), 0);
    return {
      scenario,
      connections,
      rounds: group.length,
      perSecond: median(group.map(({ perSecond }) => perSecond))!,
      p50Ms: median(group.map(({ p50Ms }) => p50Ms))!,
      p99Ms: median(group.map(({ p99Ms }) => p99Ms))!,
      averageBatch: median(group.map(({ averageBatch }) => averageBatch)),
      averageAppendMs: median(group.map(({ averageAppendMs }) => averageAppendMs)),
      toBareKoa: scenario === 'hold/unhold' ? ratio(group, rivalsOf(rounds, bareKoaName, connections)) : null,
      toRowLocks: ratio(group, rivalsOf(rounds, rivals[scenario], connections)),
      done: sum(({ done }) => done),
      conflicts: sum(({ conflicts }) => conflicts),
      refused: sum(({ refused }) => refused),
      failed: sum(({ failed }) => failed),
      broken: sum(({ broken }) => broken),
      generatorBusy: median(group.map(({ generatorBusy }) => generatorBusy))!,
      serverBusy: median(group.map(({ serverBusy }) => serverBusy)),
    };
  });
}

/** The middle value, the mean of the two in the middle; null when any value is missing or there is none. */
export function median(values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (sorted.length === 0 || sorted.length < values.length) return null;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function rivalsOf(rounds: readonly Round[], scenario: string | undefined, connections: number): Round[] {
  return rounds.filter((round) => round.scenario === scenario && round.connections === connections);
}

function ratio(group: readonly Round[], rival: readonly Round[]): number | null {
  if (rival.length !== group.length) return null;
  return median(group.map(({ perSecond }, index) => perSecond / rival[index]!.perSecond));
}

/** Prints the figures as a table, and a warning where the generator was the bottleneck. */
export function printFigures(figures: readonly Figures[]): void {
  console.table(
    figures.map((line) => ({
      scenario: line.scenario,
      connections: line.connections,
      'per second': Math.round(line.perSecond),
      'to bare Koa': fixed(line.toBareKoa, 2),
      'to row locks': fixed(line.toRowLocks, 1),
      'p50 ms': fixed(line.p50Ms, 2),
      'p99 ms': fixed(line.p99Ms, 2),
      batch: fixed(line.averageBatch, 1),
      'append ms': fixed(line.averageAppendMs, 2),
      done: line.done,
      conflicts: line.conflicts,
      'refused/failed/broken': `${line.refused}/${line.failed}/${line.broken}`,
      'busy server/generator': `${fixed(line.serverBusy, 2)}/${fixed(line.generatorBusy, 2)}`,
    })),
  );
  for (const { scenario, connections, generatorBusy, serverBusy } of figures) {
    const where = `${scenario}, ${connections} connections`;
    if (generatorBusy > generatorLimit) console.warn(`${where}: the load generator was the bottleneck, not the server`);
    if (scenario === bareKoaName && serverBusy !== null && serverBusy < saturated) {
      console.warn(`${where}: the machine was busy with something else, the figures say little`);
    }
  }
}

function fixed(value: number | null, digits: number): string {
  return value === null ? '' : value.toFixed(digits);
}
