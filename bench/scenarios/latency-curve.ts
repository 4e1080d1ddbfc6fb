/**
 * Study: latency at fixed rates (open loop) up to saturation. Closed loops find the ceilings first; then the service
 * and bare Koa get the same rates, one after the other. At half the ceiling they are compared in rounds, together with the
 * server that only writes a journal.
 */

import { median, medianRatio, type Point, saturation } from '../reporting/statistics.ts';
import type { Stage } from '../stand/stage.ts';
import { bareKoa } from './bare-koa.ts';
import type { StudyAsked, StudyDefinition } from './definition.ts';
import { holds, serviceHolds } from './holds.ts';
import { journalOnlyHolds } from './journal-only.ts';
import type { Round, Scenario } from './scenario.ts';
import { above, atMost, type Check, type Study } from './study.ts';

const shares = [0.1, 0.25, 0.7, 0.8, 0.9, 1, 1.1];
const quickShares = [1];
/**
 * Share of the ceiling at which latency and loop delay are compared in rounds; the first round is also in the curve.
 */
const comparedShare = 0.5;
const slowdownMax = 3;
const loopDelayMax = 2;

interface Sample {
  readonly asked: number;
  readonly round: Round;
}

export const latencyCurve: StudyDefinition = {
  kind: 'study',
  name: 'curve',
  about: 'Open loop at fixed rates up to saturation: holds, and bare Koa at the same rates and up to its own ceiling',
  unit: 'milliseconds at a rate',
  isEssential: true,
  run: measureCurve,
};

async function measureCurve(stage: Stage, ask: StudyAsked): Promise<Study> {
  const service = holds(serviceHolds(stage, 'hold/unhold', () => stage.hotEvent()));
  const koa = await bareKoa(stage);
  const { seconds, warmSeconds } = ask;
  const connections = ask.connections.at(-1)!;
  const closed = { connections, seconds, warmSeconds };
  ask.tell('ceilings');
  const ceiling = (await ask.runRound(service, closed)).perSecond;
  const koaCeiling = (await ask.runRound(koa, closed)).perSecond;
  const sampled = async (scenario: Scenario, perSecond: number): Promise<Sample> => {
    const asked = Math.max(1, Math.round(perSecond));
    ask.tell(`${scenario.name} at ${asked} a second`);
    return { asked, round: await ask.runRound(scenario, { ...closed, perSecond: asked }) };
  };
  const ours: Sample[] = [];
  const koas: Sample[] = [];
  for (const share of ask.isQuick ? quickShares : shares) {
    ours.push(await sampled(service, ceiling * share));
    koas.push(await sampled(koa, ceiling * share));
  }
  for (const share of ask.isQuick ? [] : shares) {
    if (koaCeiling * share > ceiling * 1.1) koas.push(await sampled(koa, koaCeiling * share));
  }
  const halves: Half[] = [];
  const compared = [service, koa, await journalOnlyHolds(stage)];
  for (let round = 0; round < ask.rounds; round++) {
    const samples: Sample[] = [];
    const inTurn = round % 2 === 0 ? compared : compared.toReversed();
    for (const scenario of inTurn) samples.push(await sampled(scenario, ceiling * comparedShare));
    const [our, theirs, floor] = (round % 2 === 0 ? samples : samples.reverse()) as [Sample, Sample, Sample];
    halves.push({ ours: our.round, koa: theirs.round, floor: floor.round });
    if (round > 0) continue;
    ours.push(our);
    koas.push(theirs);
  }
  const inOrder = (samples: Sample[]) => samples.toSorted((a, b) => a.asked - b.asked);
  return present(connections, { ours: inOrder(ours), koas: inOrder(koas), halves, ceiling, koaCeiling });
}

/** One round of each at half the service's ceiling, one right after the other. */
interface Half {
  readonly ours: Round;
  readonly koa: Round;
  /** The same calls, of which only the records are written. */
  readonly floor: Round;
}

