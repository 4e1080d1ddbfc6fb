/** Injects faults at random times until `end`, which repairs everything: all nodes up, running and connected. */
import type { LeaseService } from './leases.ts';
import type { Machine } from './machine.ts';
import { type Accident, accidents } from './mixture.ts';
import type { Network } from './peers.ts';
import type { Universe } from './universe.ts';

export interface Scene {
  readonly universe: Universe;
  readonly machines: readonly Machine[];
  readonly leases: LeaseService;
  readonly network: Network;
}

/** How far a node's wall clock may jump. */
const clockJumpMsMax = 3_600_000;

export class Accidents {
  readonly #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  start(): void {
    for (const accident of accidents) this.#schedule(accident);
  }

  /** Repairs everything; no further fault is injected. */
  end(): void {
    const { universe, machines, leases, network } = this.#scene;
    universe.calmDown();
    leases.upAt = 0;
    leases.slowUntil = 0;
    universe.server.mend();
    network.joinAll();
    for (const machine of machines) {
      machine.mend();
      machine.start();
    }
  }

  #schedule(accident: Accident): void {
    const { universe } = this.#scene;
    const everyMs = universe.mixture.accidentEveryMs[accident];
    if (everyMs === Number.POSITIVE_INFINITY) return;
    universe.timeline.after(universe.random.waiting(everyMs), () => {
      if (universe.isCalm) return;
      this.#cause(accident);
      this.#schedule(accident);
    });
  }

  #cutBetween(one: string, other: string, ms: number): void {
    const { universe, network } = this.#scene;
    network.cut(one, other);
    universe.timeline.after(ms, () => network.join(one, other));
  }

  #cause(accident: Accident): void {
    const { universe, machines } = this.#scene;
    const { random, trace, leaseMs } = universe;
    const machine = random.pick(machines);
    // From 0.1 to 4 lease times, distributed log-uniformly.
    const lengthMs = 0.1 * 40 ** random.next() * leaseMs;
    if (accident !== 'crash') trace.count(accident);
    trace.note(`${accident} (${machine.name}, ${Math.round(lengthMs)} ms)`);
    this.#causes[accident](machine, lengthMs);
  }

  readonly #causes: Readonly<Record<Accident, (machine: Machine, lengthMs: number) => void>> = {
    crash: (machine) => machine.crash(this.#scene.universe.random.between(20, 2_000)),
    pause: (machine, lengthMs) => machine.pause(lengthMs),
    'hand-over': (machine) => void machine.handOver(),
    'cut between nodes': (machine, lengthMs) =>
      this.#cutBetween(machine.name, this.#scene.universe.random.pick(this.#scene.machines).name, lengthMs),
    'cut from leases': (machine, lengthMs) => machine.cutFromLeases(lengthMs),
    'cut from database': (machine, lengthMs) => machine.cutFromDatabase(lengthMs),
    'leases flushed': () => this.#scene.leases.flush(),
    'leases down': (_, lengthMs) => {
      this.#scene.leases.upAt = this.#scene.universe.timeline.now + lengthMs;
    },
    'leases slow': (_, lengthMs) => {
      this.#scene.leases.slowUntil = this.#scene.universe.timeline.now + lengthMs;
    },
    'postgres crash': () => this.#crashDatabase(50, 1_500),
    failover: () => this.#crashDatabase(1_000, 4_000),
    'clock jump': () => {
      const { universe } = this.#scene;
      universe.wallClockOffsetMs = universe.random.between(-clockJumpMsMax, clockJumpMsMax);
    },
  };

  #crashDatabase(shortestMs: number, longestMs: number): void {
    const { server, random } = this.#scene.universe;
    server.crash(random.between(shortestMs, longestMs));
  }
}
