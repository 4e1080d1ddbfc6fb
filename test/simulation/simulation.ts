/**
 * One run from one seed: a small cluster, its clients and many faults. Then the faults end and everything must
 * work again. Then the nodes hand over, and the stored data is audited. The same seed makes the same run.
 */
import type { Policy } from '#domain/policy.ts';
import { policy } from '../support/event-driver.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { audit } from './audit.ts';
import { ClientNetwork } from './client-network.ts';
import { once } from './client-request.ts';
import { Clients, type RunParts } from './clients.ts';
import type { Database, EventPlan } from './database.ts';
import { FaultInjector } from './fault-injector.ts';
import { LeaseService } from './leases.ts';
import { Machine } from './machine.ts';
import { MapViewers } from './map-viewers.ts';
import { NodeNetwork } from './node-network.ts';
import { claimSecondsMax } from './queue-generator.ts';
import { RunContext } from './run-context.ts';
import { RunRecord } from './run-record.ts';
import { drawUnits } from './unit-generator.ts';

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
  const context = new RunContext(seed, isRead);
  const { timeline, trace } = context;
  const realNow = Date.now;
  const realDepth = Error.stackTraceLimit;
  const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
  Error.stackTraceLimit = 0;
  Date.now = () => Math.floor(timeline.now + context.wallClockOffsetMs);
  // A run uses virtual time only, so real timers must never fire in it.
  Object.assign(globalThis, { setTimeout: () => endlessTimer, clearTimeout: () => {} });
  try {
    const run = new Run(context);
    const violations = await run.execute(operations);
    trace.count('callbacks', timeline.count);
    trace.count('virtual seconds', Math.round((timeline.now - context.startedAt) / 1000));
    const { hash, counts, lastLines } = trace;
    return { seed, hash, violations, counts, lastLines, attempts: run.attempts };
  } finally {
    Object.assign(globalThis, { setTimeout: realSetTimeout, clearTimeout: realClearTimeout });
    Date.now = realNow;
    Error.stackTraceLimit = realDepth;
  }
}

class Run {
  readonly #context: RunContext;
  readonly #parts: RunParts;
  readonly #viewers: MapViewers;
  readonly #faultInjector: FaultInjector;
  readonly #sweepMs: number;

