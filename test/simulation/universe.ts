/** The parts that one run shares: random generator, virtual time, database, fault probabilities and trace. */
import { Database } from './database.ts';
import { calm, drawMixture, type Mixture } from './mixture.ts';
import { Random } from './random.ts';
import { Timeline } from './timeline.ts';
import { Trace } from './trace.ts';
import { Server } from './wire.ts';

const startOfTime = Date.UTC(2027, 0, 1);

export class Universe {
  readonly random: Random;
  readonly timeline = new Timeline(startOfTime);
  readonly trace: Trace;
  readonly database = new Database(this.timeline);
  readonly server = new Server(this);
  readonly startedAt = startOfTime;
  readonly leaseMs: number;
  /** The mean duration of the statements that actors wait for (append and check). */
  readonly commitMs: number;
  /** Whether some statements take more than 10 s, and many clients wait longer for an answer than any node does. */
  readonly isPatient: boolean;
  mixture: Mixture;
  /** The error of the nodes' wall clocks; the product must not depend on them. */
  wallClockOffsetMs = 0;

  constructor(seed: number, isRead: boolean) {
    this.trace = new Trace(() => this.timeline.now - startOfTime, isRead);
    this.random = new Random(seed);
    this.mixture = drawMixture(this.random);
    this.isPatient = this.random.chance(0.25);
    this.commitMs = this.random.pick([0.6, 4, 12]);
    this.leaseMs = this.random.pick([2_000, 3_000, 4_000]);
  }

  get isCalm(): boolean {
    return this.mixture === calm;
  }

  /** Ends all faults. */
  calmDown(): void {
    this.mixture = calm;
    this.trace.note('faults end');
  }

  /** Resolves after `ms` of virtual time. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.timeline.after(ms, resolve));
  }
}
