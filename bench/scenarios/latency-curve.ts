/**
 * Study: latency at fixed rates, whatever comes back, up to saturation. Closed loops find the ceilings first; then the
 * service and bare Koa are asked for the same rates, so that latency and the delay of the loop can be compared.
 */

import type { Stage } from '../stage.ts';
import { type Point, quotient, saturation } from '../statistics.ts';
import { atMost, type Study } from '../study.ts';
import { bareKoa } from './bare-koa.ts';
import type { StudyAsked, StudyDefinition } from './definition.ts';
import { holds, serviceHolds } from './holds.ts';
import type { Round, Scenario } from './scenario.ts';

const shares = [0.1, 0.25, 0.5, 0.7, 0.8, 0.9, 1, 1.1];
const quickShares = [0.5, 1];
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
  const { target } = await stage.hotEvent();
  const service = holds(serviceHolds(stage, 'hold/unhold', target));
  const koa = await bareKoa(stage, target);
  const { seconds, warmSeconds } = ask;
  const connections = ask.connections.at(-1)!;
  const closed = { connections, seconds, warmSeconds };
  ask.tell('ceilings');
  const ceiling = (await service.round(closed)).perSecond;
  const koaCeiling = (await koa.round(closed)).perSecond;
  const sampled = async (scenario: Scenario, perSecond: number): Promise<Sample> => {
    const asked = Math.max(1, Math.round(perSecond));
    ask.tell(`${scenario.name} at ${asked} a second`);
    return { asked, round: await scenario.round({ ...closed, perSecond: asked }) };
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
  return present(connections, { ours, koas, ceiling, koaCeiling });
}

interface Curves {
  readonly ours: readonly Sample[];
  readonly koas: readonly Sample[];
  readonly ceiling: number;
  readonly koaCeiling: number;
}

function present(connections: number, { ours, koas, ceiling, koaCeiling }: Curves): Study {
  const half = halfway(ours, ceiling);
  const koaHalf = koas.find(({ asked }) => asked === half?.asked);
  const slowdown = quotient(half?.round.p99Ms ?? null, koaHalf?.round.p99Ms ?? null);
  const loop = quotient(half?.round.loopP99Ms ?? null, koaHalf?.round.loopP99Ms ?? null);
  const line = (name: string, samples: readonly Sample[], of: (round: Round) => number) => ({
    name,
    points: samples.map(({ round }): Point => [round.perSecond, of(round)]),
  });
  const rows = (name: string, samples: readonly Sample[]) =>
    samples.map(({ asked, round }) => {
      const { perSecond, p50Ms, p99Ms, loopP99Ms, cpuMicros } = round;
      return [name, asked, Math.round(perSecond), p50Ms, p99Ms, loopP99Ms, cpuMicros];
    });
  return {
    title: 'Latency at fixed rates',
    about: `Open loop over ${connections} connections; latency counts from when a request was due. Ceilings in closed loop: ${Math.round(ceiling)} holds and ${Math.round(koaCeiling)} bare answers a second.`,
    figures: {
      'ceiling per second': ceiling,
      'bare Koa ceiling per second': koaCeiling,
      'saturation per second': saturation(ours.map(({ asked, round }) => [asked, round.perSecond])),
      'p99 at half the ceiling ms': half?.round.p99Ms ?? null,
      'p99 at half the ceiling to bare Koa': slowdown,
      'loop delay at half the ceiling to bare Koa': loop,
    },
    tables: [
      {
        columns: ['who', 'asked/s', 'done/s', 'p50 ms', 'p99 ms', 'loop delay p99 ms', 'CPU µs'],
        rows: [...rows('hold/unhold', ours), ...rows('bare Koa', koas)],
      },
    ],
    plots: [
      {
        title: 'Latency against throughput',
        x: { name: 'calls a second' },
        y: { name: 'milliseconds', isLogarithmic: true },
        lines: [
          line('hold p99', ours, ({ p99Ms }) => p99Ms),
          line('hold p50', ours, ({ p50Ms }) => p50Ms),
          line('bare Koa p99', koas, ({ p99Ms }) => p99Ms),
          line('bare Koa p50', koas, ({ p50Ms }) => p50Ms),
        ],
      },
    ],
    checks: [
      atMost(
        `p99 of a hold at half the ceiling at most ${slowdownMax} × bare Koa’s at that rate`,
        slowdown,
        slowdownMax,
      ),
      atMost(
        `delay of the loop at half the ceiling at most ${loopDelayMax} × bare Koa’s at that rate`,
        loop,
        loopDelayMax,
      ),
    ],
  };
}

function halfway(samples: readonly Sample[], ceiling: number): Sample | undefined {
  return samples.find(({ asked }) => Math.abs(asked - ceiling / 2) <= 1);
}
