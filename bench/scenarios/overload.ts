/**
 * Study: appends become ten times as slow while as much is asked for as before. What the slow journal can do must go on
 * being done, who is refused must hear it at once, and all must be well soon after the journal is.
 */
import { makeEvent } from '../catalog.ts';
import { slowAppends } from '../database-settings.ts';
import { type LoadResult, sliceMs } from '../load/plan.ts';
import type { Stage } from '../stage.ts';
import { quotient } from '../statistics.ts';
import { atLeast, atMost, type Study } from '../study.ts';
import type { StudyAsked, StudyDefinition } from './definition.ts';
import { type HoldSetting, holdRound, makeSessions, serviceHolds } from './holds.ts';
import type { RoundAsked } from './scenario.ts';

const slowdown = 10;
/** Well, slow, overloaded, recovering: their sessions are made while the journal is well. */
const crowdedRounds = 4;
/** More than may wait for one event, so that there is somebody to refuse. */
const full = { connections: 12_000, warmSeconds: 4, recoverySeconds: 8 };
const quick = { connections: 512, warmSeconds: 0.5, recoverySeconds: 3 };
const goodputMin = 0.8;
const refusalMsMax = 50;
const recoveryMsMax = 5_000;
/** Recovered: this share of what it did before, for so long. */
const recoveredShare = 0.8;
const recoveredSlices = 3;

export const overload: StudyDefinition = {
  kind: 'study',
  name: 'overload',
  about: 'Appends ten times as slow, open loop at the former peak: goodput, refusals, recovery',
  unit: 'calls',
  isEssential: true,
  run: measureOverload,
};

async function measureOverload(stage: Stage, ask: StudyAsked): Promise<Study> {
  const { schemaId, target } = await stage.hotEvent();
  const setting = serviceHolds(stage, 'overload', target);
  const { connections, warmSeconds, recoverySeconds } = ask.isQuick ? quick : full;
  ask.tell('the peak');
  const usual = { connections: ask.connections.at(-1)!, seconds: ask.seconds, warmSeconds: ask.warmSeconds };
  const before = (await holdRound(setting, usual)).round;
  const appendMs = before.averageAppendMs ?? 1;
  ask.tell('sessions for the crowd');
  const crowds: HoldSetting[] = [];
  while (crowds.length < crowdedRounds) crowds.push(await crowdOf(stage, schemaId, connections));
  const closed = { connections, seconds: ask.seconds, warmSeconds };
  ask.tell('the crowd while all is well');
  const well = (await holdRound(crowds[0]!, closed)).round;
  let restore = await slowAppends(await stage.databaseUrl(), appendMs * (slowdown - 1));
  try {
    ask.tell('what the slow journal can do');
    const slow = (await holdRound(crowds[1]!, closed)).round;
    ask.tell('the former peak, asked of the slow journal');
    const crowd = await holdRound(crowds[2]!, { ...closed, perSecond: Math.round(before.perSecond) });
    ask.tell('recovery');
    const timeline = await recover(crowds[3]!, { ...closed, seconds: recoverySeconds }, async () => {
      await restore();
      restore = async () => {};
    });
    return present({
      appendMs,
      peak: before.perSecond,
      capacity: slow.perSecond,
      goodput: crowd.round.perSecond,
      load: crowd.load,
      recoveryMs: recoveredAfter(timeline, well.perSecond),
    });
  } finally {
    await restore();
  }
}

/** Holds of an event of its own, whose sessions are there already. */
async function crowdOf(stage: Stage, schemaId: number, connections: number): Promise<HoldSetting> {
  const target = await makeEvent(stage.owner, stage.demo, schemaId);
  const sessionIds = await makeSessions(stage.visitor, target, connections);
  return { ...serviceHolds(stage, 'overload', target), enter: () => sessionIds };
}

/** Loads in closed loop, ends the slowness once that is under way, and resolves with what was done from then on. */
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

/** Milliseconds until nearly as much is done again as by the same crowd before; null when that does not come. Slices of a tenth of a second. */
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
  readonly peak: number;
  readonly capacity: number;
  readonly goodput: number;
  readonly load: LoadResult;
  readonly recoveryMs: number | null;
}

function present({ appendMs, peak, capacity, goodput, load, recoveryMs }: Outcome): Study {
  const { count, withoutRetryAfter, p99Ms } = load.refusals;
  const share = quotient(goodput, capacity);
  return {
    title: 'Overload',
    about: `Every append sleeps ${(appendMs * (slowdown - 1)).toFixed(1)} ms more than its ${appendMs.toFixed(2)} ms; then as much is asked for as at the peak, open loop.`,
    figures: {
      'goodput to capacity': share,
      'refusal p99 ms': count === 0 ? null : p99Ms,
      'recovery ms': recoveryMs,
    },
    tables: [
      {
        columns: ['peak/s', 'slow journal/s', 'goodput/s', 'refused', 'refused p99 ms', 'no answer', 'recovery ms'],
        rows: [
          [
            Math.round(peak),
            Math.round(capacity),
            Math.round(goodput),
            count,
            count === 0 ? null : p99Ms,
            load.broken,
            recoveryMs,
          ],
        ],
      },
    ],
    plots: [],
    checks: [
      atLeast(`goodput at least ${goodputMin} of what the slow journal can do`, share, goodputMin),
      atMost('refusals without Retry-After', withoutRetryAfter, 0),
      atMost(`refused within ${refusalMsMax} ms (p99)`, count === 0 ? 0 : p99Ms, refusalMsMax),
      atMost(`recovered within ${recoveryMsMax} ms`, recoveryMs ?? Number.POSITIVE_INFINITY, recoveryMsMax),
    ],
  };
}
