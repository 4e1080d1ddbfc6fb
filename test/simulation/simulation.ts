/**
 * One run from one seed: a small cluster, a crowd of clients and many faults. Then the faults end and everything must
 * work again. Then the nodes hand over, and the stored data is audited. The same seed makes the same run.
 */
import type { Policy } from '#domain/policy.ts';
import { policy } from '../support/rehearsal.ts';
import { Accidents } from './accidents.ts';
import { audit } from './audit.ts';
import { Chronicle } from './chronicle.ts';
import { type Cast, Crowd } from './crowd.ts';
import type { Database, ShowPlan } from './database.ts';
import { Gate } from './gate.ts';
import { LeaseService } from './leases.ts';
import { Machine } from './machine.ts';
import { Network } from './peers.ts';
import type { Random } from './random.ts';
import { Universe } from './universe.ts';

export interface RunResult {
  readonly seed: number;
  readonly hash: string;
  /** Empty if no rule was broken. */
  readonly violations: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** Empty unless `isRead`. */
  readonly lastLines: readonly string[];
  /** The number of requests of all clients. */
  readonly attempts: number;
}

const safetyMsMax = 90_000;
const probePauseMs = 100;
const endlessTimer = { unref: () => endlessTimer };

/** Runs a seed. `isRead`: keeps the last lines of the trace. Rejects only if the simulation itself is broken. */
export async function simulate(seed: number, operations: number, isRead = false): Promise<RunResult> {
  const universe = new Universe(seed, isRead);
  const { timeline, trace } = universe;
  const realNow = Date.now;
  const realDepth = Error.stackTraceLimit;
  const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
  Error.stackTraceLimit = 0;
  Date.now = () => Math.floor(timeline.now + universe.wallClockOffsetMs);
  // A run uses virtual time only, so real timers must never fire in it.
  Object.assign(globalThis, { setTimeout: () => endlessTimer, clearTimeout: () => {} });
  try {
    const run = new Run(universe);
    const violations = await run.play(operations);
    trace.count('happenings', timeline.count);
    trace.count('virtual seconds', Math.round((timeline.now - universe.startedAt) / 1000));
    const { hash, counts, lastLines } = trace;
    return { seed, hash, violations, counts, lastLines, attempts: run.attempts };
  } finally {
    Object.assign(globalThis, { setTimeout: realSetTimeout, clearTimeout: realClearTimeout });
    Date.now = realNow;
    Error.stackTraceLimit = realDepth;
  }
}

class Run {
  readonly #universe: Universe;
  readonly #cast: Cast;
  readonly #accidents: Accidents;
  readonly #sweepMs: number;

