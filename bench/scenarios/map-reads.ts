/**
 * Study: the cost of map reads during an on-sale: reads of the prices of one event of 50,000 seats, with the reader's
 * ETag (304) and without (brotli), on an idle event and beside a stream of holds. A random third of the seats is sold
 * before. The answers are compared with the private read.
 */

import { remember } from '../audit/evidence.ts';
import { LoadGenerator } from '../load/load.ts';
import type { LoadResult, Plan, Target } from '../load/plan.ts';
import { median, medianRatio } from '../reporting/statistics.ts';
import { makeEvent, makeSchema } from '../stand/catalog.ts';
import { InvalidRun, type Stage } from '../stand/stage.ts';
import { bareKoa } from './bare-koa.ts';
import type { StudyAsked, StudyDefinition } from './definition.ts';
import { makeSessions } from './holds.ts';
import { measure } from './scenario.ts';
import type { Study } from './study.ts';

interface Sample {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly serverBusy: number | null;
  readonly holdsPerSecond: number;
}

const eventSeats = 50_000;
const places = 1_000;
const holdConnections = 8;
const soldShare = 1 / 3;
const boardMs = 300;

const kinds = [
  { name: '304', isConditional: true, hasHolds: false },
  { name: 'bodies', isConditional: false, hasHolds: false },
  { name: '304 beside holds', isConditional: true, hasHolds: true },
  { name: 'bodies beside holds', isConditional: false, hasHolds: true },
] as const;

export const mapReads: StudyDefinition = {
  kind: 'study',
  name: 'map-reads',
  about:
    'Reads of an event’s prices with a tag (304) and without (brotli), at rest and beside holds; maps are compared',
  unit: 'reads',
  isEssential: false,
  run: measureMapReads,
};

/** Throws `InvalidRun` when a round is invalid or a map is wrong. */
async function measureMapReads(stage: Stage, ask: StudyAsked): Promise<Study> {
  const schemaId = await makeSchema(stage.owner, eventSeats, places);
  const target = await soldInPart(stage, await makeEvent(stage.owner, stage.demo, schemaId));
  const holders = new LoadGenerator();
  const koa = await bareKoa(stage);
  const { seconds, warmSeconds } = ask;
  const connections = ask.connections[0]!;
  const asked = { connections, seconds, warmSeconds };
  const ceilings: number[] = [];
  const samples = new Map<string, Sample[]>(kinds.map(({ name }) => [name, []]));
  try {
    for (let round = 0; round < ask.passes; round++) {
      ask.tell(koa.name);
      ceilings.push((await koa.round(asked)).perSecond);
      for (const kind of kinds) {
        ask.tell(kind.name);
        samples.get(kind.name)?.push(await readMap(stage, holders, target, { ...asked, ...kind }));
        await checkMap(stage, target);
      }
    }
  } finally {
    holders.close();
  }
  return present(connections, samples, ceilings);
}

/** Sells a random third of the seats; resolves with the event and the seats that are still free. */
async function soldInPart({ owner }: Stage, target: Target): Promise<Target> {
  const sold = new Set(target.seats.filter(() => Math.random() < soldShare));
  const path = `/api/private/v2.0/booking/directsale?eventId=${target.eventId}`;
  await owner.demand({ method: 'POST', path, body: { seats: [...sold].map((id) => ({ id })), groupOfSeats: [] } });
  return { ...target, seats: target.seats.filter((id) => !sold.has(id)) };
}

type Asked = Pick<Plan, 'connections' | 'seconds' | 'warmSeconds'> & (typeof kinds)[number];

async function readMap(stage: Stage, holders: LoadGenerator, target: Target, asked: Asked): Promise<Sample> {
  const { service, visitor, generator, evidence } = stage;
  const { baseUrl } = service;
  const { name, isConditional, hasHolds, ...times } = asked;
  const sessionIds = hasHolds ? await makeSessions(visitor, target, holdConnections) : [];
  let held: LoadResult | null = null;
  const both = {
    run: async (plan: Plan): Promise<LoadResult> => {
      const holdPlan = { kind: 'holds', baseUrl, sessionIds, target, choice: 'any' } as const;
      const holding = hasHolds ? holders.run({ ...times, ...holdPlan, connections: holdConnections }) : null;
      const [load] = await Promise.all([generator.run(plan), holding]);
      held = await holding;
      return load;
    },
  };
  const plan = { kind: 'map-reads', baseUrl, path: pathOf(target), isConditional, ...times } as const;
  const { round } = await measure({ name, unit: 'calls' }, { server: stage.server, generator: both, plan });
  if (round.invalidReason !== null) throw new InvalidRun(`map reads, ${name}: ${round.invalidReason}`);
  const { perSecond, p99Ms, serverBusy } = round;
  if (held === null) return { perSecond, p99Ms, serverBusy, holdsPerSecond: 0 };
  const { all, seconds } = held as LoadResult;
  remember(evidence, held);
  return { perSecond, p99Ms, serverBusy, holdsPerSecond: all.done / seconds };
}

function pathOf({ eventId, publicKey }: Target): string {
  return `/api/public/v1.0/event/prices/?id=${eventId}&publicKey=${publicKey}`;
}

/** Throws unless the map shows exactly the seats and places that are free by the private read. */
async function checkMap({ owner, visitor }: Stage, target: Target): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, boardMs));
  const shown = await visitor.demand({ method: 'GET', path: pathOf(target) });
  const path = `/api/private/v2.0/event/${target.eventId}/prices/assignments/`;
  const { seatsOnEvent, groupsOnEvent } = await owner.demand({ method: 'GET', path });
  const seats = seatsOnEvent
    .filter(({ state, priceId }: { state: string; priceId: number | null }) => state === 'ACTIVE' && priceId !== null)
    .map(({ id, priceId }: { id: number; priceId: number }) => [id, priceId]);
  const areas = groupsOnEvent.map((group: Record<string, number>) => [group.id, group.priceId, group.activeCount]);
  const wanted = JSON.stringify([seats, areas]);
  if (JSON.stringify([shown.seats, shown.groupOfSeats]) !== wanted) {
    throw new InvalidRun(`map reads: the map shows ${shown.seats.length} seats, ${seats.length} are free`);
  }
}

function present(
  connections: number,
  samples: ReadonlyMap<string, readonly Sample[]>,
  ceilings: readonly number[],
): Study {
  const lines = [...samples].map(([name, all]) => {
    const perCore = all.map(({ perSecond, serverBusy }) => (serverBusy === null ? null : perSecond / serverBusy));
    return {
      name,
      perSecond: median(all.map(({ perSecond }) => Math.round(perSecond))),
      perCore: median(perCore),
      toBareKoa: medianRatio(
        all.map(({ perSecond }) => perSecond),
        ceilings,
      ),
      p99Ms: median(all.map(({ p99Ms }) => p99Ms)),
      holdsPerSecond: median(all.map(({ holdsPerSecond }) => Math.round(holdsPerSecond))),
    };
  });
  return {
    title: 'Map reads',
    about: `${eventSeats} seats, a third of them sold, ${connections} connections. After every round the map was compared with the organization's own read. Beside holds, the figures per core include the work for the holds.`,
    figures: Object.fromEntries(
      lines.flatMap(({ name, perSecond, toBareKoa }) => [
        [`${name} per second`, perSecond],
        [`${name} to bare Koa`, toBareKoa],
      ]),
    ),
    tables: [
      {
        columns: ['read', 'per second', 'per core', 'to bare Koa', 'p99 ms', 'holds/s'],
        rows: lines.map((line) => Object.values(line)),
      },
    ],
    plots: [],
    checks: [],
  };
}
