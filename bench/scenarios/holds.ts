/**
 * Scenario: hold and give back two random seats of one event, one session per connection. The same for the service and
 * for the baselines that speak its paths.
 */
import { randomUUID } from 'node:crypto';
import { remember } from '../audit/evidence.ts';
import { makeRowLockEvent } from '../baselines/row-lock-tables.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { HoldPlan, LoadResult, Target } from '../load/plan.ts';
import type { Client } from '../stand/client.ts';
import { type BaselineServer, eventSeats, type Stage } from '../stand/stage.ts';
import type { RoundsDefinition } from './definition.ts';
import { measure, type Round, type RoundAsked, type Scenario, type Server } from './scenario.ts';

export interface HoldSetting {
  readonly name: string;
  readonly unit?: 'calls' | 'answers';
  readonly baseUrl: string;
  readonly server: () => Server;
  /** For making sessions; no key needed. */
  readonly visitor: Client;
  /** The event of a round. Seats still held at its end would cause conflicts in the next round on the same event. */
  readonly event: () => Promise<Target>;
  readonly choice?: HoldPlan['choice'];
  /** Gives sessions that exist already; absent: each round makes its own. */
  readonly enter?: () => readonly string[];
  readonly generator: Pick<LoadGenerator, 'run'>;
  readonly remember: (load: LoadResult) => void;
}

export function holds(setting: HoldSetting): Scenario {
  const scenario = { name: setting.name, unit: setting.unit ?? 'calls' } as const;
  return { ...scenario, round: async (ask) => (await holdRound(setting, ask)).round };
}

/** One round with new sessions, and what the generator brought back. */
export async function holdRound(setting: HoldSetting, ask: RoundAsked): Promise<{ round: Round; load: LoadResult }> {
  const { name, unit = 'calls', baseUrl, server, generator, choice = 'any' } = setting;
  const target = await setting.event();
  const sessionIds = setting.enter?.() ?? (await makeSessions(setting.visitor, target, ask.connections));
  const plan = { kind: 'holds', baseUrl, sessionIds, target, choice, ...ask } as const;
  const measured = await measure({ name, unit }, { server: server(), generator, plan });
  setting.remember(measured.load);
  return measured;
}

/** Holds of the stage's service. */
export function serviceHolds(stage: Stage, name: string, event: HoldSetting['event']): HoldSetting {
  const { service, visitor, generator, evidence } = stage;
  return {
    name,
    baseUrl: service.baseUrl,
    server: () => stage.server,
    visitor,
    event,
    generator,
    remember: (load) => remember(evidence, load),
  };
}

/** Holds of a baseline; they are not audited. */
export function baselineHolds(
  stage: Stage,
  name: string,
  baseline: BaselineServer,
  event: HoldSetting['event'],
): HoldSetting {
  const { baseUrl, server, visitor } = baseline;
  const { generator } = stage;
  return { name, baseUrl, server, visitor, event, generator, remember: () => {} };
}

/** Makes `count` new sessions on an event, each with a pass of its own if `sign` is given; resolves with their ids. */
export async function makeSessions(
  visitor: Client,
  { eventId, publicKey }: Target,
  count: number,
  sign?: () => Promise<string>,
): Promise<string[]> {
  const make = async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const path = '/api/public/v2.0/session/';
    const body = { eventId, publicKey, ...(sign === undefined ? {} : { pass: await sign() }) };
    const session = await visitor.demand({ method: 'POST', path, body, headers });
    return session.sessionId as string;
  };
  return await Promise.all(Array.from({ length: count }, make));
}

const shared = { kind: 'rounds', unit: 'calls', isEssential: true, sizes: 'all' } as const;

export const hotEventHolds: RoundsDefinition = {
  ...shared,
  name: 'holds',
  about: 'Hold and give back two random seats of one event with 50,000 seats, all features on',
  prepare: async (stage) => [holds(serviceHolds(stage, 'hold/unhold', () => stage.hotEvent()))],
};

export const rowLockHolds: RoundsDefinition = {
  ...shared,
  name: 'row-lock-holds',
  about: 'The same, with one Postgres transaction and row locks for every call',
  prepare: async (stage) => {
    const baseline = await stage.rowLocks();
    const event = () => makeRowLockEvent(baseline.databaseUrl, eventSeats);
    return [holds(baselineHolds(stage, 'row-lock hold/unhold', baseline, event))];
  },
};

export const redisHolds: RoundsDefinition = {
  ...shared,
  name: 'redis-holds',
  about: 'The same, with one Lua script in Redis for every call, its file synced before it answers',
  prepare: async (stage) => {
    const layout = await stage.lastHotEvent();
    const event = async () => ({ ...layout, eventId: randomUUID() });
    return [holds(baselineHolds(stage, 'Redis hold/unhold', await stage.redisScript(), event))];
  },
};

export const goRedisHolds: RoundsDefinition = {
  ...shared,
  name: 'go-redis-holds',
  about: 'The same script behind a Go front (fasthttp, pipelining), its file synced before it answers',
  isEssential: false,
  prepare: async (stage, ask) => {
    const layout = await stage.lastHotEvent();
    const event = async () => ({ ...layout, eventId: randomUUID() });
    try {
      return [holds(baselineHolds(stage, 'Go and Redis hold/unhold', await stage.goAndRedis(), event))];
    } catch (error) {
      ask.note(`not measured: ${(error as Error).message}`);
      return [];
    }
  },
};
