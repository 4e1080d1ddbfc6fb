/**
 * The secret key of a database: another one is refused before anything is served, and `rotate-secret` replaces it. What
 * was sealed, signed and recorded before stays readable, and a rotation that is killed has changed nothing.
 */
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'slonik';
import { z } from 'zod';
import { hashOfTicket, TicketMint } from '#http/sessions/tickets.ts';
import { onlyKey, Sealer } from '#storage/database/sealed.ts';
import { claimSecretKey } from '#storage/secrets/secret-keys.ts';
import { rotateSecretKey } from '#storage/secrets/secret-rotation.ts';
import { runAdmin, startAdmin } from './support/admin-process.ts';
import { type Catalog, openCatalog, secretKey } from './support/catalog.ts';
import { eventually } from './support/eventually.ts';
import { isReplay } from './support/keyed-calls.ts';
import { startMain } from './support/main-process.ts';
import { passCalls } from './support/pass-calls.ts';
import { secretIssuer } from './support/passes.ts';
import { openPricedShow, startTestService } from './support/service.ts';
import { bookingOf, rowsHall, sessionCalls, succeeded } from './support/session-calls.ts';
import { webhookCalls } from './support/webhook-calls.ts';

const newKey = 'cd'.repeat(32);
const refusal =
  'SECRET_KEY_OTHER: SECRET_KEY is not the one of this database: start with the key that this database was made with';
const forTest = 120_000;
const sealedRow = z.object({ sealed: z.instanceof(Buffer), name: z.string() });

const rotate = (variables: Record<string, string>) => runAdmin(['rotate-secret'], variables);

const settingsOf = ({ connectionString }: Catalog, key = secretKey) => ({
  DATABASE_URL: connectionString,
  SECRET_KEY: key,
});

describe('a start', () => {
  let catalog: Catalog;

  beforeAll(async () => {
    catalog = await openCatalog();
  });

  afterAll(() => catalog.close());

  test('on a database of an earlier version takes only the key that opens what is stored', async () => {
    const { said, ended } = startMain(settingsOf(catalog, newKey));
    expect(await ended).toBe(1);
    expect(said.err).toBe(
      'usher: SECRET_KEY_OTHER: what is stored in this database cannot be opened with SECRET_KEY: ' +
        'start with the key that this database was made with\n',
    );
    expect(await catalog.pool.anyFirst(sql.unsafe`select fingerprint from secret_key`)).toEqual([]);
    await claimSecretKey(catalog.pool, secretKey);
    expect(await catalog.pool.anyFirst(sql.unsafe`select fingerprint from secret_key`)).toEqual([
      expect.stringMatching(/^1:[0-9a-f]{64}$/),
    ]);
  });

  test.each(['1', '2'])('with another key and WORKERS=%s is refused in one line', async (WORKERS) => {
    await claimSecretKey(catalog.pool, secretKey);
    const { said, ended } = startMain({ ...settingsOf(catalog, newKey), WORKERS });
    expect(await ended).toBe(1);
    expect(said.err).toBe(`usher: ${refusal}\n`);
    expect(said.out).not.toContain('"msg":"ready"');
  });
});

