/** The operator's commands, run as processes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabasePool, sql } from 'slonik';
import { createPool } from '#storage/database/pool.ts';
import { hashToken } from '#storage/database/tokens.ts';
import { parkEvent } from '#storage/journal/parked-events.ts';
import { runAdmin } from './support/admin-process.ts';
import { secretKey } from './support/catalog.ts';
import { problemsOnly } from './support/logs.ts';
import { type FreshDatabase, freshDatabase } from './support/postgres.ts';

let database: FreshDatabase;
let pool: DatabasePool;

beforeAll(async () => {
  database = await freshDatabase();
  pool = await createPool(database.connectionString, { maximumPoolSize: 1, log: problemsOnly });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const admin = (args: readonly string[], variables: Record<string, string> = {}) =>
  runAdmin(args, { DATABASE_URL: database.connectionString, SECRET_KEY: secretKey, ...variables });

test('tenant create prints the key of a new tenant, and the database keeps only its hash', async () => {
  const { code, out, err } = await admin(['tenant', 'create', '--name', 'Opera & Co']);
  expect([code, err]).toEqual([0, '']);
  const [, maskedId, token = ''] = /TEN:([\w-]+):(usher_ten_[\w-]+)/.exec(out) ?? [];
  const rows = await pool.any(sql.unsafe`select name, masked_id, token_hash from tenant where name = 'Opera & Co'`);
  expect(rows).toEqual([{ name: 'Opera & Co', masked_id: maskedId, token_hash: hashToken(token) }]);
});

test('parked events are listed with their reason until they are unparked', async () => {
  expect((await admin(['events', 'parked'])).out).toBe('No event is parked.\n');
  await parkEvent(pool, 41, 'record 7 cannot follow record 5');
  expect((await admin(['events', 'parked'])).out).toMatch(/^41 {2}\S+Z {2}record 7 cannot follow record 5\n$/);
  expect((await admin(['events', 'unpark', '41'])).code).toBe(0);
  expect((await admin(['events', 'parked'])).out).toBe('No event is parked.\n');
  expect(await admin(['events', 'unpark', '41'])).toMatchObject({ code: 1, err: 'event 41 is not parked\n' });
  expect((await admin(['events', 'unpark', 'forty'])).err).toMatch(/^'forty' is not the number of an event/);
});

test('begin-era begins an era of the feed each time', async () => {
  const era = () => pool.oneFirst(sql.unsafe`select era from feed_era`);
  const before = Number(await era());
  const { code, out } = await admin(['begin-era']);
  const begun = Number(await era());
  expect([code, out]).toEqual([0, `Era ${begun} of the feed has begun.\n`]);
  expect(begun).toBeGreaterThan(before);
});

test('migrate brings an empty database to the present schema, and a second time changes nothing', async () => {
  const empty = await freshDatabase({ empty: true });
  const said = { code: 0, out: 'The database has the schema of this version.\n', err: '' };
  const variables = { DATABASE_URL: empty.connectionString };
  expect(await admin(['migrate'], variables)).toEqual(said);
  expect(await admin(['migrate'], variables)).toEqual(said);
  const migrated = await createPool(empty.connectionString, { maximumPoolSize: 1, log: problemsOnly });
  const count = sql.unsafe`select count(*)::int as count from migrations`;
  expect(await migrated.one(count)).toEqual(await pool.one(count));
  await migrated.end();
  await empty.drop();
});

test('demo creates a demo on any database, next to its existing data; its event can be shown and archived', async () => {
  const before = await pool.oneFirst(sql.unsafe`select count(*) from event`);
  const { code, out, err } = await admin(['demo'], { PORT: '4711' });
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('http://localhost:4711/api/public/v2.0/session/');
  const eventId = /eventId\s+([0-9a-f-]{36})/.exec(out)?.[1] ?? '';
  expect(await pool.oneFirst(sql.unsafe`select count(*) from event`)).toBe(Number(before) + 1);
  const head = sql.unsafe`select head_seq from event_owner join event on number = event_number where id = ${eventId}`;
  expect(await pool.oneFirst(head)).toBeGreaterThan(2);

  // Its owner, the command before, is dead.
  const shown = await admin(['event', eventId.toUpperCase()]);
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toMatch(/^event +\d+ +\S+ +of organization \d+\n/);
  expect(shown.out).toMatch(/\nowner +admin:\d+, epoch 1\n/);
  expect(shown.out).toMatch(/\nprojected +record \d+, up to date\n/);
  expect(shown.out).toMatch(/\nlive sessions +0 ACTIVE, 0 PENDING_PAYMENT\nseats +\d+ ACTIVE, 0 LOCKED, 0 SOLD/);
  expect(shown.out).toMatch(/\nrecord 1 +\S+Z +epoch 0 +opened\n$/);
  expect(await admin(['event', '999'])).toMatchObject({ code: 1, err: 'there is no event 999\n' });

  const folder = await mkdtemp(join(tmpdir(), 'usher-admin-'));
  const file = join(folder, 'demo.usher');
  expect((await admin(['archive', eventId, file, '--remove'])).err).toMatch(/^the event stays: it ends at/);
  expect((await admin(['archive', eventId, file])).out).toMatch(/^event \S+ up to record \d+: \d+ bytes in/);
  expect((await admin(['archive', eventId, file])).err).toMatch(/exists/);
  // Without a database.
  const verified = await admin(['archive', 'verify', file], { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' });
  expect(verified).toMatchObject({ code: 0, out: expect.stringMatching(/\d+ records, 0 orders\n$/) });
  expect(await admin(['archive', 'restore', file])).toMatchObject({ code: 1, err: `event ${eventId} is there\n` });
  expect((await admin(['archive', 'list'])).out).toBe('No event is archived.\n');
  await rm(folder, { recursive: true });
});

test('a command reuses the compiled code of an earlier one', async () => {
  const ofItsOwn = { NODE_COMPILE_CACHE: '' };
  await admin(['nothing'], ofItsOwn);
  const { err } = await admin(['nothing'], { ...ofItsOwn, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
  const launch = new URL('../src/admin/launch.ts', import.meta.url).href;
  expect(err).toContain(`V8 code cache for ESM ${launch} was accepted`);
});

describe('an operator’s command fails with an error of one line', () => {
  test.each([
    ['no name', ['tenant', 'create'], {}, /^--name is missing/],
    ['a command that does not exist', ['tenant', 'remove'], {}, /^there is no command 'tenant remove'\nUsage:/],
    ['an option of another command', ['demo', '--name', 'x'], {}, /^'demo' has no option --name\nUsage:/],
    ['an argument too many', ['events', 'parked', '4'], {}, /^'4' is one argument too many/],
    ['an option that does not exist', ['demo', '--force'], {}, /'--force'/],
    ['a bad setting', ['demo'], { PORT: 'x' }, /^PORT must be a whole number\n$/],
    ['no secret key', ['demo'], { SECRET_KEY: '' }, /^SECRET_KEY is required/],
    [
      'no database',
      ['demo'],
      { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' },
      /^Cannot connect to the database.*\n$/,
    ],
  ])('for %s', async (_, args, variables, said) => {
    const { code, out, err } = await admin(args, variables as Record<string, string>);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(said);
    expect(err).not.toMatch(/\n\s+at |secret@/);
  });
});

test('mode shows and sets the mode of the service', async () => {
  expect(await admin(['mode'])).toEqual({ code: 0, out: 'normal\n', err: '' });
  const begun = await admin(['mode', 'read-only', 'We move.', '2999-01-01T00:00:00+01:00']);
  expect(begun).toEqual({ code: 0, out: 'read-only until 2998-12-31T23:00:00.000Z: We move.\n', err: '' });
  expect((await admin(['mode'])).out).toBe(begun.out);
  expect((await admin(['mode', 'read-only', 'Still.'])).out).toBe('read-only until it is ended: Still.\n');
  expect((await admin(['mode', 'normal'])).out).toBe('normal\n');
});

test.each([
  [['mode', 'off'], "'off' is no mode"],
  [['mode', 'read-only'], 'REASON is missing'],
  [['mode', 'read-only', ' '], 'REASON is missing'],
  [['mode', 'read-only', 'x'.repeat(501)], 'more than 500 characters'],
  [['mode', 'read-only', 'x', 'tomorrow'], "'tomorrow' is no instant"],
  [['mode', 'read-only', 'x', '2020-01-01T00:00:00Z'], 'is over'],
  [['mode', 'normal', 'x'], "'x' is one argument too many"],
])('%j is refused with the usage', async (args, message) => {
  const { code, err } = await admin(args);
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  expect(err).toContain('Usage:');
});
