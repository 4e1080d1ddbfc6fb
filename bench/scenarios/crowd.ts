/**
 * A crowd that overloads one event, and the probe beside it that times the refusals. The same for the service and for the
 * baselines that are overloaded too.
 */
import { refusal } from '../baselines/refusal.ts';
import { LoadGenerator } from '../load/load.ts';
import type { LoadResult, Refusals, Target } from '../load/plan.ts';
import type { Stage } from '../stand/stage.ts';
import { unknownSessions } from './bare-koa.ts';
import { type HoldSetting, holdRound, makeSessions, serviceHolds } from './holds.ts';
import type { RoundAsked } from './scenario.ts';

/**
 * The crowd's own generator is too busy to read its answers at once, so a second, nearly idle one times the refusals.
 * Most of its connections wait in the queue with the others, so it needs many to reach its rate.
 */
const probe = { connections: 512, perSecond: 200, seats: 2_000 };

/** Each connection of the crowd has seats of its own, and so has the probe. */
export interface Crowd {
  readonly setting: HoldSetting;
  readonly probed: Target;
  readonly probeSessions: readonly string[];
}

/** A crowd on an event of its own at the service, with sessions that exist already. */
export async function crowdOf(stage: Stage, connections: number): Promise<Crowd> {
  const target = await stage.hotEvent();
  const setting = serviceHolds(stage, 'overload', async () => target);
  return await crowdOn(target, setting, (count) => makeSessions(stage.visitor, target, count), connections);
}

/** A crowd of so many connections on an event; `enter` makes its sessions and those of the probe. */
export async function crowdOn(
  target: Target,
  setting: HoldSetting,
  enter: (count: number) => Promise<readonly string[]>,
  connections: number,
): Promise<Crowd> {
  const own = { ...target, seats: target.seats.slice(probe.seats) };
  const sessionIds = await enter(connections);
  return {
    setting: { ...setting, event: async () => own, choice: 'apart', enter: () => sessionIds },
    probed: { ...target, seats: target.seats.slice(0, probe.seats) },
    probeSessions: await enter(probe.connections),
  };
}

/** One round of the crowd, and the refusals that the probe timed meanwhile. */
export async function probedRound({ setting, probed, probeSessions }: Crowd, ask: RoundAsked) {
  const generator = new LoadGenerator();
  const asks = { kind: 'holds', target: probed, sessionIds: probeSessions, choice: 'apart' } as const;
  let refusals: Refusals | null = null;
  const together = {
    run: async (plan: Parameters<HoldSetting['generator']['run']>[0]): Promise<LoadResult> => {
      const { connections, perSecond } = probe;
      const [load, heard] = await Promise.all([
        setting.generator.run(plan),
        generator.run({ ...asks, baseUrl: setting.baseUrl, ...ask, connections, perSecond }),
      ]);
      setting.remember(heard);
      refusals = heard.refusals;
      return load;
    },
  };
  try {
    const crowd = await holdRound({ ...setting, generator: together }, ask);
    return { ...crowd, refusals: refusals! };
  } finally {
    generator.close();
  }
}

/** What the probe hears when the whole crowd is refused by a server that does nothing else. */
export async function refusedByConstants(stage: Stage, target: Target, ask: RoundAsked): Promise<Refusals> {
  const { baseUrl } = await stage.rawSocket('refusals', async () => [refusal]);
  const generator = new LoadGenerator();
  const plan = { kind: 'holds', target, baseUrl, choice: 'any', ...ask } as const;
  const { connections, perSecond } = probe;
  try {
    const [, heard] = await Promise.all([
      stage.generator.run({ ...plan, sessionIds: unknownSessions(ask.connections) }),
      generator.run({ ...plan, sessionIds: unknownSessions(connections), connections, perSecond }),
    ]);
    return heard.refusals;
  } finally {
    generator.close();
  }
}
