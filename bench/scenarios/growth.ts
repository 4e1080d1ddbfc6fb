/**
 * Studies: does a hold cost the same on a small and on a huge event, among few and among many sessions, events and
 * seats in the cart? Sizes are measured in turn, up and down again, so that no size always comes after a pause. Growth
 * that cannot be undone is measured beside bare Koa, so that a slow minute of the machine does not look like growth.
 * Every connection has seats of its own, so that there are no conflicts.
 */

import { tablesCatchUpAt } from '../audit/catch-up.ts';
import { remember } from '../audit/evidence.ts';
import { flatness, growthExponent, median, medianRatio, mediansInTurn, type Point } from '../reporting/statistics.ts';
import { makeEvent, makeEvents, makeSchema } from '../stand/catalog.ts';
import type { Stage } from '../stand/stage.ts';
import { bareKoa } from './bare-koa.ts';
import { makeCarts, makeSingleSeatCarts, withoutFirstSeats } from './carts.ts';
import type { StudyAsked, StudyDefinition } from './definition.ts';
import { type HoldSetting, holds, makeSessions, serviceHolds } from './holds.ts';
import { measure, type Round, type Scenario } from './scenario.ts';
import { atMost, type Study } from './study.ts';

const connections = 64;
/** Enough for every connection beside the open carts. */
const freeSeats = 10_000;
const flatWithin = 1.2;
const smallSeats = 200;
const sessionsAtOnce = 1_000;

interface Growth {
  readonly name: string;
  /** The quantity that grows. */
  readonly of: string;
  readonly sizes: readonly number[];
  readonly quickSizes: readonly number[];
  /** Whether a hold has to cost the same at every size. */
  readonly isFlat: boolean;
  readonly isEssential: boolean;
  /** Makes one size; sizes come in ascending order, each once. */
  prepare(stage: Stage, size: number, largest: number): Promise<Scenario>;
}

const growths: readonly Growth[] = [
  {
    name: 'growth-seats',
    of: 'seats of the event',
    // A layout has at most 500,000 seats.
    sizes: [1_000, 10_000, 100_000, 500_000],
    quickSizes: [1_000, 10_000],
    isFlat: true,
    isEssential: true,
    prepare: prepareSeats,
  },
  {
    name: 'growth-events',
    of: 'active events of the service',
    sizes: [1, 10, 100, 1_000, 10_000],
    quickSizes: [1, 20],
    isFlat: true,
    isEssential: false,
    prepare: prepareEvents,
  },
  {
    name: 'growth-carts',
    of: 'seats in the cart already',
    sizes: [1, 10, 100, 500],
    quickSizes: [1, 50],
    isFlat: false,
    isEssential: false,
    prepare: prepareCarts,
  },
  // Last, because a million sessions make every later garbage collection longer.
  {
    name: 'growth-sessions',
    of: 'open sessions of the event',
    sizes: [100, 1_000, 10_000, 100_000, 1_000_000],
    quickSizes: [100, 1_000],
    isFlat: true,
    isEssential: true,
    prepare: prepareSessions,
  },
];

export const growthStudies: readonly StudyDefinition[] = growths.map((growth) => ({
  kind: 'study',
  name: growth.name,
  about: `Cost of a hold against ${growth.of}`,
  unit: 'CPU µs of a call',
  isEssential: growth.isEssential,
  run: (stage, ask) => grow(stage, ask, growth),
}));

async function grow(stage: Stage, ask: StudyAsked, growth: Growth): Promise<Study> {
  const sizes = ask.isQuick ? growth.quickSizes : growth.sizes;
  const rounds = new Map<number, Round[]>();
  const baselineRounds = new Map<number, Round[]>();
  const { seconds, warmSeconds } = ask;
  const played = (scenario: Scenario): Promise<Round> => ask.runRound(scenario, { connections, seconds, warmSeconds });
  const measured = async (size: number, scenario: Scenario) => {
    ask.tell(`${size} ${growth.of}`);
    rounds.set(size, [...(rounds.get(size) ?? []), await played(scenario)]);
  };
  // The number of active events only grows, so each size is measured as soon as it is reached. The other studies grow
  // something within an event: one event for each size exists at the same time.
  const growsForGood = growth.prepare === prepareEvents;
  const baseline = growsForGood ? await bareKoa(stage) : null;
  const prepared: [number, Scenario][] = [];
  for (const size of sizes) {
    ask.tell(`making ${size} ${growth.of}`);
    const scenario = await growth.prepare(stage, size, sizes.at(-1)!);
    prepared.push([size, scenario]);
    for (let round = 0; baseline !== null && round < ask.rounds; round++) {
      await measured(size, scenario);
      baselineRounds.set(size, [...(baselineRounds.get(size) ?? []), await played(baseline)]);
    }
  }
  const passes = growsForGood ? 0 : ask.passes * (ask.isQuick ? 1 : 2);
  for (let pass = 0; pass < passes; pass++) {
    for (const [size, scenario] of pass % 2 === 0 ? prepared : prepared.toReversed()) await measured(size, scenario);
  }
  return present(growth, rounds, baselineRounds);
}

type RoundsBySize = ReadonlyMap<number, readonly Round[]>;

