/**
 * Study: a million open sessions on one event: they are opened, written as a snapshot, read back, read back after a crash,
 * and all expire at the same moment. A hold of the event loop is measured in processor time of the service's main thread,
 * so that other work on the machine does not look like one; the service's own histogram of delays stands beside it. The
 * audit of acknowledged calls does not run here: the study reads the last session of each connection back, and compares the
 * number of live sessions.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { tablesCatchUpAt } from '../audit/catch-up.ts';
import type { HoldRecord, Target } from '../load/plan.ts';
import { makeEvent, makeSchema } from '../stand/catalog.ts';
import { Inspector } from '../stand/inspector.ts';
import { readMetrics } from '../stand/metrics.ts';
import { processorSeconds, untilIdle } from '../stand/processor.ts';
import type { Service } from '../stand/service.ts';
import { InvalidRun, Stage } from '../stand/stage.ts';
import type { ApartDefinition, StudyAsked } from './definition.ts';
import { usedBytes } from './memory.ts';
import { atMost, type Study } from './study.ts';

const holdsRecorder = new URL('../stand/loop-holds.ts', import.meta.url).href;
const seats = 10_000;
const connections = 64;
/** `holdSeconds`: enough for everything but the expiry, on a slow machine. */
const full = { each: 15_625, holdSeconds: 420 };
const quick = { each: 320, holdSeconds: 45 };
/** An event without a command for so long leaves memory, with a snapshot. */
const idleSeconds = 4;
const openSecondsMax = 1_200;
const stepMsMax = 600_000;
const pollMs = 250;
const holdMsMax = 50;
/** Time between two looks of the recorder. A hold is seen with up to that much more. */
const lookMs = 5;
const sessionBytesMax = 600;

export const sessions: ApartDefinition = {
  kind: 'apart',
  name: 'sessions',
  about: '1,000,000 open sessions on one event (20,000 with --quick): opened, snapshotted, restored, expired at once',
  unit: 'milliseconds for which the loop is held',
  isEssential: false,
  run: async (ask) => {
    const { each, holdSeconds } = ask.isQuick ? quick : full;
    const settings = { HOLD_SECONDS: `${holdSeconds}`, EVENT_IDLE_SECONDS: `${idleSeconds}` };
    const crowd = { count: each * connections, each, holdSeconds };
    const stage = await Stage.build({ isInspected: true, nodeArguments: [`--import=${holdsRecorder}`], settings });
    try {
      return await new Sessions(stage, ask, crowd).study();
    } finally {
      await stage.tearDown();
    }
  },
};

interface Crowd {
  readonly count: number;
  readonly each: number;
  readonly holdSeconds: number;
}

interface Step {
  readonly name: string;
  readonly seconds: number;
  readonly cpuSeconds: number | null;
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
  readonly holdMs: number;
}

class Sessions {
  private readonly stage: Stage;
  private readonly ask: StudyAsked;
  private readonly crowd: Crowd;
  private readonly steps: Step[] = [];

  constructor(stage: Stage, ask: StudyAsked, crowd: Crowd) {
    this.stage = stage;
    this.ask = ask;
    this.crowd = crowd;
  }

  async study(): Promise<Study> {
    const { stage, crowd } = this;
    const { owner, demo, service } = stage;
    const target = await makeEvent(owner, demo, await makeSchema(owner, seats, 0));
    const { used: before } = await usedBytes(service);
    const sample = await this.step('opened', () => this.open(target));
    const allOpenUntil = performance.now() + crowd.holdSeconds * 1000;
    const { used } = await usedBytes(service);
    await tablesCatchUpAt(await stage.databaseUrl(), target.eventId);
    await this.step('written as a snapshot', () => this.until((gauge) => gauge('usher_live_events') === 0));
    const restored = await this.step('read back', () => this.read(sample, 'ACTIVE'));
    await service.kill();
    await service.launch();
    await untilIdle(service.pid);
    await this.step('read back after kill -9', () => this.read(sample, 'ACTIVE'));
    await service.kill();
    this.ask.tell('waiting for the deadlines');
    await pause(Math.max(0, allOpenUntil - performance.now()) + 1_000);
    await service.launch();
    await this.step('expired at once', () => this.expire(target, sample));
    const each = Math.round((used - before) / crowd.count);
    return present(crowd, this.steps, { each, restored });
  }

  private async open(target: Target): Promise<readonly HoldRecord[]> {
    const { generator, service } = this.stage;
    const { each, count } = this.crowd;
    const plan = { kind: 'creates', target, each, label: randomUUID(), baseUrl: service.baseUrl, connections } as const;
    const { all, broken, holds } = await generator.run({ ...plan, warmSeconds: 0, seconds: openSecondsMax });
    if (all.done !== count) throw new InvalidRun(`sessions: ${all.done} of ${count} were opened, ${broken} broke off`);
    return holds;
  }