  constructor(universe: Universe) {
    const { random, database } = universe;
    const events = 1 + random.below(3);
    for (let eventNumber = 1; eventNumber <= events; eventNumber++) database.open(drawShow(random, eventNumber));
    const chronicle = new Chronicle(universe);
    this.#sweepMs = random.pick([100, 250, 500]);
    const settings = { sweepMs: this.#sweepMs, roundMs: 1_000, idleMs: random.pick([2_000, 8_000, 20_000]) };
    const leases = new LeaseService();
    const network = new Network();
    const machines = Array.from(
      { length: 2 + random.below(3) },
      (_, at) => new Machine({ universe, chronicle, network, leases, settings }, `n${at + 1}`),
    );
    this.#universe = universe;
    this.#cast = { universe, chronicle, gate: new Gate(universe, chronicle), machines };
    this.#accidents = new Accidents({ universe, machines, leases, network });
  }

  get attempts(): number {
    return this.#cast.chronicle.attempts.length;
  }

  async play(operations: number): Promise<string[]> {
    const { timeline } = this.#universe;
    const { machines, chronicle } = this.#cast;
    for (const machine of machines) machine.start();
    const crowd = new Crowd(this.#cast, operations);
    crowd.start();
    this.#accidents.start();
    await timeline.pass(timeline.now + safetyMsMax, () =>
      this.#universe.isPatient ? crowd.isDone : crowd.hasBegunAll,
    );
    crowd.stop();
    this.#accidents.end();
    const calmSince = timeline.now;
    await this.#recover(crowd);
    const calmUntil = timeline.now;
    await this.#closeAll();
    return audit(this.#universe, chronicle, { calmSince, calmUntil, sweepMs: this.#sweepMs });
  }

  /** Within two lease times every event must accept writes again; then all past deadlines must be swept. */
  async #recover(crowd: Crowd): Promise<void> {
    const { timeline, database, leaseMs, trace } = this.#universe;
    const { chronicle } = this.#cast;
    const deadline = timeline.now + 2 * leaseMs;
    const missing = new Set(database.shows.keys());
    for (const eventNumber of database.shows.keys()) void this.#probe(crowd, eventNumber, missing);
    await timeline.pass(deadline, () => missing.size === 0);
    for (const eventNumber of missing) chronicle.complain(`event ${eventNumber} cannot be written after the faults`);
    trace.note('all events can be written');
    await timeline.pass(timeline.now + longestLifeMs(database) + 2_000 + 2 * this.#sweepMs);
  }

  async #probe(crowd: Crowd, eventNumber: number, missing: Set<number>): Promise<void> {
    const { universe, machines } = this.#cast;
    for (let probe = 1; missing.has(eventNumber); probe++) {
      const prices = [{ id: 900_000 + probe, name: `probe ${probe}`, externalId: null }];
      const errand = { command: { kind: 'define-prices', prices }, isRepeatable: false } as const;
      const { outcome } = await crowd.attempt(eventNumber, errand, universe.random.pick(machines));
      if (outcome?.kind === 'answer' && outcome.answer.ok) missing.delete(eventNumber);
      else await universe.pause(probePauseMs);
    }
  }

  async #closeAll(): Promise<void> {
    const { timeline } = this.#universe;
    const { machines, chronicle } = this.#cast;
    let open = machines.length;
    for (const machine of machines) void machine.handOver(false).then(() => open--);
    await timeline.pass(timeline.now + 20_000, () => open === 0);
    if (open > 0) chronicle.complain(`${open} nodes cannot hand over`);
  }
}

/** The longest time until a hold or lock expires that exists when the faults end. */
function longestLifeMs(database: Database): number {
  const policies = [...database.shows.values()].map(({ plan }) => plan.policy.current);
  const briefMs = 2_000;
  return Math.max(briefMs, ...policies.flatMap(({ holdMs, graceMs, lockMs }) => [holdMs, graceMs, lockMs]));
}

/** Some areas have no capacity in the layout. */
function capacityOf(drawn: number): number {
  return drawn < 7 ? 0 : drawn;
}

function drawShow(random: Random, eventNumber: number): ShowPlan {
  const rows = Array.from({ length: 1 + random.below(4) }, () => 4 + random.below(8));
  const areas = Array.from({ length: 1 + random.below(2) }, () => capacityOf(3 + random.below(20)));
  const current: Policy = {
    ...policy,
    publicSessionsEnabled: !random.chance(0.05),
    salesControlEnabled: !random.chance(0.05),
    orphanSeatPrevention: random.chance(0.25),
    lockMs: random.pick([1_000, 2_000, 3_000]),
    holdTypes: { ...policy.holdTypes, BRIEF: { ttlMs: 2_000, validState: 'LOCKED' } },
    holdMs: random.pick([1_000, 2_000, 3_000]),
    graceMs: random.pick([1_000, 2_000]),
    maxSeats: random.pick([3, 5, 8]),
    emptySessionsMax: random.pick([1, 3, 1_000]),
  };
  return { eventNumber, rows, areas, prices: ['50 EUR', '12.50', '0.10 standing', '7'], policy: { current } };
}
