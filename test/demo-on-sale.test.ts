/** The demo on-sale: what its buyers do is what the event shows, and the command leaves the event as it found it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startService } from '#wiring/service.ts';
import { readSettings } from '#wiring/settings.ts';
import { type ClientClock, createClient } from '../src/client/index.ts';
import { type Demo, ensureDemo } from '../src/demo.ts';
import { type BuyerEnd, buy } from '../src/demo-buyer.ts';
import { secretKey } from './support/catalog.ts';
import { eventually } from './support/eventually.ts';
import { problemsOnly } from './support/logs.ts';
import { freshDatabase } from './support/postgres.ts';
import { SeededRandom } from './support/seeded-random.ts';
import { openPricedShow, startTestService } from './support/service.ts';
import { rowsHall, sessionCalls, succeeded } from './support/session-calls.ts';

const log = { ...problemsOnly, debug: () => {} };
const program = fileURLToPath(new URL('../src/demo-on-sale.ts', import.meta.url));

test('forty buyers for eighteen seats: the event has sold what they bought', async () => {
  const service = await startTestService();
  try {
    const show = await openPricedShow(service, rowsHall);
    const { token: key, publicKey } = service.catalog.organization;
    const path = `/api/private/v2.0/events/${show.eventId}/admission`;
    succeeded(await service.call('PUT', path, { key, body: { mode: 'QUEUE', claimSeconds: 600 } }));
    const chance = new SeededRandom(3);
    const clock: ClientClock = {
      now: () => service.clock.now(),
      random: () => chance.next(),
      // Everybody waits at the same time: a pause of one is a moment for all.
      wait: async () => {
        service.clock.advance(200);
        await new Promise((resolve) => setImmediate(resolve));
      },
    };
    const world = {
      buyer: createClient({ baseUrl: service.url, clock }),
      organization: createClient({ baseUrl: service.url, clock, apiKey: key }),
      eventId: show.eventId,
      publicKey,
      signal: new AbortController().signal,
      random: () => chance.next(),
    };
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, number) => buy(world, `DEMO-${number}`)));
    const ends = new Set<BuyerEnd>(outcomes.map(({ end }) => end));
    expect([...ends]).toEqual(expect.arrayContaining(['bought', 'closed']));
    const calls = sessionCalls(service, show);
    const bought = outcomes.flatMap(({ session }) => session ?? []);
    const carts = await Promise.all(bought.map((session) => calls.cart(session)));
    const { seatsOnEvent } = await calls.assignments();
    const sold = seatsOnEvent.filter(({ state }: { state: string }) => state === 'SOLD');
    expect(carts.flatMap(({ seats }) => seats).toSorted()).toEqual(sold.map(({ id }: { id: number }) => id).toSorted());
    const ended = succeeded(await calls.list()).body.filter(({ state }: { state: string }) => state === 'CONFIRMED');
    expect(ended.map(({ id }: { id: string }) => id).toSorted()).toEqual(bought.toSorted());
  } finally {
    await service.close();
  }
});

test('the command opens a queue, and puts the admission back when it is stopped', async () => {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'usher-demo-'));
  const { connectionString } = database;
  const settings = readSettings({ PORT: '0', OPERATIONS_PORT: '0', TRUST_PROXY: '1' });
  const service = await startService({ settings, connectionString, secretKey, log, isLazy: true });
  try {
    const baseUrl = `http://127.0.0.1:${(await service.open()).port}`;
    const { persistence, router } = service;
    const world = { pool: persistence.pool, engine: router, secretKey, log };
    const { keys } = (await ensureDemo(world, dataDir, baseUrl)) as Demo;
    const organization = createClient({ baseUrl, apiKey: keys.organizationToken });
    const params = { path: { id: keys.eventId } };
    const admission = async () =>
      (await organization.GET('/api/private/v2.0/events/{id}/admission', { params })).data ?? null;
    const environment = { PATH: process.env.PATH, DATA_DIR: dataDir };
    const child = spawn(process.execPath, [program, '--buyers', '40'], { env: environment });
    const ended = once(child, 'exit');
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.on('data', (chunk) => (said += chunk));
    // Some buyers have come.
    await eventually(async () => ((await admission())?.queue?.waiting ?? 0) > 0);
    expect(await admission()).toMatchObject({ mode: 'QUEUE', ratePerMinute: 240 });
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(said).toContain('40 buyers come');
    expect(said).toContain('The admission of the event is restored.');
    expect(await admission()).toMatchObject({ mode: 'OPEN', opensAt: null, ratePerMinute: null });
  } finally {
    await service.close();
    await database.drop();
    await rm(dataDir, { recursive: true });
  }
});
