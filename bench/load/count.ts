/** Counts answers by step, meaning and latency. The warm part of a round is counted in the timeline only. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { type LoadResult, type StepFigures, sliceMs, type Tally } from './plan.ts';

interface Step extends Tally {
  readonly latency: RecordableHistogram;
}

/** One answer. `isDone`: the call took effect. */
export interface Answered {
  readonly step: string;
  readonly status: number;
  readonly isDone: boolean;
  readonly hasRetryAfter: boolean;
  /** When the request should have been sent, and when it was sent. */
  readonly dueAt: number;
  readonly sentAt: number;
}

const microsPerMs = 1000;

export class Count {
  broken = 0;
  private readonly steps = new Map<string, Step>();
  private readonly all = newStep();
  private readonly purchaseLatency = createHistogram();
  private readonly refusalLatency = createHistogram();
  private withoutRetryAfter = 0;
  private readonly timeline: number[] = [];
  private readonly startedAt = performance.now();
  private readonly beganAt = Date.now();
  private readonly countFrom: number;
  private cpuFrom: NodeJS.CpuUsage | null = null;
  private firstCounted = 0;
  private lastCounted = 0;

  constructor(warmSeconds: number) {
    this.countFrom = this.startedAt + warmSeconds * 1000;
  }

  answer({ step: name, status, isDone, hasRetryAfter, dueAt, sentAt }: Answered): void {
    const now = performance.now();
    const meaning = meaningOf(status, isDone);
    if (meaning === 'done') {
      const slice = Math.floor((now - this.startedAt) / sliceMs);
      this.timeline[slice] = (this.timeline[slice] ?? 0) + 1;
    }
    if (now < this.countFrom) return;
    if (this.cpuFrom === null) {
      this.firstCounted = now;
      this.cpuFrom = process.cpuUsage();
    }
    this.lastCounted = now;
    let step = this.steps.get(name);
    if (step === undefined) {
      step = newStep();
      this.steps.set(name, step);
    }
    for (const counted of [step, this.all]) {
      counted[meaning] += 1;
      counted.latency.record(microsSince(dueAt, now));
    }
    if (status !== 503) return;
    this.refusalLatency.record(microsSince(sentAt, now));
    if (!hasRetryAfter) this.withoutRetryAfter += 1;
  }

  /** A purchase that began at `startedAt` is confirmed. */
  purchase(startedAt: number): void {
    const now = performance.now();
    if (now >= this.countFrom) this.purchaseLatency.record(microsSince(startedAt, now));
  }

  figures(): Omit<LoadResult, 'isSoldOut' | 'holds' | 'bought' | 'booked' | 'waited'> {
    const seconds = (this.lastCounted - this.firstCounted) / 1000;
    const cpu = process.cpuUsage(this.cpuFrom ?? process.cpuUsage());
    return {
      startedAt: this.beganAt,
      seconds,
      steps: Object.fromEntries([...this.steps].map(([name, step]) => [name, figuresOf(step)])),
      all: figuresOf(this.all),
      broken: this.broken,
      refusals: {
        count: this.refusalLatency.count,
        withoutRetryAfter: this.withoutRetryAfter,
        p99Ms: this.refusalLatency.percentile(99) / microsPerMs,
      },
      timeline: Array.from(this.timeline, (done) => done ?? 0),
      purchases: this.purchaseLatency.count,
      purchaseP50Ms: this.purchaseLatency.percentile(50) / microsPerMs,
      purchaseP99Ms: this.purchaseLatency.percentile(99) / microsPerMs,
      generatorBusy: (cpu.user + cpu.system) / 1e6 / seconds,
    };
  }
}

function newStep(): Step {
  return { done: 0, conflicts: 0, refused: 0, failed: 0, latency: createHistogram() };
}

function microsSince(from: number, now: number): number {
  return Math.max(1, Math.round((now - from) * microsPerMs));
}

function meaningOf(status: number, isDone: boolean): keyof Tally {
  if (status < 400) return isDone ? 'done' : 'refused';
  if (status === 409) return 'conflicts';
  return status < 500 ? 'refused' : 'failed';
}

function figuresOf({ latency, ...tally }: Step): StepFigures {
  return { ...tally, p50Ms: latency.percentile(50) / microsPerMs, p99Ms: latency.percentile(99) / microsPerMs };
}
