/** The demo of a first start: complete, readable by its owner only, created once, and usable for a purchase. */

import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'slonik';
import { DeadlineQueue } from '#actors/deadlines.ts';
import type { Engine } from '#actors/engine.ts';
import { Registry } from '#actors/registry.ts';
import { ShardTable } from '#actors/shard-table.ts';
import { Metrics } from '#http/ops/metrics.ts';
import { SessionIdMint } from '#http/sessions/session-ids.ts';
import { createTenant } from '#storage/catalog/tenants.ts';
import { onlyKey } from '#storage/database/sealed.ts';
import { type Service, startService } from '#wiring/service.ts';
import { readSettings } from '#wiring/settings.ts';
import { createDemo, type Demo, demoEventOf, demoText, ensureDemo, pagesText } from '../src/demo.ts';
import { secretKey } from './support/catalog.ts';
import { problemsOnly } from './support/logs.ts';
import { type FreshDatabase, freshDatabase } from './support/postgres.ts';

const log = { ...problemsOnly, debug: () => {} };

let database: FreshDatabase;
let service: Service;
let baseUrl: string;
let dataDir: string;

beforeEach(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'usher-demo-'));
  const { connectionString } = database;
  service = await startService({
    settings: readSettings({ PORT: '0', OPERATIONS_PORT: '0' }),
    connectionString,
    secretKey,
    log,
    isLazy: true,
    demoEvent: demoEventOf({ DATABASE_URL: undefined, DATA_DIR: dataDir }),
  });
  baseUrl = `http://127.0.0.1:${(await service.open()).port}`;
});

afterEach(async () => {
  await service.close();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

function ensure(url = baseUrl): Promise<Demo | null> {
  const { persistence, router } = service;
  return ensureDemo({ pool: persistence.pool, engine: router, secretKey, log }, dataDir, url);
}

const readFileOfDemo = async () => JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));

