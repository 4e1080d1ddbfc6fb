/**
 * Turns rounds into figures: medians, and ratios taken within each round, because the measurements of one round run
 * under the same conditions. Pure.
 */

import type { Round } from '../scenarios/scenario.ts';
import { above, atLeast, atMost, type Check } from '../scenarios/study.ts';
import { stolenMax } from '../scenarios/valid-rounds.ts';
import { median, medianRatio } from './statistics.ts';

export interface Figures {
  readonly scenario: string;
  readonly connections: number;
  readonly rounds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the server's process for each unit that is counted. */
  readonly cpuMicros: number | null;
  readonly loopP99Ms: number | null;
  readonly averageBatch: number | null;
  readonly averageAppendMs: number | null;
  /** Medians of the rounds' ratios, by the baseline's name; only baselines that were measured. */
  readonly ratios: Readonly<Record<string, number>>;
  /** Processor time of the raw socket server for one answer, over as many connections; null: not measured. */
  readonly rawSocketMicros: number | null;
  /**
   * Of a hold, also of one that is only journaled: median of the rounds' ratios of its processor time to the raw
   * socket's; null: no hold, or not measured.
   */
  readonly toRawSocket: number | null;
  readonly done: number;
  readonly conflicts: number;
  readonly refused: number;
  readonly failed: number;
  readonly broken: number;
  readonly generatorBusy: number;
  readonly serverBusy: number | null;
  readonly storeBusy: number | null;
  readonly stolen: number | null;
}

/** A baseline of a scenario. `times`: how many of the baseline's units one unit of the scenario is worth. */
interface Comparison {
  readonly to: string;
  readonly name: string;
  readonly times?: number;
}

const hold = 'hold/unhold';
const rawSocket = 'raw socket';
const toHolds: Comparison = { to: hold, name: 'holds' };
const callsPerPurchase = 4;
const fourCalls = { name: 'holds, four calls each', times: callsPerPurchase };

/** The server that only writes a journal: the floor of promises about durable calls. */
const floorHold = 'journal-only hold/unhold';
const toFloorHolds: Comparison = { to: floorHold, name: 'holds' };
/** Scenarios of that server by the scenario whose floor they are. */
const floors: Readonly<Record<string, string>> = {
  [hold]: floorHold,
  purchase: 'journal-only purchase',
  'many events, uniform': 'journal-only many events',
  'private lock/unlock': 'journal-only lock/unlock',
};

const toBaselines: readonly Comparison[] = [
  { to: 'bare Koa', name: 'bare Koa' },
  { to: 'row-lock hold/unhold', name: 'row locks' },
  { to: 'Redis hold/unhold', name: 'Redis' },
  { to: 'Go and Redis hold/unhold', name: 'Go and Redis' },
];

const comparisons: Readonly<Record<string, readonly Comparison[]>> = {
  [hold]: toBaselines,
  purchase: [
    { to: 'row-lock purchase', name: 'row locks' },
    { to: hold, ...fourCalls },
  ],
  [floorHold]: toBaselines,
  'journal-only purchase': [{ to: floorHold, ...fourCalls }],
  'journal-only many events': [toFloorHolds],
  'journal-only lock/unlock': [toFloorHolds],
  'conflict storm': [toHolds],
  'GA storm': [toHolds],
  'pairs, orphans prevented': [{ to: 'pairs', name: 'pairs without the rule' }],
  'many events, uniform': [toHolds],
  'many events, Zipf': [toHolds],
  'private lock/unlock': [toHolds],
  'private lock/sale/revert': [toHolds],
  'v1 lock/unlock': [toHolds],
};

/** The promised ratios. `connections` is null where the promise is for every number of connections. */
const promises = [
  { scenario: hold, to: 'bare Koa', connections: 256, least: 0.75 },
  { scenario: hold, to: 'bare Koa', connections: 64, least: 0.6 },
  { scenario: hold, to: 'row locks', connections: null, least: 10 },
  { scenario: hold, to: 'Redis', connections: null, least: 1.3 },
  { scenario: hold, to: 'Go and Redis', connections: null, least: 1 },
  { scenario: 'purchase', to: 'holds, four calls each', connections: null, least: 0.8 },
  { scenario: 'many events, uniform', to: 'holds', connections: null, least: 0.7 },
  { scenario: 'pairs, orphans prevented', to: 'pairs without the rule', connections: null, least: 0.9 },
  { scenario: 'private lock/unlock', to: 'holds', connections: null, least: 0.95 },
] as const;

/** By the number of connections: the processor time of a hold is at most so many times the raw socket's. */
export const toRawSocketMax: Readonly<Record<number, number>> = { 64: 3, 256: 2.2 };

const loopDelayMax = 2;
/** Above this share of one core the generator, not the server, sets the pace. */
const generatorLimit = 0.95;
/** Bare Koa uses a whole core if it can: below this share something else used the machine. */
const saturated = 0.85;

