/** Injects faults at random times until `end`, which repairs everything: all nodes up, running and connected. */

import { type ClusterFault, clusterFaults } from './fault-rates.ts';
import type { LeaseService } from './leases.ts';
import type { Machine } from './machine.ts';
import type { NodeNetwork } from './node-network.ts';
import type { RunContext } from './run-context.ts';

export interface FaultTargets {
  readonly context: RunContext;
  readonly machines: readonly Machine[];
  readonly leases: LeaseService;
  readonly network: NodeNetwork;
}

/** How far a node's wall clock may jump. */
const clockJumpMsMax = 3_600_000;

export class FaultInjector {
  readonly #targets: FaultTargets;

  constructor(targets: FaultTargets) {
    this.#targets = targets;
  }

  start(): void {
    for (const fault of clusterFaults) this.#schedule(fault);
  }

  /** Repairs everything; no further fault is injected. */
  end(): void {
    const { context, machines, leases, network } = this.#targets;
    context.endFaults();
    leases.upAt = 0;
    leases.slowUntil = 0;
    context.server.repair();
    network.joinAll();
    for (const machine of machines) {
      machine.repair();
      machine.start();
    }
  }

  #schedule(fault: ClusterFault): void {
    const { context } = this.#targets;
    const everyMs = context.faultRates.clusterFaultEveryMs[fault];
    if (everyMs === Number.POSITIVE_INFINITY) return;
    context.timeline.after(context.random.waiting(everyMs), () => {
      if (context.hasNoFaults) return;
      this.#cause(fault);
      this.#schedule(fault);
    });
  }

  #cutBetween(one: string, other: string, ms: number): void {
    const { context, network } = this.#targets;
    network.cut(one, other);
    context.timeline.after(ms, () => network.join(one, other));
  }

  #cause(fault: ClusterFault): void {
    const { context, machines } = this.#targets;
    const { random, trace, leaseMs } = context;
    const machine = random.pick(machines);
    // From 0.1 to 4 lease times, distributed log-uniformly.
    const lengthMs = 0.1 * 40 ** random.next() * leaseMs;
    if (fault !== 'crash') trace.count(fault);
    trace.note(`${fault} (${machine.name}, ${Math.round(lengthMs)} ms)`);
    this.#causes[fault](machine, lengthMs);
  }

  readonly #causes: Readonly<Record<ClusterFault, (machine: Machine, lengthMs: number) => void>> = {
    crash: (machine) => machine.crash(this.#targets.context.random.between(20, 2_000)),
    pause: (machine, lengthMs) => machine.pause(lengthMs),
    'hand-over': (machine) => void machine.handOver(),
    'cut between nodes': (machine, lengthMs) =>
      this.#cutBetween(machine.name, this.#targets.context.random.pick(this.#targets.machines).name, lengthMs),
    'cut from leases': (machine, lengthMs) => machine.cutFromLeases(lengthMs),
    'cut from database': (machine, lengthMs) => machine.cutFromDatabase(lengthMs),
    'leases flushed': () => this.#targets.leases.flush(),
    'leases down': (_, lengthMs) => {
      this.#targets.leases.upAt = this.#targets.context.timeline.now + lengthMs;
    },
    'leases slow': (_, lengthMs) => {
      this.#targets.leases.slowUntil = this.#targets.context.timeline.now + lengthMs;
    },
    'postgres crash': () => this.#crashDatabase(50, 1_500),
    failover: () => this.#crashDatabase(1_000, 4_000),
    'clock jump': () => {
      const { context } = this.#targets;
      context.wallClockOffsetMs = context.random.between(-clockJumpMsMax, clockJumpMsMax);
    },
  };

  #crashDatabase(shortestMs: number, longestMs: number): void {
    const { server, random } = this.#targets.context;
    server.crash(random.between(shortestMs, longestMs));
  }
}
