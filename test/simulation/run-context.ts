/** The parts that one run shares: random generator, virtual time, database, fault probabilities and trace. */

import { SeededRandom } from '../support/seeded-random.ts';
import { Database } from './database.ts';
import { DatabaseServer } from './database-connection.ts';
import { drawFaultRates, type FaultRates, noFaults } from './fault-rates.ts';
import { Timeline } from './timeline.ts';
import { Trace } from './trace.ts';

export const startOfTime = Date.UTC(2027, 0, 1);

export class RunContext {
  readonly random: SeededRandom;
  readonly timeline = new Timeline(startOfTime);
  readonly trace: Trace;
  readonly database = new Database(this.timeline);
  readonly server = new DatabaseServer(this);
  readonly startedAt = startOfTime;
  readonly leaseMs: number;
  /** Whether the nodes are worker processes, whose leases come from their parent; every second seed. */
  readonly hasParent: boolean;
  /** The mean duration of the statements that actors wait for (append and check). */
  readonly commitMs: number;
  /** Whether some statements take more than 10 s, and many clients wait longer for an answer than any node does. */
  readonly isPatient: boolean;
  faultRates: FaultRates;
  /** The error of the nodes' wall clocks; the product must not depend on them. */
  wallClockOffsetMs = 0;

  constructor(seed: number, isRead: boolean) {
    this.trace = new Trace(() => this.timeline.now - startOfTime, isRead);
    this.random = new SeededRandom(seed);
    this.hasParent = seed % 2 === 0;
    this.faultRates = drawFaultRates(this.random);
    this.isPatient = this.random.chance(0.25);
    this.commitMs = this.random.pick([0.6, 4, 12]);
    this.leaseMs = this.random.pick([2_000, 3_000, 4_000]);
  }

  get hasNoFaults(): boolean {
    return this.faultRates === noFaults;
  }

  /** Ends all faults. */
  endFaults(): void {
    this.faultRates = noFaults;
    this.trace.note('faults end');
  }

  /** Resolves after `ms` of virtual time. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.timeline.after(ms, resolve));
  }
}
