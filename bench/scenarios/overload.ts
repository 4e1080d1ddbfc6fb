/**
 * Study: appends become ten times slower while the offered load stays the same. Goodput must stay near the capacity of
 * the slow journal, refused calls must be answered at once, and throughput must recover soon after the journal does. The
 * same load on a server that refuses everything, and on one that only writes a journal, shows the part of this machine.
 */

import { type LoadResult, type Refusals, sliceMs } from '../load/plan.ts';
import { quotient } from '../reporting/statistics.ts';
import { slowAppends } from '../stand/database-settings.ts';
import type { Stage } from '../stand/stage.ts';
import { type Crowd, crowdOf, crowdOn, probedRound, refusedByConstants } from './crowd.ts';
import type { StudyAsked, StudyDefinition } from './definition.ts';
import { baselineHolds, type HoldSetting, holdRound, serviceHolds } from './holds.ts';
import { journalOnly, sessionsOfOneEvent } from './journal-only.ts';
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
  const asked = { ...closed, perSecond: Math.round(before.perSecond) };
  let restore = await slowAppends(await stage.databaseUrl(), slownessMs);
  try {
    ask.tell('the former peak as load on the slow journal');
    const slowed = await overloaded(orderly.setting, crowds[1]!, { ...closed, connections: few }, asked);
    ask.tell('recovery');
    const timeline = await recover(crowds[2]!.setting, { ...closed, seconds: recoverySeconds }, async () => {
      await restore();
      restore = async () => {};
    });
    ask.tell('the same load on a server that refuses everything');
    const constants = await refusedByConstants(stage, crowds[0]!.probed, asked);
    ask.tell('the same load on a slow journal without a service');
    const floor = await overloadedJournal(stage, { few, slownessMs, closed, asked });
    return present({
      slownessMs,
      appendMs: before.averageAppendMs ?? 1,
      peak: before.perSecond,
      slowed,
      constants,
      floor,
      recoveryMs: recoveredAfter(timeline, well.perSecond),
    });
  } finally {
    await restore();
  }
}

interface Slowed {
  readonly capacity: number;
  readonly goodput: number;
  readonly load: LoadResult;
  /** As the probe heard them. */
  readonly refusals: Refusals;
}

/** The capacity of a slow journal, measured with few connections, and what is done and refused under overload. */
async function overloaded(few: HoldSetting, crowd: Crowd, closed: RoundAsked, asked: RoundAsked): Promise<Slowed> {
  const { round: slow } = await holdRound(few, closed);
  const { round, load, refusals } = await probedRound(crowd, asked);
  return { capacity: slow.perSecond, goodput: round.perSecond, load, refusals };
}

interface JournalOverload {
  /** Connections at which the capacity is measured. */
  readonly few: number;
  readonly slownessMs: number;
  readonly closed: RoundAsked;
  readonly asked: RoundAsked;
}

/** The floor: a server that only writes a journal, as slow as the service's was, under the same load. */
async function overloadedJournal(stage: Stage, { few, slownessMs, closed, asked }: JournalOverload): Promise<Slowed> {
  const server = await journalOnly(stage);
  const target = await stage.lastHotEvent();
  const setting = baselineHolds(stage, 'journal-only overload', server, async () => target);
  const crowd = (connections: number) =>
    crowdOn(target, setting, async (count) => sessionsOfOneEvent(count), connections);
  const restore = await slowAppends(server.databaseUrl, slownessMs);
  try {
    const orderly = await crowd(few);
    const whole = await crowd(asked.connections);
    return await overloaded(orderly.setting, whole, { ...closed, connections: few }, asked);
  } finally {
    await restore();
  }
}

/** Delay of every append in milliseconds. */
function slownessOf(appendMs: number, peakPerSecond: number): number {
  return Math.max(appendMs * (slowdown - 1), (decisionsPerAppend / (peakPerSecond * slowShareMax)) * 1000);
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
  readonly slowed: Slowed;
  /** As the probe hears refusals from a server that sends nothing else. */
  readonly constants: Refusals;
  readonly floor: Slowed;
  readonly recoveryMs: number | null;
}

function present({ appendMs, slownessMs, peak, slowed, constants, floor, recoveryMs }: Outcome): Study {
  const { refusals } = slowed.load;
  const share = quotient(slowed.goodput, slowed.capacity);
  const floorShare = quotient(floor.goodput, floor.capacity);
  const refusedMs = p99Of(slowed.refusals);
  const floorMs = p99Of(floor.refusals);
  const rowOf = (who: string, { capacity, goodput, load, refusals: heard }: Slowed) => ({
    'under overload': who,
    'slow journal/s': Math.round(capacity),
    'goodput/s': Math.round(goodput),
    'goodput to capacity': quotient(goodput, capacity),
    refused: load.refusals.count,
    'refused p99 ms, crowd': p99Of(load.refusals),
    'refused, probe': heard.count,
    'refused p99 ms, probe': p99Of(heard),
    'no answer': load.broken,
  });
  const rows = [rowOf('service', slowed), rowOf('journal only', floor)];
  const row = { 'peak/s': Math.round(peak), 'refused p99 ms, constants': p99Of(constants), 'recovery ms': recoveryMs };
  return {
    title: 'Overload',
    about: `Every append sleeps ${slownessMs.toFixed(1)} ms more than its ${appendMs.toFixed(2)} ms; then the load is that of the peak, open loop. Refusals are timed by a second generator, because the crowd’s is too busy to read its answers at once. Journal only: the same at a server that only writes a journal, as slowly, and lets as many calls wait. Constants: at a server that refuses everything.`,
    figures: {
      'goodput to capacity': share,
      'goodput to capacity, journal only': floorShare,
      'refusal p99 ms': refusedMs,
      'refusal p99 ms, journal only': floorMs,
      'refusal p99 ms, constants': p99Of(constants),
      'recovery ms': recoveryMs,
    },
    tables: [
      { columns: Object.keys(rows[0]!), rows: rows.map((line) => Object.values(line)) },
      { columns: Object.keys(row), rows: [Object.values(row)] },
    ],
    plots: [],
    checks: [
      above(floorShare, atLeast(`goodput at least ${goodputMin} of what the slow journal can do`, share, goodputMin)),
      atMost('refusals without Retry-After', refusals.withoutRetryAfter + slowed.refusals.withoutRetryAfter, 0),
      above(floorMs, atMost(`refused within ${refusalMsMax} ms (p99)`, refusedMs, refusalMsMax)),
      atMost(`recovered within ${recoveryMsMax} ms`, recoveryMs ?? Number.POSITIVE_INFINITY, recoveryMsMax),
    ],
  };
}

/** Null: there was none. */
function p99Of({ count, p99Ms }: Refusals): number | null {
  return count === 0 ? null : p99Ms;
}
