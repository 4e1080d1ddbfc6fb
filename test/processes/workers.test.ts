/**
 * A service with two worker processes on one port, started as the README says: it acts as one service, survives the
 * death of a worker, stops in order, and leaves nothing behind.
 */
import { readFile } from 'node:fs/promises';
import type { Target } from '../../bench/load/plan.ts';
import { makeEvent, makeSchema } from '../../bench/stand/catalog.ts';
import { Client } from '../../bench/stand/client.ts';
import { databaseUrl } from '../../bench/stand/database.ts';
import { ownersOf } from '../../bench/stand/owners.ts';
import { type Demo, Service } from '../../bench/stand/service.ts';
import { preparedPids, workerPids } from '../../bench/stand/worker-processes.ts';
import { eventually } from '../support/eventually.ts';
import { lint, readExposition } from '../support/exposition.ts';
import { processesIn } from '../support/service-process.ts';
import { SeatBuyers } from './seat-buyers.ts';

/** More than the buyers of all tests can hold. */
const seatCount = 25_000;

let service: Service;
let demo: Demo;
let client: Client;
let target: Target;
/** The event's seats that no test has tried. */
let seats: Iterator<number>;

beforeAll(async () => {
  service = await Service.start({ WORKERS: '2', LOG_LEVEL: 'info' });
  demo = await service.demo();
  client = new Client(service.baseUrl);
  const owner = new Client(service.baseUrl, { 'x-api-key': demo.organizationToken });
  target = await makeEvent(owner, demo, await makeSchema(owner, seatCount, 0));
  seats = target.seats.values();
  owner.close();
});

afterAll(async () => {
  client.close();
  await service.dispose();
});

const readLog = (): Promise<string> => readFile(service.logPath, 'utf8');

/** The lines of the log with this message, as objects. */
async function logged(message: string): Promise<readonly { time: string; worker?: number }[]> {
  const lines = (await readLog()).split('\n').filter((line) => line.includes(`"msg":"${message}"`));
  return lines.map((line) => JSON.parse(line));
}

async function metrics() {
  return readExposition(await (await fetch(`${service.operationsUrl}/metrics`)).text());
}