describe('the demo at the first start', () => {
  test('writes a file with all keys and ids that a client needs, readable by its owner only', async () => {
    const demo = await ensure();
    const file = await readFileOfDemo();
    expect(file).toEqual({
      baseUrl,
      tenantKey: expect.stringMatching(/^TEN:[\w-]+:usher_ten_[\w-]{43}$/),
      tenantToken: expect.stringMatching(/^usher_ten_[\w-]{43}$/),
      organizationId: expect.any(Number),
      organizationToken: expect.stringMatching(/^usher_org_[\w-]{43}$/),
      publicKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      privateKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      schemaId: expect.any(Number),
      eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: expect.stringMatching(/^demo\d+@usher\.example$/),
      password: expect.stringMatching(/^[\w-]{16}$/),
    });
    expect(file).toEqual({ baseUrl, ...demo?.keys });
    expect((await stat(join(dataDir, 'demo.json'))).mode & 0o777).toBe(0o600);
  });

  test('has a login for the console, and prints it with the addresses of the pages', async () => {
    const { email, password, eventId } = ((await ensure()) as Demo).keys;
    const response = await fetch(`${baseUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: email, password }),
    });
    expect(response.status).toBe(200);
    const text = pagesText(baseUrl, await readFileOfDemo());
    for (const part of [`${baseUrl}/console/`, email, password, `${baseUrl}/map/?event=${eventId}`])
      expect(text).toContain(part);
  });

  test('puts about 2,000 seats and two areas on sale, each with a price', async () => {
    const demo = await ensure();
    const { organizationToken, eventId } = demo?.keys ?? {};
    const response = await fetch(`${baseUrl}/api/private/v2.0/event/${eventId}/prices/assignments/`, {
      headers: { 'X-API-Key': `${organizationToken}` },
    });
    const { seatsOnEvent, groupsOnEvent } = (await response.json()) as Record<string, { priceId: number | null }[]>;
    expect(seatsOnEvent?.length).toBe(2_018);
    expect(groupsOnEvent?.length).toBe(2);
    for (const { priceId } of [...(seatsOnEvent ?? []), ...(groupsOnEvent ?? [])]) expect(priceId).not.toBeNull();
  });

  test('prints the calls of a purchase, and its sample seats can be held', async () => {
    const demo = (await ensure()) as Demo;
    const { eventId, publicKey } = demo.keys;
    const post = async (path: string, body: unknown) => {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'demo' };
      const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await response.json()) as { sessionId: string; total: number };
    };
    const prefix = '/api/public/v2.0/session/';
    const { sessionId } = await post(prefix, { eventId, publicKey });
    const selection = { seats: demo.seats, groupOfSeats: [{ id: demo.area, capacity: 2 }] };
    expect(await post(`${prefix}${sessionId}/lock`, selection)).toMatchObject({ state: 'ACTIVE', total: 249 });
    const text = demoText(baseUrl, demo);
    const map = `${baseUrl}/map/?event=${eventId}&key=${publicKey}`;
    for (const part of [map, eventId, publicKey, JSON.stringify(selection), '/checkout', '/confirm'])
      expect(text).toContain(part);
  });
});

test('the page under / leads to the map of the demo once there is one', async () => {
  const page = async () => (await fetch(`${baseUrl}/`, { headers: { Accept: 'text/html' } })).text();
  expect(await page()).not.toContain('map/');
  const { keys } = (await ensure()) as Demo;
  expect(await page()).toContain(`map/?event=${keys.eventId}&amp;key=${keys.publicKey}`);
  await service.persistence.pool.query(sql.unsafe`delete from event where id = ${keys.eventId}`);
  service.persistence.events.drop(keys.eventId);
  expect(await page()).not.toContain('map/');
  await writeFile(join(dataDir, 'demo.json'), 'no JSON');
  expect(await page()).not.toContain('map/');
});

describe('the demo at a later start', () => {
  test('is not created again, and its file gets the current address of the service', async () => {
    const { keys } = (await ensure()) as Demo;
    expect(await ensure('http://127.0.0.1:9999')).toBeNull();
    expect(await readFileOfDemo()).toEqual({ ...keys, baseUrl: 'http://127.0.0.1:9999' });
  });

  test('is created again if the first start was interrupted before it wrote the file', async () => {
    const first = (await ensure()) as Demo;
    await rm(join(dataDir, 'demo.json'));
    const second = (await ensure()) as Demo;
    expect(second.keys.eventId).not.toBe(first.keys.eventId);
    expect(await readFileOfDemo()).toMatchObject(second.keys);
  });

  test('is not created on a database that is in use', async () => {
    await createTenant(service.persistence.pool, 'Customer');
    expect(await ensure()).toBeNull();
    await expect(readFileOfDemo()).rejects.toThrow(/ENOENT/);
  });
});

describe('the demo of the operator’s command', () => {
  test('is complete even if a running node takes the event over after every command', async () => {
    const { persistence, router } = service;
    const { pool, journal, store, projection, clock } = persistence;
    const deadlines = new DeadlineQueue(clock, 1000);
    const sessionIds = new SessionIdMint(onlyKey(secretKey));
    const metrics = new Metrics();
    const world = { node: 'admin', journal, store, projection, clock, deadlines, sessionIds, meter: metrics, log };
    const registry = new Registry(world, ShardTable.allOpen());
    const contested: Engine = {
      ask: async (eventNumber, command) => {
        const answer = await registry.ask(eventNumber, command);
        await router.ask(eventNumber, { kind: 'read-prices' });
        return answer;
      },
    };
    const demo = await createDemo({ pool, engine: contested, secretKey, log });
    expect(await metrics.registry.getSingleMetricAsString('usher_actors_broken_total')).toMatch(
      /reason="fenced"\} [1-9]/,
    );
    const { organizationToken, eventId } = demo.keys;
    const path = `/api/private/v2.0/event/${eventId}/prices/assignments/`;
    const response = await fetch(`${baseUrl}${path}`, { headers: { 'X-API-Key': organizationToken } });
    const { seatsOnEvent } = (await response.json()) as { seatsOnEvent: { priceId: number | null }[] };
    expect(seatsOnEvent.filter(({ priceId }) => priceId !== null).length).toBe(2_018);
    await registry.close();
    deadlines.close();
  });
});
