/**
 * Study: appends become ten times slower while the offered load stays the same. Goodput must stay near the capacity of
 * the slow journal, refused calls must be answered at once, and throughput must recover soon after the journal does. The
 * same load on a server that refuses everything shows how late this machine's generators hear a refusal.
 */

import { remember } from '../audit/evidence.ts';
import { refusal } from '../baselines/refusal.ts';
import { LoadGenerator } from '../load/load.ts';
import { type LoadResult, type Refusals, sliceMs, type Target } from '../load/plan.ts';
import { quotient } from '../reporting/statistics.ts';
import { slowAppends } from '../stand/database-settings.ts';
import type { Stage } from '../stand/stage.ts';
import { unknownSessions } from './bare-koa.ts';
import type { StudyAsked, StudyDefinition } from './definition.ts';
import { type HoldSetting, holdRound, makeSessions, serviceHolds } from './holds.ts';
import type { RoundAsked } from './scenario.ts';
import { above, atLeast, atMost, type Study } from './study.ts';

const slowdown = 10;
/** The slow journal may reach at most this share of the peak. Group commit puts up to 512 decisions into one append. */
const slowShareMax = 0.5;
const decisionsPerAppend = 512;
/** One before the slowdown, one overloaded, one recovering: their sessions are made while the journal is fast. */
const crowdedRounds = 3;
/** More connections than calls may wait for one event, so that some are refused. */
const full = { connections: 12_000, warmSeconds: 6, recoverySeconds: 8 };
const quick = { connections: 512, warmSeconds: 0.3, recoverySeconds: 2 };
/** The capacity of the slow journal is measured with many full appends waiting and without refusals. */
const capacityConnectionsMax = 2_000;
/**
 * The crowd's own generator is too busy to read its answers at once, so a second, nearly idle one times the refusals.
 * Most of its connections wait in the queue with the others, so it needs many to reach its rate.
 */
const probe = { connections: 512, perSecond: 200, seats: 2_000 };
const goodputMin = 0.8;
const refusalMsMax = 50;
const recoveryMsMax = 5_000;
/** Recovered: this share of the former throughput, for so many slices in a row. */
const recoveredShare = 0.8;
const recoveredSlices = 3;

export const overload: StudyDefinition = {
  kind: 'study',
  name: 'overload',
  about: 'Appends ten times as slow or slower, open loop at the former peak: goodput, refusals, recovery',
  unit: 'calls',
  isEssential: true,
  run: measureOverload,
};

async function measureOverload(stage: Stage, ask: StudyAsked): Promise<Study> {
  const { connections, warmSeconds, recoverySeconds } = ask.isQuick ? quick : full;
  ask.tell('the peak');
  const usual = { connections: ask.connections.at(-1)!, seconds: ask.seconds, warmSeconds: ask.warmSeconds };
  const peakSetting = serviceHolds(stage, 'overload', () => stage.hotEvent());
  const before = (await holdRound(peakSetting, usual)).round;
  ask.tell('sessions for the crowd');
  const crowds: Crowd[] = [];
  while (crowds.length < crowdedRounds) crowds.push(await crowdOf(stage, connections));
  const few = Math.min(connections, capacityConnectionsMax);
  const orderly = await crowdOf(stage, few);
  const closed = { connections, seconds: ask.seconds, warmSeconds };
  ask.tell('the crowd before the slowdown');
  const well = (await holdRound(crowds[0]!.setting, closed)).round;
  const slownessMs = slownessOf(before.averageAppendMs ?? 1, before.perSecond);
  let restore = await slowAppends(await stage.databaseUrl(), slownessMs);
  try {
    ask.tell('the capacity of the slow journal');
    const slow = (await holdRound(orderly.setting, { ...closed, connections: few })).round;
    ask.tell('the former peak as load on the slow journal');
    const asked = { ...closed, perSecond: Math.round(before.perSecond) };
    const crowd = await probedRound(stage, crowds[1]!, asked);
    ask.tell('recovery');
    const timeline = await recover(crowds[2]!.setting, { ...closed, seconds: recoverySeconds }, async () => {
      await restore();
      restore = async () => {};
    });
    ask.tell('the same load on a server that refuses everything');
    const floor = await refusedByConstants(stage, crowds[0]!.probed, asked);
    return present({
      slownessMs,
      appendMs: before.averageAppendMs ?? 1,
      peak: before.perSecond,
      capacity: slow.perSecond,
      goodput: crowd.round.perSecond,
      load: crowd.load,
      probed: crowd.refusals,
      floor,
      recoveryMs: recoveredAfter(timeline, well.perSecond),
    });
  } finally {
    await restore();
  }
}

/** Delay of every append in milliseconds. */
function slownessOf(appendMs: number, peakPerSecond: number): number {
  return Math.max(appendMs * (slowdown - 1), (decisionsPerAppend / (peakPerSecond * slowShareMax)) * 1000);
}

