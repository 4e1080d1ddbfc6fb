/**
 * Study: the processor time of a hold that its node answers itself, and of one that it forwards to the event's owner, at
 * each of the processes, and what follows from them for one hot event on more cores. One or several trees in turn.
 */
import { LoadGenerator } from '../load/load.ts';
import { median, medianRatio } from '../reporting/statistics.ts';
import { type Costs, Pair, type PairOptions } from '../stand/cluster/pair.ts';
import { RelayedJournal, type Way } from '../stand/cluster/relayed-journal.ts';
import type { ApartDefinition } from './definition.ts';
import { above, atLeast, atMost, type Study } from './study.ts';

const ownerMicrosMax = 15;
const askedMicrosMax = 60;
const shareOfLocalMin = 0.8;
/** Half the cores of a machine with 8 are workers; the others are PostgreSQL's and the kernel's. */
const workersOfEightCores = 4;
/** Their costs do not count: those of the first rounds were 30 and 18 µs at an owner that came to 13. */
const warmRounds = 2;
const workerCounts = [1, 2, workersOfEightCores, 6, 8];

export interface ForwardingAsked {
  readonly trees: readonly PairOptions[];
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly warmSeconds: number;
  readonly tell: (step: string) => void;
  /** Takes the rates of the floor, one of each way for every round that counts; absent: it is not measured. */
  readonly floor?: FloorRates;
}

/** Holds a second at a server that only writes a journal, and through a relay in front of it. */
type FloorRates = Readonly<Record<Way, number[]>>;

/** Medians over the rounds. */
export interface ForwardingCosts {
  readonly name: string;
  readonly local: Costs;
  readonly forwarded: Costs;
  /** Median of the rounds' ratios of rates. */
  readonly shareOfLocal: number;
  /** The highest of the owner's costs and the lowest, of all rounds. */
  readonly ownerRange: readonly [number, number];
}

export const forwarding: ApartDefinition = {
  kind: 'apart',
  name: 'forwarding',
  about: 'Two nodes: processor time of local and of forwarded holds at the owner and at the node that was asked',
  unit: 'calls',
  isEssential: false,
  async run(ask): Promise<Study> {
    const connections = ask.connections.at(-1) ?? 256;
    const floor: FloorRates = { local: [], forwarded: [] };
    const [costs] = await measureForwarding({ ...ask, connections, trees: [{ name: 'this tree' }], floor });
    return present(costs as ForwardingCosts, connections, floor);
  },
};

export async function measureForwarding(asked: ForwardingAsked): Promise<readonly ForwardingCosts[]> {
  const { trees, rounds, tell } = asked;
  const pairs: Pair[] = [];
  const generator = new LoadGenerator();
  let journal: RelayedJournal | null = null;
  try {
    for (const tree of trees) pairs.push(await Pair.open(tree));
    if (asked.floor !== undefined) journal = await RelayedJournal.open(await pairs[0]!.answering());
    const turns = pairs.flatMap((pair) => (['local', 'forwarded'] as const).map((way) => ({ pair, way })));
    const measured = new Map(pairs.map((pair) => [pair, { local: [] as Costs[], forwarded: [] as Costs[] }]));
    for (let round = 1 - warmRounds; round <= rounds; round++) {
      for (const { pair, way } of round % 2 === 0 ? turns : turns.toReversed()) {
        tell(`round ${round} of ${rounds}: ${pair.name}, ${way}`);
        const costs = await pair.holds(way, generator, asked);
        if (round > 0) measured.get(pair)?.[way].push(costs);
      }
      if (journal !== null && round >= 0) await floorRound(journal, generator, asked, round);
    }
    for (const pair of pairs) await pair.audit();
    return pairs.map((pair) => summaryOf(pair.name, measured.get(pair)!));
  } finally {
    generator.close();
    journal?.close();
    for (const pair of pairs) await pair.close();
  }
}

/** Both ways of the floor, after those of the service; round 0 only warms up. */
async function floorRound(journal: RelayedJournal, generator: LoadGenerator, asked: ForwardingAsked, round: number) {
  const ways = ['local', 'forwarded'] as const;
  for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
    asked.tell(`round ${round} of ${asked.rounds}: journal only, ${way}`);
    const rate = await journal.holds(way, generator, asked);
    if (round > 0) asked.floor?.[way].push(rate);
  }
}

type Ways = Readonly<Record<Way, readonly Costs[]>>;

function summaryOf(name: string, { local, forwarded }: Ways): ForwardingCosts {
  const owners = forwarded.map(({ owner }) => owner ?? 0);
  const rates = (of: readonly Costs[]) => of.map(({ perSecond }) => perSecond);
  return {
    name,
    local: middleOf(local),
    forwarded: middleOf(forwarded),
    shareOfLocal: medianRatio(rates(forwarded), rates(local)) ?? 0,
    ownerRange: [Math.min(...owners), Math.max(...owners)],
  };
}

function middleOf(all: readonly Costs[]): Costs {
  const middle = (of: (costs: Costs) => number) => median(all.map(of)) ?? 0;
  return {
    perSecond: middle(({ perSecond }) => perSecond),
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    asked: middle(({ asked }) => asked),
    owner: all[0]?.owner === null ? null : middle(({ owner }) => owner ?? 0),
    store: middle(({ store }) => store),
  };
}

