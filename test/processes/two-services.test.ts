/**
 * Two services of two workers each, on one Redis and one PostgreSQL, as two machines would run them: the four workers are
 * the nodes of one cluster. A worker, a parent and a whole service are killed; the others serve their events.
 */
import type { Target } from '../../bench/load/plan.ts';
import { makeSessions } from '../../bench/scenarios/holds.ts';
import { makeEvents, makeSchema } from '../../bench/stand/catalog.ts';
import { Client } from '../../bench/stand/client.ts';
import { Cluster } from '../../bench/stand/cluster/cluster.ts';
import { ownersOf } from '../../bench/stand/owners.ts';
import type { Demo, Service } from '../../bench/stand/service.ts';
import { workerPids } from '../../bench/stand/worker-processes.ts';
import { eventually } from '../support/eventually.ts';
import { SeatBuyers } from './seat-buyers.ts';

/** So many that a worker without any would be a wonder. */
const eventCount = 40;
/** More than the buyers of all tests can hold in one event. */
const seatCount = 5_000;
/** The connections of four workers fit the database. */
const settings = { WORKERS: '2', INTERNAL_PORT: '0', DATABASE_CONNECTIONS: '4' };

let cluster: Cluster;
let demo: Demo;
let targets: readonly Target[];
/** One for each service. */
let clients: readonly Client[];
/** By event, the seats that nobody has tried. */
const seats = new Map<string, Iterator<number>>();

beforeAll(async () => {
  const withAnyPort = async (_: number, plan: { settings: Readonly<Record<string, string>> }) => ({
    settings: { ...plan.settings, ...settings },
    nodeArguments: [],
  });
  cluster = await Cluster.start({ nodes: 2, redis: 1, isLazy: true, alter: withAnyPort });
  ({ demo } = await cluster.makeDemo(cluster.nodes[0]!.port));
  clients = cluster.nodes.map(({ baseUrl }) => new Client(baseUrl));
  const owner = new Client(cluster.nodes[0]!.baseUrl, { 'x-api-key': demo.organizationToken });
  targets = await makeEvents(owner, demo, await makeSchema(owner, seatCount, 0), eventCount);
  owner.close();
  for (const target of targets) seats.set(target.eventId, target.seats.values());
});

afterAll(async () => {
  for (const client of clients ?? []) client.close();
  await cluster?.dispose();
});

const first = (): Service => cluster.nodes[0] as Service;

/** The workers of both services; resolves when all four run. */
function allWorkers(): Promise<readonly (readonly number[])[]> {
  return eventually(async () => {
    const pids = await Promise.all(cluster.nodes.map(({ pid }) => workerPids(pid)));
    return pids.every(({ length }) => length === 2) ? pids : null;
  });
}

/** Buyers of one event, who ask one of the services. */
function buyersOf(target: Target, service: 0 | 1): SeatBuyers {
  return new SeatBuyers(clients[service] as Client, demo, target, seats.get(target.eventId) as Iterator<number>);
}

/** The process of the worker that has each event. An event has one from its first call on. */
async function owners(pids: readonly (readonly number[])[]): Promise<ReadonlyMap<string, number>> {
  const all = pids.flat();
  const ids = targets.map(({ eventId }) => eventId);
  const places = await ownersOf(cluster.databaseUrl, all, ids);
  return new Map([...places].map(([eventId, place]) => [eventId, all[place] as number]));
}

/** An event of that worker, which gets some soon after its start, each with the first call to it. */
function eventOf(worker: number, pids: readonly (readonly number[])[]): Promise<Target> {
  return eventually(async () => {
    await Promise.all(targets.map((target) => makeSessions(clients[1] as Client, target, 1)));
    const found = await owners(pids);
    return targets.find(({ eventId }) => found.get(eventId) === worker);
  });
}

/**
 * Buyers hold seats of an event through both services while `kill` happens; resolves when those of the second one, which
 * lives on, hold seats again, and shows that nothing is missing that was acknowledged by either.
 */
async function survives(target: Target, kill: () => Promise<void> | void): Promise<void> {
  const [doomed, safe] = [buyersOf(target, 0), buyersOf(target, 1)];
  const work = [doomed.start(4), safe.start(4)];
  await eventually(() => doomed.held.size > 20 && safe.held.size > 20);
  const before = safe.mark();
  await kill();
  await doomed.end(work[0] as Promise<unknown>);
  await eventually(() => safe.hasHeldAfter(before));
  await safe.end(work[1] as Promise<unknown>);
  expect(await safe.missing()).toEqual([]);
  for (const [seat, session] of doomed.held) safe.held.set(seat, session);
  expect(await safe.missing()).toEqual([]);
}

test('all four workers are nodes of one cluster: each gets events, and either service sells all of them', async () => {
  const pids = await allWorkers();
  await Promise.all(
    targets.map(async (target, place) => {
      const buyers = buyersOf(target, (place % 2) as 0 | 1);
      await eventually(() => buyers.purchase());
      expect(await buyers.missing()).toEqual([]);
    }),
  );
  const found = await owners(pids);
  expect(found.size).toBe(eventCount);
  expect(new Set(found.values())).toEqual(new Set(pids.flat()));
});

test('loses nothing acknowledged when a worker is killed', async () => {
  const pids = await allWorkers();
  const victim = pids[0]![0] as number;
  await survives(await eventOf(victim, pids), () => void process.kill(victim, 'SIGKILL'));
  // Its parent has started another one.
  await eventually(async () => !(await allWorkers()).flat().includes(victim));
});

test('loses nothing acknowledged when a parent is killed, whose workers then end by themselves', async () => {
  const pids = await allWorkers();
  await survives(await eventOf(pids[0]![0] as number, pids), () => first().kill());
  await eventually(() => pids[0]!.every((pid) => !isAlive(pid)));
  await first().launch();
});

test('loses nothing acknowledged when a whole service is killed, as a machine dies', async () => {
  const pids = await allWorkers();
  await survives(await eventOf(pids[0]![0] as number, pids), async () => {
    for (const pid of pids[0]!) process.kill(pid, 'SIGKILL');
    await first().kill();
  });
  // All that it had belongs to the workers of the other service when it is asked for.
  const buyers = targets.map((each) => buyersOf(each, 1));
  await Promise.all(buyers.map((each) => eventually(() => each.purchase())));
  const found = await owners(pids);
  expect(new Set(found.values())).toEqual(new Set(pids[1]));
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
