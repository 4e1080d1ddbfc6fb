/** The demo of a first start: complete, private, made once, and good for a purchase. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTenant } from '#storage/tenants.ts';
import { type Demo, demoText, ensureDemo } from '../src/demo.ts';
import { type Service, startService } from '../src/service.ts';
import { readSettings } from '../src/settings.ts';
import { secretKey } from './support/catalog.ts';
import { type FreshDatabase, freshDatabase } from './support/postgres.ts';
import { problemsOnly } from './support/quiet-log.ts';

const log = { ...problemsOnly, debug: () => {} };

let database: FreshDatabase;
let service: Service;
let baseUrl: string;
let dataDir: string;

beforeEach(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'usher-demo-'));
  const { connectionString } = database;
  service = await startService({ settings: readSettings({ PORT: '0' }), connectionString, secretKey, log });
  baseUrl = `http://127.0.0.1:${await service.open()}`;
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

describe('the first start', () => {
  test('makes a file with everything that a client needs, for its owner alone', async () => {
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
    });
    expect(file).toEqual({ baseUrl, ...demo?.keys });
    expect((await stat(join(dataDir, 'demo.json'))).mode & 0o777).toBe(0o600);
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

  test('shows what a purchase takes: its samples can be held', async () => {
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
    for (const part of [eventId, publicKey, JSON.stringify(selection), '/checkout', '/confirm'])
      expect(text).toContain(part);
  });
});

describe('a later start', () => {
  test('makes nothing, and writes down where the service is now', async () => {
    const { keys } = (await ensure()) as Demo;
    expect(await ensure('http://127.0.0.1:9999')).toBeNull();
    expect(await readFileOfDemo()).toEqual({ ...keys, baseUrl: 'http://127.0.0.1:9999' });
  });

  test('after one that was cut short makes a new demo', async () => {
    const first = (await ensure()) as Demo;
    await rm(join(dataDir, 'demo.json'));
    const second = (await ensure()) as Demo;
    expect(second.keys.eventId).not.toBe(first.keys.eventId);
    expect(await readFileOfDemo()).toMatchObject(second.keys);
  });

  test('on a database that is in use makes nothing', async () => {
    await createTenant(service.persistence.pool, 'Customer');
    expect(await ensure()).toBeNull();
    await expect(readFileOfDemo()).rejects.toThrow(/ENOENT/);
  });
});
