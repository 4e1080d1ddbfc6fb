/** The warning about a database without a synchronous standby, on a server whose settings the test may change. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '#storage/database/client.ts';
import { silentLog } from '#storage/database/log.ts';
import { createPool } from '#storage/database/pool.ts';
import { StandbyWatch } from '#storage/database/standby-watch.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#storage/embedded/embedded-postgres.ts';
import { eventually } from '../../support/eventually.ts';
import { problemsOnly, recordingLog } from '../../support/logs.ts';

let directory: string;
let server: EmbeddedPostgres;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'usher-standby-'));
  await chmod(directory, 0o755);
  server = await startEmbeddedPostgres({ dataDir: directory, durable: true, log: problemsOnly });
});

afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Nothing commits afterwards unless it asks for no standby. */
async function nameStandby(): Promise<void> {
  const client = createClient(server.connectionString);
  await client.connect();
  await client.query(`alter system set synchronous_standby_names = 'other'`);
  await client.query('select pg_reload_conf()');
  await eventually(
    async () => (await client.query('show synchronous_standby_names')).rows[0]?.synchronous_standby_names,
  );
  await client.end();
}

test('says what is missing when it changes, and nothing once a standby is waited for', async () => {
  const log = recordingLog();
  const pool = await createPool(server.connectionString, { maximumPoolSize: 1, log });
  const watch = new StandbyWatch(pool, log);
  expect([watch.isConfigured, watch.warning]).toEqual([false, null]);
  await watch.start();
  await watch.look();
  const missing = 'The database has no synchronous standby: synchronous_standby_names is empty.';
  expect([watch.isConfigured, watch.warning]).toEqual([false, missing]);
  await nameStandby();
  await eventually(async () => {
    await watch.look();
    return watch.isConfigured;
  });
  expect(watch.warning).toBeNull();
  await watch.close();
  await pool.end();
  expect(await lookAt('local')).toBe(
    'The database does not wait for its synchronous standby: synchronous_commit is local.',
  );
  expect(await lookAt('on')).toBeNull();
  expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'info']);
});

/** What a watch says whose connections have this `synchronous_commit`. */
async function lookAt(synchronousCommit: string): Promise<string | null> {
  const settings = { synchronous_commit: synchronousCommit };
  const pool = await createPool(server.connectionString, { maximumPoolSize: 1, settings, log: problemsOnly });
  const watch = new StandbyWatch(pool, silentLog);
  await watch.look();
  await pool.end();
  return watch.warning;
}