/** Holds a second on one event that the nodes' processor time allows. */
export interface Prediction {
  readonly workers: number;
  /** Until the owner, the other workers, or the processor time of the rest of 8 cores is used up. */
  readonly byOwner: number;
  readonly byOthers: number | null;
}

/**
 * Every worker gets the same share of the connections. The owner answers its own share and is asked for the others';
 * another worker forwards its share.
 */
function predict({ local, forwarded }: ForwardingCosts): readonly Prediction[] {
  return workerCounts.map((workers) => {
    const atOwner = local.asked / workers + ((forwarded.owner ?? 0) * (workers - 1)) / workers;
    return { workers, byOwner: 1e6 / atOwner, byOthers: workers === 1 ? null : (1e6 * workers) / forwarded.asked };
  });
}

function rateOf({ byOwner, byOthers }: Prediction): number {
  return Math.min(byOwner, byOthers ?? Number.POSITIVE_INFINITY);
}

/** The lines that a person reads: costs, and the prediction with its arithmetic. */
export function describe(costs: ForwardingCosts): string {
  const { name, local, forwarded, shareOfLocal, ownerRange } = costs;
  const micros = (value: number | null): string => `${(value ?? 0).toFixed(1)} µs`;
  const rate = (value: number): string => `${Math.round(value)}/s`;
  const line = (what: string, of: Costs): string =>
    `  ${what}: ${rate(of.perSecond)}, p50 ${of.p50Ms.toFixed(1)} ms, p99 ${of.p99Ms.toFixed(1)} ms; asked node ${micros(of.asked)}` +
    `${of.owner === null ? '' : `, owner ${micros(of.owner)} (${ownerRange.map((one) => one.toFixed(1)).join(' to ')})`}, database ${micros(of.store)}`;
  const predicted = predict(costs).map(
    (one) =>
      `  ${one.workers} workers: owner 1e6 / (${local.asked.toFixed(1)} / ${one.workers} + ${(forwarded.owner ?? 0).toFixed(1)} × ${one.workers - 1} / ${one.workers}) = ${rate(one.byOwner)}` +
      `${one.byOthers === null ? '' : `, others 1e6 × ${one.workers} / ${forwarded.asked.toFixed(1)} = ${rate(one.byOthers)}`}: ${rate(rateOf(one))}`,
  );
  return [
    name,
    line('local', local),
    line('forwarded', forwarded),
    `  forwarded to local: ${shareOfLocal.toFixed(2)}`,
    ...predicted,
  ].join('\n');
}

function present(costs: ForwardingCosts, connections: number, floor: FloorRates): Study {
  const { local, forwarded, shareOfLocal, ownerRange } = costs;
  const predicted = predict(costs);
  const floorShare = medianRatio(floor.forwarded, floor.local);
  const eightCores = predicted.find(({ workers }) => workers === workersOfEightCores);
  return {
    title: 'Forwarding',
    about: `${connections} connections in closed loop on one event of two nodes. The prediction shares the connections evenly among workers, and leaves the other cores to PostgreSQL and the kernel. Journal only: the same calls at a server that only writes their records, and through a relay that passes whole requests and answers on.`,
    figures: {
      'owner µs a forwarded hold': forwarded.owner,
      'asked node µs a forwarded hold': forwarded.asked,
      'µs a local hold': local.asked,
      'forwarded to local rate': shareOfLocal,
      'forwarded to local rate, journal only': floorShare,
      'predicted holds/s of one event on 8 cores': eightCores === undefined ? null : Math.round(rateOf(eightCores)),
    },
    tables: [
      {
        columns: [
          'holds',
          'calls/s',
          'p50 ms',
          'p99 ms',
          'asked node µs',
          'owner µs',
          'lowest',
          'highest',
          'database µs',
        ],
        rows: [rowOf('local', local, [null, null]), rowOf('forwarded', forwarded, ownerRange)],
      },
      {
        columns: ['journal only', 'calls/s', 'to local'],
        rows: [
          ['local', median(floor.local), 1],
          ['forwarded', median(floor.forwarded), floorShare],
        ],
      },
      {
        columns: ['workers', 'owner allows/s', 'others allow/s'],
        rows: predicted.map(({ workers, byOwner, byOthers }) => [workers, byOwner, byOthers]),
      },
    ],
    plots: [],
    checks: [
      atMost(`a forwarded hold takes its owner at most ${ownerMicrosMax} µs`, forwarded.owner, ownerMicrosMax),
      atMost(`a forwarded hold takes the asked node at most ${askedMicrosMax} µs`, forwarded.asked, askedMicrosMax),
      above(
        floorShare,
        atLeast(`forwarded holds reach ${shareOfLocalMin} of the rate of local ones`, shareOfLocal, shareOfLocalMin),
      ),
    ],
  };
}

function rowOf(name: string, costs: Costs, [lowest, highest]: readonly [number | null, number | null]) {
  const { perSecond, p50Ms, p99Ms, asked, owner, store } = costs;
  return [name, Math.round(perSecond), p50Ms, p99Ms, asked, owner, lowest, highest, store];
}
