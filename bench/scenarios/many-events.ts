/** Scenario: a thousand events on sale at once, with uniform demand or with far more demand for a few (Zipf). */

import { remember } from '../audit/evidence.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { LoadResult, Target } from '../load/plan.ts';
import { makeEvents, makeSchema } from '../stand/catalog.ts';
import type { Stage } from '../stand/stage.ts';
import type { RoundsDefinition } from './definition.ts';
import { makeSessions } from './holds.ts';
import { journalOnly, sessionOf } from './journal-only.ts';
import { measure, type Scenario, type Server } from './scenario.ts';

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
    const inTurn = (rank: number) => rank % targets.length;
    const service = serviceRoaming(stage, targets);
    return [
      roaming('many events, uniform', service, inTurn),
      roaming('journal-only many events', await journalOnlyRoaming(stage, targets), inTurn),
      roaming('many events, Zipf', service, zipfOver(targets.length)),
    ];
  },
};

interface RoamingSetting {
  readonly baseUrl: string;
  readonly server: () => Server;
  readonly targets: readonly Target[];
  readonly generator: LoadGenerator;
  /** Opens one session on the target of this index. */
  readonly open: (target: number) => Promise<string>;
  readonly remember: (load: LoadResult) => void;
}

function serviceRoaming(stage: Stage, targets: readonly Target[]): RoamingSetting {
  const { service, visitor, generator, evidence } = stage;
  return {
    baseUrl: service.baseUrl,
    server: () => stage.server,
    targets,
    generator,
    open: async (target) => (await makeSessions(visitor, targets[target]!, 1))[0]!,
    remember: (load) => remember(evidence, load),
  };
}

/** The floor: the same calls, of which only the records are written. */
async function journalOnlyRoaming(stage: Stage, targets: readonly Target[]): Promise<RoamingSetting> {
  const { baseUrl, server } = await journalOnly(stage);
  const { generator } = stage;
  return { baseUrl, server, targets, generator, open: async (target) => sessionOf(target), remember: () => {} };
}

/** `choose`: index of the event of the n-th session. */
function roaming(name: string, setting: RoamingSetting, choose: (session: number) => number): Scenario {
  const scenario = { name, unit: 'calls' } as const;
  const { baseUrl, server, targets, generator } = setting;
  return {
    ...scenario,
    async round(ask) {
      const count = Math.max(ask.connections, targets.length * sessionsPerEvent);
      const chosen = Array.from({ length: count }, (_, session) => choose(session));
      const making = chosen.map(async (target) => ({ sessionId: await setting.open(target), target }));
      const sessions = await Promise.all(making);
      const plan = { kind: 'roaming', baseUrl, targets, sessions, ...ask } as const;
      const measured = await measure(scenario, { server: server(), generator, plan });
      setting.remember(measured.load);
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