/** One line of figures for each scenario and number of connections, in the order of the rounds. */
export function summarize(rounds: readonly Round[]): Figures[] {
  const groups = Map.groupBy(rounds, ({ scenario, connections }) => `${scenario} ${connections}`);
  return [...groups.values()].map((group) => {
    const { scenario, connections } = group[0]!;
    const sum = (count: (round: Round) => number) => group.reduce((total, round) => total + count(round), 0);
    const middle = (of: (round: Round) => number | null) => median(group.map(of));
    const rawMicros = rounds
      .filter((round) => round.scenario === rawSocket && round.connections === connections)
      .map(({ cpuMicros }) => cpuMicros);
    const ownMicros = group.map(({ cpuMicros }) => cpuMicros);
    return {
      scenario,
      connections,
      rounds: group.length,
      perSecond: middle(({ perSecond }) => perSecond)!,
      p50Ms: middle(({ p50Ms }) => p50Ms)!,
      p99Ms: middle(({ p99Ms }) => p99Ms)!,
      cpuMicros: middle(({ cpuMicros }) => cpuMicros),
      loopP99Ms: middle(({ loopP99Ms }) => loopP99Ms),
      averageBatch: middle(({ averageBatch }) => averageBatch),
      averageAppendMs: middle(({ averageAppendMs }) => averageAppendMs),
      ratios: ratiosOf(group, rounds),
      rawSocketMicros: median(rawMicros),
      toRawSocket: scenario === hold || scenario === floorHold ? medianRatio(ownMicros, rawMicros) : null,
      done: sum(({ done }) => done),
      conflicts: sum(({ conflicts }) => conflicts),
      refused: sum(({ refused }) => refused),
      failed: sum(({ failed }) => failed),
      broken: sum(({ broken }) => broken),
      generatorBusy: middle(({ generatorBusy }) => generatorBusy)!,
      serverBusy: middle(({ serverBusy }) => serverBusy),
      storeBusy: middle(({ storeBusy }) => storeBusy),
      stolen: middle(({ stolen }) => stolen),
    };
  });
}

function ratiosOf(group: readonly Round[], rounds: readonly Round[]): Readonly<Record<string, number>> {
  const { scenario, connections } = group[0]!;
  const ratios = (comparisons[scenario] ?? []).flatMap(({ to, name, times = 1 }) => {
    const baselineRounds = rounds.filter((round) => round.scenario === to && round.connections === connections);
    const own = group.map(({ perSecond }) => perSecond * times);
    const ratio = medianRatio(
      own,
      baselineRounds.map(({ perSecond }) => perSecond),
    );
    return ratio === null ? [] : [[name, ratio] as const];
  });
  return Object.fromEntries(ratios);
}

/** Checks of the promised ratios that were measured, and of the failed calls. */
export function checksOf(figures: readonly Figures[]): Check[] {
  const kept = promises.flatMap(({ scenario, to, connections, least }) =>
    figures
      .filter((line) => line.scenario === scenario && (connections === null || line.connections === connections))
      .filter((line) => line.ratios[to] !== undefined)
      .map((line) => {
        const says = `${scenario}, ${line.connections} connections: at least ${least} of ${to}`;
        const check = atLeast(says, line.ratios[to]!, least);
        return withFloor(floorOf(figures, line)?.ratios[to] ?? null, check);
      }),
  );
  for (const line of figures) {
    const { scenario, connections, toRawSocket } = line;
    const most = toRawSocketMax[connections];
    if (scenario !== hold || toRawSocket === null || most === undefined) continue;
    const says = `${scenario}, ${connections} connections: processor time at most ${most} × the raw socket’s`;
    kept.push(withFloor(floorOf(figures, line)?.toRawSocket ?? null, atMost(says, toRawSocket, most)));
  }
  const errors = figures.map(({ failed, broken }) => failed + broken).reduce((sum, count) => sum + count, 0);
  if (figures.length === 0) return kept;
  return [...kept, { says: 'calls that failed or broke off, of all rounds', figure: errors, isKept: errors === 0 }];
}

/** The figures of the same calls over as many connections at the server that only writes a journal. */
function floorOf(figures: readonly Figures[], { scenario, connections }: Figures): Figures | undefined {
  const floor = floors[scenario];
  return figures.find((line) => line.scenario === floor && line.connections === connections);
}

/** A floor that was not measured is left out. */
function withFloor(floor: number | null, check: Check): Check {
  return floor === null ? check : above(floor, check);
}

/** Reasons to doubt a figure, one line each. */
export function warningsOf(figures: readonly Figures[]): string[] {
  return figures.flatMap(({ scenario, connections, generatorBusy, serverBusy, stolen, loopP99Ms }) => {
    const where = `${scenario}, ${connections} connections`;
    const koa = figures.find((line) => line.scenario === 'bare Koa' && line.connections === connections);
    const warnings: string[] = [];
    // The generator is always slower than a server that does nothing or as little as possible.
    const isFloor = scenario === rawSocket || Object.values(floors).includes(scenario);
    if (generatorBusy > generatorLimit && !isFloor)
      warnings.push(`${where}: the load generator was the bottleneck, not the server`);
    if (scenario === 'bare Koa' && serverBusy !== null && serverBusy < saturated) {
      warnings.push(`${where}: the machine was busy with something else, the figures say little`);
    }
    if (stolen !== null && stolen > stolenMax) {
      warnings.push(`${where}: the host gave ${(stolen * 100).toFixed(0)} % of the machine's time to others`);
    }
    if (loopP99Ms !== null && koa?.loopP99Ms && loopP99Ms > koa.loopP99Ms * loopDelayMax) {
      warnings.push(`${where}: the loop's delay is ${(loopP99Ms / koa.loopP99Ms).toFixed(1)} × bare Koa’s (p99)`);
    }
    return warnings;
  });
}
