/**
 * Study: the same holds over more and more connections, up to ten thousand: no errors, no collapse. The raw socket server
 * beside them shows what the generator and the kernel lose with so many connections.
 */
import { median } from '../reporting/statistics.ts';
import type { StudyDefinition } from './definition.ts';
import { holds, serviceHolds } from './holds.ts';
import { rawSocket } from './raw-socket.ts';
import type { Round } from './scenario.ts';
import { above, atLeast, atMost, type Study } from './study.ts';

const counts = [64, 256, 1_000, 2_000, 10_000];
const quickCounts = [64, 2_000];
const crowdedMin = 2_000;
const shareOfBestMin = 0.8;
/** Time to open the connections. */
const warmSecondsPerThousand = 0.5;

export const manyConnections: StudyDefinition = {
  kind: 'study',
  name: 'connections',
  about: 'Hold and give back over 64 to 10,000 connections in closed loop',
  unit: 'calls',
  isEssential: true,
  async run(stage, ask): Promise<Study> {
    const scenario = holds(serviceHolds(stage, 'many connections', () => stage.hotEvent()));
    const raw = await rawSocket(stage);
    const all: Round[] = [];
    const floors: Round[] = [];
    const asked = ask.isQuick ? quickCounts : counts;
    for (let pass = 0; pass < ask.passes; pass++) {
      for (const connections of pass % 2 === 0 ? asked : asked.toReversed()) {
        ask.tell(`${connections} connections`);
        const warmSeconds = Math.max(ask.warmSeconds, (connections / 1000) * warmSecondsPerThousand);
        const asked = { connections, seconds: ask.seconds, warmSeconds };
        all.push(await ask.runRound(scenario, asked));
        floors.push(await ask.runRound(raw, asked));
      }
    }
    const lines = (rounds: readonly Round[]) =>
      asked.map((connections) => lineOf(rounds.filter((round) => round.connections === connections)));
    return present(lines(all), lines(floors));
  },
};

/** Medians of all rounds with one number of connections; `errors` is a sum. */
interface Line {
  readonly connections: number;
  readonly perSecond: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly cpuMicros: number | null;
  readonly loopP99Ms: number | null;
  readonly errors: number;
}

function lineOf(rounds: readonly Round[]): Line {
  const middle = (of: (round: Round) => number | null) => median(rounds.map(of));
  return {
    connections: rounds[0]!.connections,
    perSecond: middle(({ perSecond }) => perSecond)!,
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    cpuMicros: middle(({ cpuMicros }) => cpuMicros),
    loopP99Ms: middle(({ loopP99Ms }) => loopP99Ms),
    errors: rounds.reduce((sum, { failed, broken, refused }) => sum + failed + broken + refused, 0),
  };
}

function present(lines: readonly Line[], floors: readonly Line[]): Study {
  const best = bestOf(lines);
  return {
    title: 'Many connections',
    about:
      'Closed loop on one event, up and down in turn; connections are open before anything counts. The raw socket server is loaded by the same generator.',
    figures: Object.fromEntries(
      lines.flatMap(({ connections, perSecond }, place) => [
        [`${connections} connections per second`, perSecond],
        [`${connections} connections, raw socket per second`, floors[place]!.perSecond],
      ]),
    ),
    tables: [
      {
        columns: [
          'connections',
          'per second',
          'p50 ms',
          'p99 ms',
          'CPU µs',
          'loop delay p99 ms',
          'errors',
          'of the best',
          'raw socket per second',
          'raw socket µs',
          'raw socket of its best',
        ],
        rows: lines.map((line, place) => [
          line.connections,
          Math.round(line.perSecond),
          line.p50Ms,
          line.p99Ms,
          line.cpuMicros,
          line.loopP99Ms,
          line.errors,
          line.perSecond / best,
          Math.round(floors[place]!.perSecond),
          floors[place]!.cpuMicros,
          floors[place]!.perSecond / bestOf(floors),
        ]),
      },
    ],
    plots: [
      {
        title: 'Throughput against connections',
        x: { name: 'connections', isLogarithmic: true },
        y: { name: 'calls a second' },
        lines: [{ name: 'hold/unhold', points: lines.map(({ connections, perSecond }) => [connections, perSecond]) }],
      },
    ],
    checks: lines.flatMap(({ connections, perSecond, errors }, place) => {
      if (connections < crowdedMin) return [];
      const says = `${connections} connections: at least ${shareOfBestMin} of the best`;
      return [
        above(floors[place]!.perSecond / bestOf(floors), atLeast(says, perSecond / best, shareOfBestMin)),
        atMost(`${connections} connections: no errors`, errors, 0),
      ];
    }),
  };
}

function bestOf(lines: readonly Line[]): number {
  return Math.max(...lines.map(({ perSecond }) => perSecond));
}