/** `baselineRounds`: rounds of bare Koa measured beside the others; empty when there were none. */
function present(growth: Growth, rounds: RoundsBySize, baselineRounds: RoundsBySize): Study {
  const of = (value: (round: Round) => number | null): Point[] =>
    [...rounds].flatMap(([size, all]) => {
      const middle = median(all.map(value));
      return middle === null ? [] : [[size, middle] as const];
    });
  const costs = baselineRounds.size > 0 ? costsBeside(rounds, baselineRounds) : costsInTurn(rounds);
  const latencies = of(({ p50Ms }) => p50Ms);
  const rates = of(({ perSecond }) => perSecond);
  const spread = flatness(costs);
  return {
    title: `Growth: ${growth.of}`,
    about: `Hold and give back two seats over ${connections} connections in closed loop; CPU of the service's process.`,
    figures: {
      'highest cost over lowest': spread,
      'growth exponent': growthExponent(costs),
      ...Object.fromEntries(costs.map(([size, micros]) => [`CPU µs at ${size}`, micros])),
    },
    tables: [
      {
        columns: [growth.of, 'CPU µs', 'calls/s', 'p50 ms'],
        rows: costs.map(([size, micros], index) => [
          size,
          micros,
          Math.round(rates[index]?.[1] ?? 0),
          latencies[index]?.[1] ?? null,
        ]),
      },
    ],
    plots: [
      {
        title: `Cost of a hold against ${growth.of}`,
        x: { name: growth.of, isLogarithmic: true },
        y: { name: 'CPU µs of a call' },
        lines: [{ name: 'CPU of the service', points: costs }],
      },
    ],
    checks: growth.isFlat
      ? [atMost(`${growth.of}: the highest cost at most ${flatWithin} × the lowest`, spread, flatWithin)]
      : [],
  };
}

/** Cost of a call at each size, corrected for slow minutes, which all sizes share. */
function costsInTurn(rounds: RoundsBySize): Point[] {
  const costs = mediansInTurn([...rounds.values()].map((all) => all.map(({ cpuMicros }) => cpuMicros)));
  return [...rounds.keys()].flatMap((size, place) => {
    const cost = costs[place] ?? null;
    return cost === null ? [] : [[size, cost] as const];
  });
}

/** The same where each size was measured at a time of its own: relative to the cost of the baseline at that time. */
function costsBeside(rounds: RoundsBySize, baselineRounds: RoundsBySize): Point[] {
  const costs = (all: readonly Round[]) => all.map(({ cpuMicros }) => cpuMicros);
  const usual = median([...baselineRounds.values()].flatMap(costs));
  return [...rounds].flatMap(([size, all]) => {
    const related = medianRatio(costs(all), costs(baselineRounds.get(size) ?? []));
    return related === null || usual === null ? [] : [[size, related * usual] as const];
  });
}

function apart(stage: Stage, name: string, event: HoldSetting['event']): Scenario {
  return holds({ ...serviceHolds(stage, name, event), choice: 'apart' });
}

/**
 * A new event for every round, except large ones: they take long to make, and the seats that a round leaves held are a
 * small part of them.
 */
async function prepareSeats(stage: Stage, size: number): Promise<Scenario> {
  const schemaId = await makeSchema(stage.owner, size, 0);
  const make = () => makeEvent(stage.owner, stage.demo, schemaId);
  if (size <= freeSeats) return apart(stage, `${size} seats`, make);
  const target = await make();
  return apart(stage, `${size} seats`, async () => target);
}

/** One event with `size` open sessions that hold nothing. */
async function prepareSessions(stage: Stage, size: number): Promise<Scenario> {
  const target = await makeEvent(stage.owner, stage.demo, await makeSchema(stage.owner, freeSeats, 0));
  const { eventId } = target;
  for (let made = 0; made < size; made += sessionsAtOnce) {
    const sessionIds = await makeSessions(stage.visitor, target, Math.min(sessionsAtOnce, size - made));
    for (const sessionId of sessionIds) stage.evidence.holds.push({ eventId, sessionId, seats: [], pending: null });
  }
  // Otherwise the first round would be charged for the projector's backlog.
  await tablesCatchUpAt(await stage.databaseUrl(), eventId);
  return apart(stage, `${size} sessions`, async () => target);
}

/** `size` active events: all but one have one hold, and that one is measured. */
async function prepareEvents(stage: Stage, size: number): Promise<Scenario> {
  const schemaId = await makeSchema(stage.owner, smallSeats, 0);
  const others = await makeEvents(stage.owner, stage.demo, schemaId, size - 1);
  for (const other of others) stage.evidence.holds.push(...(await makeSingleSeatCarts(stage.visitor, other, 1)));
  return apart(stage, `${size} events`, () => stage.hotEvent());
}

/** Every session of a round holds `size` seats already. */
async function prepareCarts(stage: Stage, size: number, largest: number): Promise<Scenario> {
  const schemaId = await makeSchema(stage.owner, connections * largest + freeSeats, 0);
  const scenario = { name: `${size} seats in the cart`, unit: 'calls' } as const;
  return {
    ...scenario,
    async round(ask) {
      const { owner, demo, visitor, service, generator, evidence } = stage;
      const target = await makeEvent(owner, demo, schemaId);
      const crowd = await makeCarts(visitor, target, ask.connections, size);
      const carts = crowd.map(({ seats }) => seats);
      const sessionIds = crowd.map(({ sessionId }) => sessionId);
      const free = withoutFirstSeats(target, ask.connections * size);
      const holdPlan = { kind: 'holds', sessionIds, carts, target: free, choice: 'apart' } as const;
      const plan = { ...holdPlan, baseUrl: service.baseUrl, ...ask };
      const measured = await measure(scenario, { server: stage.server, generator, plan });
      remember(evidence, measured.load);
      return measured.round;
    },
  };
}