async function metric(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const samples = (await metrics()).find((family) => family.name === name)?.samples;
  return samples?.find((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    ?.value;
}

/** The process that writes the event. */
async function ownerPid(): Promise<number> {
  const pids = await workerPids(service.pid);
  const owners = await ownersOf(await databaseUrl(service.dataDir), pids, [target.eventId]);
  return pids[owners.get(target.eventId) as number] as number;
}

/** The process that has no place among the workers yet. */
function sparePid(): Promise<number> {
  return eventually(async () => {
    const [workers, [spare, ...more]] = [await workerPids(service.pid), await preparedPids(service.pid)];
    return workers.length === 2 && more.length === 0 ? spare : null;
  });
}

describe('a service with two workers', () => {
  test('migrates its database and makes its demo once, and says which worker wrote a line', async () => {
    expect(await workerPids(service.pid)).toHaveLength(2);
    expect(await logged('creating the demo data')).toMatchObject([{ worker: 1 }]);
    const migrations = [...(await readLog()).matchAll(/"migration":"(\S+?)"/g)].map(([, name]) => name);
    expect(migrations.length).toBeGreaterThan(10);
    expect(new Set(migrations).size).toBe(migrations.length);
  });

  test('serves purchases on connections to either worker, and shows both on one page of metrics', async () => {
    const buyers = new SeatBuyers(client, demo, target, seats);
    await Promise.all(Array.from({ length: 24 }, () => buyers.purchase()));
    expect(buyers.failures).toEqual([]);
    const families = await metrics();
    expect(lint(families)).toEqual([]);
    const memory = families.find(({ name }) => name === 'process_resident_memory_bytes')?.samples ?? [];
    expect(memory.map(({ labels }) => labels.worker)).toEqual(['1', '2', 'parent']);
    expect(await metric('usher_holds_won_total')).toBe(24);
    expect(await metric('usher_sessions', { state: 'ACTIVE' })).toBe(0);
    // Some connections are those of the worker that does not have the event.
    expect(await metric('usher_forwarded_total', { hop: '1' })).toBeGreaterThan(0);
    expect((await fetch(`${service.operationsUrl}/readyz`)).status).toBe(200);
  });

  test('loses no acknowledged booking when a worker is killed, whose events the other one serves meanwhile', async () => {
    const buyers = new SeatBuyers(client, demo, target, seats);
    const work = buyers.start(8);
    await eventually(() => buyers.held.size > 50);
    const wonBefore = (await metric('usher_holds_won_total')) as number;
    const [victim, survivors] = [await ownerPid(), await workerPids(service.pid)];
    const before = buyers.mark();
    process.kill(victim, 'SIGKILL');
    await eventually(() => buyers.hasHeldAfter(before));
    expect(await ownerPid()).not.toBe(victim);
    await eventually(async () => (await logged('a worker runs again'))[0]);
    await eventually(async () => (await workerPids(service.pid)).length === 2);
    await buyers.end(work);
    expect((await workerPids(service.pid)).filter((pid) => survivors.includes(pid))).toHaveLength(1);
    expect(await buyers.missing()).toEqual([]);
    expect(await metric('usher_holds_won_total')).toBeGreaterThanOrEqual(wonBefore);
    await eventually(async () => (await fetch(`${service.operationsUrl}/readyz`)).status === 200);
  });

  test('replaces a killed worker by its spare process, which has the events when the other one is killed too', async () => {
    const spare = await sparePid();
    const [first, second] = (await workerPids(service.pid)) as [number, number];
    const buyers = new SeatBuyers(client, demo, target, seats);
    const work = buyers.start(1);
    process.kill(first, 'SIGKILL');
    await eventually(async () => (await workerPids(service.pid)).includes(spare));
    process.kill(second, 'SIGKILL');
    const before = buyers.mark();
    await eventually(() => buyers.hasHeldAfter(before));
    await eventually(async () => (await workerPids(service.pid)).length === 2);
    await buyers.end(work);
    expect(await workerPids(service.pid)).toContain(spare);
    expect(await buyers.missing()).toEqual([]);
    // A thread encodes so many prices: the workers have started theirs, or do so now.
    const { eventId, publicKey } = target;
    const path = `/api/public/v1.0/event/prices/?id=${eventId}&publicKey=${publicKey}`;
    await Promise.all(Array.from({ length: 8 }, () => client.demand({ method: 'GET', path })));
    expect(await sparePid()).not.toBe(spare);
  });

  test('answers every call that it accepts while it stops, also when its workers get the signal as well', async () => {
    // Without idle connections: a client that reuses one in the moment of its end gets no answer.
    const busy = new Client(service.baseUrl);
    const buyers = new SeatBuyers(busy, demo, target, seats);
    const work = buyers.start(4);
    await eventually(() => buyers.held.size > 20);
    for (const pid of await workerPids(service.pid)) process.kill(pid, 'SIGTERM');
    expect(await service.stop()).toBe(0);
    await buyers.end(work);
    // A connection that the kernel has just accepted may be reset when the machine is very busy: at most one a buyer.
    const resets = buyers.failures.filter((failure) => failure === 'ECONNRESET');
    expect(resets.length).toBeLessThanOrEqual(4);
    expect(buyers.failures.filter((failure) => !/^ECONN(REFUSED|RESET)$/.test(failure))).toEqual([]);
    // The keeper of the database sees the end of the parent and ends a moment later.
    await eventually(async () => (await processesIn(service.dataDir)).length === 0);
    await service.launch();
    expect(await buyers.missing()).toEqual([]);
    busy.close();
  });

  test('leaves no process behind when its parent is killed', async () => {
    const pids = [...(await workerPids(service.pid)), await sparePid()];
    await service.kill();
    await eventually(() => pids.every((pid) => !isAlive(pid)));
    await eventually(async () => (await processesIn(service.dataDir)).length === 0);
  });
});

test('a worker that cannot start fails the start of the service with its reason', async () => {
  const settings = {
    WORKERS: '2',
    DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x',
    SECRET_KEY: 'ab'.repeat(32),
  };
  await expect(Service.start(settings)).rejects.toThrow('usher: Cannot connect to the database');
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
