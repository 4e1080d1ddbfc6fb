/** Migrations run in order, once, each by itself, one run at a time, with a log line each, and not on old servers. */
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '#storage/database/migrate.ts';
import { ownMigrations } from '#storage/upgrade/migration-files.ts';
import { eventually } from '../../support/eventually.ts';
import { problemsOnly, recordingLog } from '../../support/logs.ts';
import { type FreshDatabase, freshDatabase } from '../../support/postgres.ts';

let database: FreshDatabase;
let directory: string;

beforeEach(async () => {
  database = await freshDatabase({ empty: true });
  directory = await mkdtemp(join(tmpdir(), `usher-test-${process.pid}-migrations-`));
  await writeFile(join(directory, '0001-halls.sql'), 'create table halls (id int primary key);');
  // Slow enough for two parallel runs to meet, and refused by Postgres if it ran twice.
  await writeFile(
    join(directory, '0002-seats.sql'),
    'create table seats (hall int references halls); select pg_sleep(0.2);',
  );
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

async function rowsOf(query: string, connectionString = database.connectionString): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return await client
    .query(query)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

test('migrating runs every file in the order of its number, and logs one line for each', async () => {
  const log = recordingLog();
  await migrate(database.connectionString, log, directory);
  expect(log.lines.map(({ migration }) => migration)).toEqual(['0001-halls', '0002-seats']);
  expect(await rowsOf('select name from migrations order by id')).toEqual([
    { name: '0001-halls' },
    { name: '0002-seats' },
  ]);
});

test('migrating again does nothing and logs nothing', async () => {
  await migrate(database.connectionString, recordingLog(), directory);
  const log = recordingLog();
  await migrate(database.connectionString, log, directory);
  expect(log.lines).toEqual([]);
});

test('two concurrent migrations wait for each other and run each file once', async () => {
  const logs = [recordingLog(), recordingLog()];
  await Promise.all(logs.map((log) => migrate(database.connectionString, log, directory)));
  expect(logs.flatMap(({ lines }) => lines.map(({ migration }) => migration))).toEqual(['0001-halls', '0002-seats']);
});

test('a migration that fails is named with the reason, those before it stay, and the next start goes on', async () => {
  await writeFile(join(directory, '0003-broken.sql'), 'create table broken (id nonsense);');
  const failed = migrate(database.connectionString, recordingLog(), directory);
  await expect(failed).rejects.toThrow('Migration failed (0003-broken): type "nonsense" does not exist');
  expect(await rowsOf(`select to_regclass('halls')::text as halls`)).toEqual([{ halls: 'halls' }]);
  await writeFile(join(directory, '0003-broken.sql'), 'create table mended (id int);');
  const log = recordingLog();
  await migrate(database.connectionString, log, directory);
  expect(log.lines.map(({ migration }) => migration)).toEqual(['0003-broken']);
  await rm(join(directory, '0003-broken.sql'));
});

test('a server older than PostgreSQL 15 is refused in one line', async () => {
  // The version setting cannot be changed, so a function that hides the built-in one answers for an old server.
  await rowsOf(`create function public.current_setting(text) returns text language sql as
    $$ select case $1 when 'server_version_num' then '140009' else '14.9' end $$`);
  const old = `${database.connectionString}?options=-csearch_path%3Dpublic,pg_catalog`;
  await expect(migrate(old, recordingLog(), directory)).rejects.toThrow(
    /^PostgreSQL 15 or newer is needed; the server is 14\.9$/,
  );
});

test('an unreachable server is reported in one line', async () => {
  const unreachable = migrate('postgresql://usher:x@127.0.0.1:1/usher', recordingLog(), directory);
  await expect(unreachable).rejects.toThrow(/^Cannot connect to the database: .*ECONNREFUSED/);
});

test("the service's own migrations apply to an empty database", async () => {
  await migrate(database.connectionString, problemsOnly);
  const [row] = await rowsOf('select count(*)::int as ran from migrations');
  expect(row).toEqual({ ran: expect.any(Number) });
});

test('a call that has begun on the release before goes on while the next one migrates', async () => {
  const { connectionString } = database;
  // The release 0.2.0 ends with 026.
  const before = (await readdir(ownMigrations)).filter((name) => name < '027');
  await rm(directory, { recursive: true });
  await mkdir(directory);
  for (const name of before) await copyFile(join(ownMigrations, name), join(directory, name));
  await migrate(connectionString, problemsOnly, directory);
  const call = new pg.Client({ connectionString });
  await call.connect();
  try {
    // What the creation of a venue locks: the table, and then, to check the reference, its organization.
    await call.query('begin; lock table venue in row exclusive mode');
    const migrated = migrate(connectionString, problemsOnly);
    await eventually(async () => {
      const waiting = `select from pg_locks where relation = 'venue'::regclass and not granted`;
      return (await rowsOf(waiting)).length > 0;
    });
    await call.query('select from organization for key share; commit');
    await migrated;
  } finally {
    await call.end();
  }
  expect(await rowsOf('select count(*)::int as late from migrations where name >= $$027$$')).toEqual([
    { late: (await readdir(ownMigrations)).length - before.length },
  ]);
});