  /** Reads every session of the sample; resolves with the live sessions by the service's own count. */
  private async read(sample: readonly HoldRecord[], state: string): Promise<number> {
    const { visitor, operator } = this.stage;
    const shown = await Promise.all(
      sample.map(({ sessionId }) => visitor.demand({ method: 'GET', path: `/api/public/v2.0/session/${sessionId}` })),
    );
    if (shown.some((session) => session.state !== state)) throw new InvalidRun(`sessions: one is not ${state}`);
    const live = (await readMetrics(operator)).get('usher_sessions') ?? 0;
    const wanted = state === 'ACTIVE' ? this.crowd.count : 0;
    if (live !== wanted) throw new InvalidRun(`sessions: ${live} are live, not ${wanted}`);
    return live;
  }

  private async expire(target: Target, sample: readonly HoldRecord[]): Promise<void> {
    await this.until((gauge) => gauge('usher_holds_expired_total') > 0 && gauge('usher_sessions') === 0);
    await tablesCatchUpAt(await this.stage.databaseUrl(), target.eventId);
    await this.read(sample, 'EXPIRED');
  }

  /** Waits until the metrics fulfil a condition. */
  private async until(isReached: (gauge: (name: string) => number) => boolean): Promise<void> {
    const giveUpAt = performance.now() + stepMsMax;
    for (;;) {
      const metrics = await this.look();
      if (isReached((name) => metrics.get(name) ?? 0)) return;
      if (performance.now() > giveUpAt) throw new InvalidRun('sessions: a step does not end');
      await pause(pollMs);
    }
  }

  private delayMaxMs = 0;
  private delayP99Ms = 0;

  /** Reads the metrics, which begins a new histogram of the loop. */
  private async look(): Promise<ReadonlyMap<string, number>> {
    const metrics = await readMetrics(this.stage.operator);
    const ms = (name: string) => (metrics.get(`nodejs_eventloop_lag_${name}_seconds`) ?? 0) * 1000;
    this.delayMaxMs = Math.max(this.delayMaxMs, ms('max'));
    this.delayP99Ms = Math.max(this.delayP99Ms, ms('p99'));
    return metrics;
  }

  private async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const { service } = this.stage;
    this.ask.tell(name);
    await this.look();
    await longestHold(service);
    [this.delayMaxMs, this.delayP99Ms] = [0, 0];
    const [from, cpuFrom] = [performance.now(), await processorSeconds(service.pid)];
    const result = await work();
    const [seconds, cpu] = [(performance.now() - from) / 1000, await processorSeconds(service.pid)];
    // A step includes the work that it leaves to later iterations of the loop.
    await untilIdle(service.pid);
    await this.look();
    const cpuSeconds = cpu === null || cpuFrom === null ? null : cpu - cpuFrom;
    const { delayP99Ms, delayMaxMs } = this;
    this.steps.push({ name, seconds, cpuSeconds, delayP99Ms, delayMaxMs, holdMs: await longestHold(service) });
    return result;
  }
}

/** The longest hold of the service's loop since the last call, in milliseconds of processor time. */
async function longestHold(service: Service): Promise<number> {
  const inspector = await Inspector.open(service);
  try {
    const { result } = await inspector.ask('Runtime.evaluate', {
      expression: 'takeLongestHold()',
      returnByValue: true,
    });
    return Math.max(0, Number(result.value) - lookMs);
  } finally {
    inspector.close();
  }
}

function present(
  { count }: Crowd,
  steps: readonly Step[],
  { each, restored }: { each: number; restored: number },
): Study {
  return {
    title: 'A million sessions',
    about: `${count} open sessions on one event, ${restored} of them in memory again after each restart. A hold is the longest processor time of one iteration of the loop; the delays are those of the service's own histogram, and include other work on the machine. A snapshot begins ${idleSeconds} s after the last call.`,
    figures: {
      'bytes of an open session': each,
      ...Object.fromEntries(
        steps.flatMap(({ name, seconds, holdMs }) => [
          [`${name}: seconds`, seconds],
          [`${name}: longest hold ms`, holdMs],
        ]),
      ),
    },
    tables: [
      {
        columns: ['what', 'seconds', 'a second', 'CPU s', 'longest hold ms', 'delay p99 ms', 'delay max ms'],
        rows: steps.map(({ name, seconds, cpuSeconds, holdMs, delayP99Ms, delayMaxMs }) => [
          name,
          seconds,
          Math.round(count / seconds),
          cpuSeconds,
          holdMs,
          delayP99Ms,
          delayMaxMs,
        ]),
      },
    ],
    plots: [],
    checks: [
      atMost(`${count} sessions: one takes at most ${sessionBytesMax} bytes`, each, sessionBytesMax),
      ...steps.map(({ name, holdMs }) =>
        atMost(`${count} sessions, ${name}: the loop is never held over ${holdMsMax} ms`, holdMs, holdMsMax),
      ),
    ],
  };
}
