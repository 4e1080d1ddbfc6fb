/** Study: the same holds over ever more connections, up to ten thousand: no errors, no collapse. */
import { makeEvent } from '../catalog.ts';
import { Void } from '../stage.ts';
import { atLeast, atMost, type Study } from '../study.ts';
import type { StudyDefinition } from './definition.ts';
import { holds, serviceHolds } from './holds.ts';
import type { Round } from './scenario.ts';

const counts = [64, 256, 1_000, 2_000, 10_000];
const quickCounts = [64, 2_000];
const shareOfBestMin = 0.8;
/** Ten thousand connections take their time to come about. */
const warmSecondsPerThousand = 0.5;

export const manyConnections: StudyDefinition = {
  kind: 'study',
  name: 'connections',
  about: 'Hold and give back over 64 to 10,000 connections in closed loop',
  unit: 'calls',
  isEssential: true,
  async run(stage, ask): Promise<Study> {
    const { schemaId } = await stage.hotEvent();
    const rounds: Round[] = [];
    for (const connections of ask.isQuick ? quickCounts : counts) {
      ask.tell(`${connections} connections`);
      // A round leaves seats with those who had them last, which would be many of one event.
      const target = await makeEvent(stage.owner, stage.demo, schemaId);
      const scenario = holds(serviceHolds(stage, 'many connections', target));
      const warmSeconds = Math.max(ask.warmSeconds, (connections / 1000) * warmSecondsPerThousand);
      const round = await scenario.round({ connections, seconds: ask.seconds, warmSeconds });
      if (round.voidReason !== null) throw new Void(`${connections} connections: ${round.voidReason}`);
      rounds.push(round);
    }
    const best = Math.max(...rounds.map(({ perSecond }) => perSecond));
    const crowded = rounds.filter(({ connections }) => connections >= 2_000);
    return {
      title: 'Many connections',
      about: 'Closed loop on one event; connections are open before anything counts.',
      figures: Object.fromEntries(
        rounds.map((round) => [`${round.connections} connections per second`, round.perSecond]),
      ),
      tables: [
        {
          columns: ['connections', 'per second', 'p50 ms', 'p99 ms', 'CPU µs', 'loop delay p99 ms', 'errors'],
          rows: rounds.map((round) => [
            round.connections,
            Math.round(round.perSecond),
            round.p50Ms,
            round.p99Ms,
            round.cpuMicros,
            round.loopP99Ms,
            round.failed + round.broken,
          ]),
        },
      ],
      plots: [
        {
          title: 'Throughput against connections',
          x: { name: 'connections', isLogarithmic: true },
          y: { name: 'calls a second' },
          lines: [{ name: 'hold/unhold', points: rounds.map((round) => [round.connections, round.perSecond]) }],
        },
      ],
      checks: crowded.flatMap(({ connections, perSecond, failed, broken, refused }) => [
        atLeast(`${connections} connections: at least ${shareOfBestMin} of the best`, perSecond / best, shareOfBestMin),
        atMost(`${connections} connections: no errors`, failed + broken + refused, 0),
      ]),
    };
  },
};