/** Medians of one figure of all, and of its ratios to bare Koa's within rounds. */
function compare(halves: readonly Half[], of: (round: Round) => number | null) {
  const ours = halves.map((half) => of(half.ours));
  const koas = halves.map(({ koa }) => of(koa));
  const floors = halves.map(({ floor }) => of(floor));
  return {
    ours: median(ours),
    koa: median(koas),
    floor: median(floors),
    ratio: medianRatio(ours, koas),
    floorRatio: medianRatio(floors, koas),
  };
}

type Compared = ReturnType<typeof compare>;

interface Curves {
  readonly ours: readonly Sample[];
  readonly koas: readonly Sample[];
  readonly halves: readonly Half[];
  readonly ceiling: number;
  readonly koaCeiling: number;
}

function present(connections: number, { ours, koas, halves, ceiling, koaCeiling }: Curves): Study {
  const p99 = compare(halves, ({ p99Ms }) => p99Ms);
  const loop = compare(halves, ({ loopP99Ms }) => loopP99Ms);
  return {
    title: 'Latency at fixed rates',
    about: `Open loop over ${connections} connections; latency counts from when a request was due. Ceilings in closed loop: ${Math.round(ceiling)} holds and ${Math.round(koaCeiling)} bare answers a second.`,
    figures: {
      'ceiling per second': ceiling,
      'bare Koa ceiling per second': koaCeiling,
      'saturation per second': saturation(ours.map(({ asked, round }) => [asked, round.perSecond])),
      'p99 at half the ceiling ms': p99.ours,
      'p99 at half the ceiling to bare Koa': p99.ratio,
      'p99 at half the ceiling, journal only to bare Koa': p99.floorRatio,
      'loop delay at half the ceiling to bare Koa': loop.ratio,
    },
    tables: [
      {
        columns: ['who', 'asked/s', 'answered/s', 'p50 ms', 'p99 ms', 'loop delay p99 ms', 'CPU µs'],
        rows: [
          ...ours.map((sample) => rowOf('hold/unhold', sample)),
          ...koas.map((sample) => rowOf('bare Koa', sample)),
        ],
      },
      {
        columns: ['at half the ceiling', 'hold/unhold', 'bare Koa', 'ratio', 'journal only', 'its ratio'],
        rows: [
          ['p99 ms', p99.ours, p99.koa, p99.ratio, p99.floor, p99.floorRatio],
          ['loop delay p99 ms', loop.ours, loop.koa, loop.ratio, loop.floor, loop.floorRatio],
        ],
      },
    ],
    plots: [
      {
        title: 'Latency against throughput',
        x: { name: 'calls a second' },
        y: { name: 'milliseconds', isLogarithmic: true },
        lines: [
          lineOf('hold p99', ours, ({ p99Ms }) => p99Ms),
          lineOf('hold p50', ours, ({ p50Ms }) => p50Ms),
          lineOf('bare Koa p99', koas, ({ p99Ms }) => p99Ms),
          lineOf('bare Koa p50', koas, ({ p50Ms }) => p50Ms),
        ],
      },
    ],
    checks: checksOf(p99, loop),
  };
}

function checksOf(p99: Compared, loop: Compared): Check[] {
  const slowdown = `p99 of a hold at half the ceiling at most ${slowdownMax} × bare Koa’s at that rate`;
  const delay = `delay of the loop at half the ceiling at most ${loopDelayMax} × bare Koa’s at that rate`;
  return [
    above(p99.floorRatio, atMost(slowdown, p99.ratio, slowdownMax)),
    above(loop.floorRatio, atMost(delay, loop.ratio, loopDelayMax)),
  ];
}

function lineOf(name: string, samples: readonly Sample[], of: (round: Round) => number) {
  return { name, points: samples.map(({ round }): Point => [round.perSecond, of(round)]) };
}

function rowOf(who: string, { asked, round }: Sample) {
  const { perSecond, p50Ms, p99Ms, loopP99Ms, cpuMicros } = round;
  return [who, asked, Math.round(perSecond), p50Ms, p99Ms, loopP99Ms, cpuMicros];
}