/** Each connection of the crowd has seats of its own, and so has the probe. */
interface Crowd {
  readonly setting: HoldSetting;
  readonly probed: Target;
  readonly probeSessions: readonly string[];
}

/** A crowd on an event of its own, with sessions that exist already. */
async function crowdOf(stage: Stage, connections: number): Promise<Crowd> {
  const target = await stage.hotEvent();
  const sessionIds = await makeSessions(stage.visitor, target, connections);
  const own = { ...target, seats: target.seats.slice(probe.seats) };
  return {
    setting: { ...serviceHolds(stage, 'overload', async () => own), choice: 'apart', enter: () => sessionIds },
    probed: { ...target, seats: target.seats.slice(0, probe.seats) },
    probeSessions: await makeSessions(stage.visitor, target, probe.connections),
  };
}

/** One round of the crowd, and the refusals that the probe timed meanwhile. */
async function probedRound(stage: Stage, { setting, probed, probeSessions }: Crowd, ask: RoundAsked) {
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
      remember(stage.evidence, heard);
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
async function refusedByConstants(stage: Stage, target: Target, ask: RoundAsked): Promise<Refusals> {
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

/** Runs a closed loop, restores the journal's speed after the warm-up, and resolves with the timeline from then on. */
async function recover(
  setting: HoldSetting,
  ask: RoundAsked,
  restore: () => Promise<void>,
): Promise<readonly number[]> {
  let endedAt = 0;
  const generator = {
    run: async (plan: Parameters<HoldSetting['generator']['run']>[0]): Promise<LoadResult> => {
      const startedAt = performance.now();
      const running = setting.generator.run(plan);
      await new Promise((resolve) => setTimeout(resolve, ask.warmSeconds * 1000));
      await restore();
      endedAt = performance.now() - startedAt;
      return await running;
    },
  };
  const { load } = await holdRound({ ...setting, generator }, ask);
  return load.timeline.slice(Math.floor(endedAt / sliceMs));
}

/**
 * Milliseconds until the throughput is nearly that of the same crowd before; null when it never is. A slice of the
 * timeline is a tenth of a second.
 */
export function recoveredAfter(timeline: readonly number[], formerPerSecond: number): number | null {
  const enough = (formerPerSecond * recoveredShare * sliceMs) / 1000;
  for (let slice = 0; slice + recoveredSlices <= timeline.length; slice++) {
    const done = timeline.slice(slice, slice + recoveredSlices).reduce((sum, count) => sum + count, 0);
    if (done >= enough * recoveredSlices) return slice * sliceMs;
  }
  return null;
}

interface Outcome {
  readonly appendMs: number;
  readonly slownessMs: number;
  readonly peak: number;
  readonly capacity: number;
  readonly goodput: number;
  readonly load: LoadResult;
  readonly probed: Refusals;
  /** As the probe hears refusals from a server that sends nothing else. */
  readonly floor: Refusals;
  readonly recoveryMs: number | null;
}

function present({ appendMs, slownessMs, peak, capacity, goodput, load, probed, floor, recoveryMs }: Outcome): Study {
  const { count, withoutRetryAfter, p99Ms } = load.refusals;
  const share = quotient(goodput, capacity);
  const refusedMs = probed.count === 0 ? null : probed.p99Ms;
  const floorMs = floor.count === 0 ? null : floor.p99Ms;
  const row = {
    'peak/s': Math.round(peak),
    'slow journal/s': Math.round(capacity),
    'goodput/s': Math.round(goodput),
    refused: count,
    'refused p99 ms, crowd': count === 0 ? null : p99Ms,
    'refused, probe': probed.count,
    'refused p99 ms, probe': refusedMs,
    'refused p99 ms, constants': floorMs,
    'no answer': load.broken,
    'recovery ms': recoveryMs,
  };
  return {
    title: 'Overload',
    about: `Every append sleeps ${slownessMs.toFixed(1)} ms more than its ${appendMs.toFixed(2)} ms; then the load is that of the peak, open loop. Refusals are timed by a second generator, because the crowd’s is too busy to read its answers at once.`,
    figures: {
      'goodput to capacity': share,
      'refusal p99 ms': refusedMs,
      'refusal p99 ms, constants': floorMs,
      'recovery ms': recoveryMs,
    },
    tables: [{ columns: Object.keys(row), rows: [Object.values(row)] }],
    plots: [],
    checks: [
      atLeast(`goodput at least ${goodputMin} of what the slow journal can do`, share, goodputMin),
      atMost('refusals without Retry-After', withoutRetryAfter + probed.withoutRetryAfter, 0),
      above(floorMs, atMost(`refused within ${refusalMsMax} ms (p99)`, refusedMs, refusalMsMax)),
      atMost(`recovered within ${recoveryMsMax} ms`, recoveryMs ?? Number.POSITIVE_INFINITY, recoveryMsMax),
    ],
  };
}
