/** Scenario: a thousand events on sale at once, with uniform demand or with far more demand for a few (Zipf). */

import { remember } from '../audit/evidence.ts';
import type { Target } from '../load/plan.ts';
import { makeEvents, makeSchema } from '../stand/catalog.ts';
import type { Stage } from '../stand/stage.ts';
import type { RoundsDefinition } from './definition.ts';
import { makeSessions } from './holds.ts';
import { measure, type Scenario } from './scenario.ts';

const events = 1_000;
const quickEvents = 100;
const seats = 200;
/** Average number of sessions on an event; a connection has at least one session. */
const sessionsPerEvent = 2;

export const manyEvents: RoundsDefinition = {
  kind: 'rounds',
  name: 'many-events',
  about: 'Hold and give back on 1,000 events (100 with --quick), wanted equally (uniform) and by rank (Zipf)',
  unit: 'calls',
  isEssential: true,
  sizes: 'largest',
  prepare: async (stage, ask) => {
    const schemaId = await makeSchema(stage.owner, seats, 0);
    const targets = await makeEvents(stage.owner, stage.demo, schemaId, ask.isQuick ? quickEvents : events);
    return [
      roaming(stage, 'many events, uniform', targets, (rank) => rank % targets.length),
      roaming(stage, 'many events, Zipf', targets, zipfOver(targets.length)),
    ];
  },
};

/** `choose`: index of the event of the n-th session. */
function roaming(
  stage: Stage,
  name: string,
  targets: readonly Target[],
  choose: (session: number) => number,
): Scenario {
  const scenario = { name, unit: 'calls' } as const;
  return {
    ...scenario,
    async round(ask) {
      const { service, visitor, generator, evidence } = stage;
      const count = Math.max(ask.connections, targets.length * sessionsPerEvent);
      const chosen = Array.from({ length: count }, (_, session) => choose(session));
      const making = chosen.map(async (target) => {
        const [sessionId] = await makeSessions(visitor, targets[target]!, 1);
        return { sessionId: sessionId!, target };
      });
      const sessions = await Promise.all(making);
      const plan = { kind: 'roaming', baseUrl: service.baseUrl, targets, sessions, ...ask } as const;
      const measured = await measure(scenario, { server: stage.server, generator, plan });
      remember(evidence, measured.load);
      return measured.round;
    },
  };
}

/** Draws indexes below `count`; the n-th has a weight of 1/n. */
export function zipfOver(count: number, random: () => number = Math.random): () => number {
  const sums: number[] = [];
  for (let rank = 1; rank <= count; rank++) sums.push((sums.at(-1) ?? 0) + 1 / rank);
  const total = sums.at(-1) ?? 0;
  return () => {
    const drawn = random() * total;
    const place = sums.findIndex((sum) => sum > drawn);
    return place === -1 ? count - 1 : place;
  };
}