  constructor(context: RunContext) {
    const { random, database } = context;
    const events = 1 + random.below(3);
    for (let eventNumber = 1; eventNumber <= events; eventNumber++) database.open(drawEvent(random, eventNumber));
    const runRecord = new RunRecord(context);
    this.#sweepMs = random.pick([100, 250, 500]);
    const settings = { sweepMs: this.#sweepMs, roundMs: 1_000, idleMs: random.pick([2_000, 8_000, 20_000]) };
    const leases = new LeaseService(context);
    const network = new NodeNetwork();
    const machines = Array.from(
      { length: 2 + random.below(3) },
      (_, at) => new Machine({ context, runRecord, network, leases, settings }, `n${at + 1}`),
    );
    this.#context = context;
    this.#parts = { context, runRecord, network: new ClientNetwork(context, runRecord), machines };
    this.#viewers = new MapViewers(context, runRecord, machines);
    this.#faultInjector = new FaultInjector({ context, machines, leases, network });
  }

  get attempts(): number {
    return this.#parts.runRecord.attempts.length;
  }

  async execute(operations: number): Promise<string[]> {
    const { timeline } = this.#context;
    const { machines, runRecord } = this.#parts;
    for (const machine of machines) machine.start();
    const clients = new Clients(this.#parts, operations);
    clients.start();
    this.#viewers.start();
    this.#faultInjector.start();
    await timeline.pass(timeline.now + safetyMsMax, () =>
      this.#context.isPatient ? clients.isDone : clients.hasBegunAll,
    );
    clients.stop();
    this.#faultInjector.end();
    const calmSince = timeline.now;
    await this.#recover(clients);
    const calmUntil = timeline.now;
    await this.#closeAll();
    return audit(this.#context, runRecord, { calmSince, calmUntil, sweepMs: this.#sweepMs });
  }

  /** Within two lease times every event must accept writes again; then all past deadlines must be swept. */
  async #recover(clients: Clients): Promise<void> {
    const { timeline, database, leaseMs, trace } = this.#context;
    const { runRecord } = this.#parts;
    const deadline = timeline.now + 2 * leaseMs;
    const missing = new Set(database.events.keys());
    for (const eventNumber of database.events.keys()) void this.#probe(clients, eventNumber, missing);
    await timeline.pass(deadline, () => missing.size === 0);
    for (const eventNumber of missing) runRecord.report(`event ${eventNumber} cannot be written after the faults`);
    trace.note('all events can be written');
    await timeline.pass(timeline.now + longestLifeMs(database) + 2_000 + 2 * this.#sweepMs);
    // A question that was lost before the faults ended is given up after at most ten seconds.
    await timeline.pass(timeline.now + 12_000, () => this.#viewers.areCurrent);
    this.#viewers.checkEnd();
  }

  async #probe(clients: Clients, eventNumber: number, missing: Set<number>): Promise<void> {
    const { context, machines } = this.#parts;
    for (let probe = 1; missing.has(eventNumber); probe++) {
      const prices = [{ id: 900_000 + probe, name: `probe ${probe}`, externalId: null }];
      const request = once({ kind: 'define-prices', prices });
      const { outcome } = await clients.attempt(eventNumber, request, context.random.pick(machines));
      if (outcome?.kind === 'answer' && outcome.answer.ok) missing.delete(eventNumber);
      else await context.pause(probePauseMs);
    }
  }

  async #closeAll(): Promise<void> {
    const { timeline } = this.#context;
    const { machines, runRecord } = this.#parts;
    let open = machines.length;
    for (const machine of machines) void machine.handOver(false).then(() => open--);
    await timeline.pass(timeline.now + 20_000, () => open === 0);
    if (open > 0) runRecord.report(`${open} nodes cannot hand over`);
  }
}

/** The longest time until a hold, a lock or an admitted ticket expires that exists when the faults end. */
function longestLifeMs(database: Database): number {
  const policies = [...database.events.values()].map(({ plan }) => plan.policy.current);
  const briefMs = 2_000;
  // Deadlines of tickets are whole seconds.
  const claimMs = (claimSecondsMax + 1) * 1000;
  return Math.max(briefMs, claimMs, ...policies.flatMap(({ holdMs, graceMs, lockMs }) => [holdMs, graceMs, lockMs]));
}

/** Some areas have no capacity in the layout. */
function capacityOf(drawn: number): number {
  return drawn < 7 ? 0 : drawn;
}

function drawEvent(random: SeededRandom, eventNumber: number): EventPlan {
  const rows = Array.from({ length: 1 + random.below(4) }, () => 4 + random.below(8));
  const areas = Array.from({ length: 1 + random.below(2) }, () => capacityOf(3 + random.below(20)));
  const entry = random.chance(0.4) ? 'QUEUE' : 'PASS';
  const hasAllotments = random.chance(0.4);
  const current: Policy = {
    ...policy,
    publicSessionsEnabled: !random.chance(0.05),
    salesControlEnabled: !random.chance(0.05),
    orphanSeatPrevention: random.chance(hasAllotments ? 0.4 : 0.25),
    lockMs: random.pick([1_000, 2_000, 3_000]),
    holdTypes: { ...policy.holdTypes, BRIEF: { ttlMs: 2_000, validState: 'LOCKED' } },
    holdMs: random.pick([1_000, 2_000, 3_000]),
    graceMs: random.pick([1_000, 2_000]),
    maxSeats: random.pick([3, 5, 8]),
    emptySessionsMax: random.pick([1, 3, 1_000]),
    ticketsMax: random.pick([10, 1_000, 1_000]),
  };
  return {
    eventNumber,
    rows,
    areas,
    prices: ['50 EUR', '12.50', '0.10 standing', '7'],
    policy: { current },
    entry,
    hasAllotments,
    units: drawUnits(random, rows),
    hasTypes: random.chance(0.4),
  };
}