test('two first starts with different keys at the same time: one of them is refused', async () => {
  const catalog = await openCatalog();
  await catalog.pool.query(sql.unsafe`delete from organization`);
  const outcomes = await Promise.allSettled([secretKey, newKey].map((key) => claimSecretKey(catalog.pool, key)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await catalog.close();
});

test(
  'a rotation keeps everything readable, and a service with the old key turns unready',
  async () => {
    const service = await startTestService();
    const { catalog } = service;
    try {
      const key = catalog.organization.token;
      const show = await openPricedShow(service, rowsHall);
      const calls = sessionCalls(service, show);
      const session = await calls.open(show.seats.slice(0, 2));
      const sale = bookingOf([show.seats[5]]);
      const sold = succeeded(await calls.book('directsale', sale, 'A-key-of-a-sale-1234567890'));
      await passCalls(service, show).store(secretIssuer('Kept'));
      const hook = await webhookCalls(service).create('https://usher.invalid/');
      await webhookCalls(service).call('POST', `${hook.id}/rotate`);

      const outcome = await rotateSecretKey(catalog.pool, secretKey, newKey);
      expect(outcome).toMatchObject({ unreadable: 0 });
      expect(await rotateSecretKey(catalog.pool, secretKey, newKey)).toBeNull();
      await eventually(async () => (await service.call('GET', '/readyz')).status === 503);
      expect((await service.call('GET', '/readyz')).body.detail).toBe(refusal);

      const next = await service.restart(0, { SECRET_KEY: newKey });
      const after = sessionCalls(next, show);
      expect(succeeded(await after.get(session)).body.state).toBe('ACTIVE');
      expect((await after.cart(session)).seats).toEqual(show.seats.slice(0, 2));
      const repeated = await after.book('directsale', sale, 'A-key-of-a-sale-1234567890');
      expect([isReplay(repeated), repeated.body]).toEqual([true, sold.body]);
      const own = await next.call('GET', '/api/private/management/v2.0/api-keys/', { key });
      expect(own.status).toBe(200);
      expect(succeeded(await after.create()).status).toBeLessThan(300);

      // Nothing needs the old key any more.
      const onlyNew = new Sealer(onlyKey(newKey));
      const texts = await catalog.pool.any(sql.type(sealedRow)`
    select token_sealed as sealed, 'token of ' || public_key as name from organization
    union all select private_key_sealed, 'private key of ' || public_key from organization
    union all select secret, 'organization:' || organization_id || ':pass-key:' || kid from pass_key
    union all select secret, 'webhook:' || id || ':secret' from webhook
    union all select former_secret, 'webhook:' || id || ':secret' from webhook
  `);
      expect(texts.length).toBe(7);
      for (const { sealed, name } of texts) expect(onlyNew.open(sealed, name)).not.toBe('');
    } finally {
      await service.close();
    }
  },
  forTest,
);

test('what a node with the old key writes after the rotation is readable', async () => {
  const catalog = await openCatalog();
  await claimSecretKey(catalog.pool, secretKey);
  await rotateSecretKey(catalog.pool, secretKey, newKey);
  const late = new Sealer(onlyKey(secretKey)).seal('text', 'late');
  const keys = await claimSecretKey(catalog.pool, newKey);
  expect(new Sealer(keys).open(late, 'late')).toBe('text');
  await catalog.close();
});

test('tickets of events that exist keep their texts through two rotations, and new events get the new key', () => {
  const [third, second] = ['ef'.repeat(32), newKey];
  const mint = new TicketMint({
    current: third,
    former: [
      { key: second, eventsUpTo: 20 },
      { key: secretKey, eventsUpTo: 10 },
    ],
  });
  for (const [key, event] of [
    [secretKey, 10],
    [second, 11],
    [second, 20],
    [third, 21],
  ] as const) {
    const text = new TicketMint(onlyKey(key)).textOf(event, 3);
    expect(mint.read(text)).toEqual({ eventNumber: event, ticket: 3 });
    expect(hashOfTicket(mint.textOf(event, 3))).toBe(hashOfTicket(text));
  }
});

test(
  'a rotation that is killed half way has changed nothing, and can be repeated',
  async () => {
    const catalog = await openCatalog();
    await claimSecretKey(catalog.pool, secretKey);
    const sealed = () => catalog.pool.manyFirst(sql.unsafe`select token_sealed from organization order by id`);
    const before = await sealed();
    const variables = { ...settingsOf(catalog), NEW_SECRET_KEY: newKey };
    await catalog.pool.query(sql.unsafe`
    insert into webhook (organization_id, url, types, enabled, secret, created_at)
    values (${catalog.organization.id}, 'https://usher.invalid/', '{}', false,
      ${sql.binary(new Sealer(onlyKey(secretKey)).seal('secret', 'webhook:1:secret'))}, now())
  `);
    const child = await catalog.pool.transaction(async (transaction) => {
      // The organizations come first; the rotation waits here, half way.
      await transaction.query(sql.unsafe`select from webhook for update`);
      const killed = startAdmin(['rotate-secret'], variables);
      await eventually(() =>
        catalog.pool.exists(sql.unsafe`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%update "webhook"%'
      `),
      );
      killed.kill('SIGKILL');
      await once(killed, 'close');
      return killed;
    });
    expect(child.signalCode).toBe('SIGKILL');
    expect(await sealed()).toEqual(before);
    await claimSecretKey(catalog.pool, secretKey);

    expect(await rotate(variables)).toEqual({
      code: 0,
      out: '5 texts are sealed with the new key.\nStart every node with NEW_SECRET_KEY as its SECRET_KEY now.\n',
      err: '',
    });
    expect((await rotate(variables)).out).toMatch(/^The database has the new key already\.\n/);
    await expect(claimSecretKey(catalog.pool, secretKey)).rejects.toThrow(refusal);
    await claimSecretKey(catalog.pool, newKey);
    expect(await rotate({ ...settingsOf(catalog), NEW_SECRET_KEY: 'ef'.repeat(32) })).toMatchObject({
      code: 1,
      err: `${refusal}\n`,
    });
    expect((await rotate(settingsOf(catalog, newKey))).err).toBe(
      'NEW_SECRET_KEY is required: 32 bytes as 64 hex digits\n',
    );
    await catalog.close();
  },
  forTest,
);

test(
  'the key file of an embedded database is replaced, also after a kill between the database and the file',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'usher-rotation-'));
    await chmod(directory, 0o755);
    const file = join(directory, 'secret.key');
    const first = startMain({ DATA_DIR: directory, DEMO: '0' });
    await first.ready;
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const oldKey = await readFile(file, 'utf8');
    expect(await rotate({ DATA_DIR: directory })).toMatchObject({ code: 0, err: '' });
    const nextKey = await readFile(file, 'utf8');
    expect(nextKey).not.toBe(oldKey);
    // As if the rotation had been killed after its commit.
    await writeFile(join(directory, 'secret.key.next'), nextKey);
    await writeFile(file, oldKey);
    const second = startMain({ DATA_DIR: directory, DEMO: '0' });
    await second.ready;
    expect(await readFile(file, 'utf8')).toBe(nextKey);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    await rm(directory, { recursive: true, force: true });
  },
  forTest,
);
