/** A database that this release cannot work on: no start on it, and a service that runs on it ends. */
import pg from 'pg';
import { known } from '#domain/cluster-version.ts';
import { release } from '#storage/upgrade/build.ts';
import { secretKey } from './support/catalog.ts';
import { eventually } from './support/eventually.ts';
import { startMain } from './support/main-process.ts';
import { type FreshDatabase, freshDatabase } from './support/postgres.ts';
import { startTestService } from './support/service.ts';

/** What another process does to the database, and the one line that an operator reads. */
const changes = {
  'has had a contracting migration of a newer release': {
    statement: 'update cluster_version set oldest_migration = 999',
    line: `DATABASE_NEWER: the database needs a release that knows migration 999; this one (${release}) does not: start a newer release`,
  },
  'has a later cluster version in force': {
    statement: 'update cluster_version set version = 9',
    line: `CLUSTER_VERSION_NEWER: version 9 is in force, and this release (${release}) knows ${known.oldest} to ${known.newest}: start a newer release`,
  },
};
const forTest = 90_000;

let database: FreshDatabase;

beforeEach(async () => {
  database = await freshDatabase();
});

afterEach(() => database.drop());

async function send(statement: string, connectionString = database.connectionString): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const start = (variables: Record<string, string>) =>
  startMain({ DATABASE_URL: database.connectionString, SECRET_KEY: secretKey, ...variables });

describe.each(Object.entries(changes))('when the database %s', (_what, { statement, line }) => {
  test.each(['1', '2'])('a start with WORKERS=%s is refused in one line', async (WORKERS) => {
    await send(statement);
    const { said, ended } = start({ WORKERS });
    expect(await ended).toBe(1);
    expect(said).toEqual({ out: '', err: `usher: ${line}\n` });
  });

  test.each(['1', '2'])(
    'a running service with WORKERS=%s ends with code 1 and one line',
    async (WORKERS) => {
      const { said, ready, ended } = start({ WORKERS });
      await ready;
      await send(statement);
      expect(await ended).toBe(1);
      expect(said.err).toBe(`usher: ${line}\n`);
    },
    forTest,
  );

  test('/readyz answers 503 with the reason meanwhile, on both ports', async () => {
    const service = await startTestService();
    try {
      const { body } = await service.call('GET', '/readyz');
      expect(body).toEqual({ status: 'ready', clusterVersion: known.newest });
      await send(statement, service.catalog.connectionString);
      await eventually(async () => (await service.call('GET', '/readyz')).status === 503);
      expect((await service.call('GET', '/readyz')).body).toMatchObject({ errorCode: 'UNAVAILABLE', detail: line });
      expect(await (await fetch(`${service.operationsUrl}/readyz`)).json()).toMatchObject({ detail: line });
    } finally {
      await service.close();
    }
  });
});

test(
  'a migration of a newer release that only expands stops neither a start nor a running service',
  async () => {
    await send(`insert into migrations (name, run_on) values ('999_future', now())`);
    await send(
      'alter table event_projection add column future text; alter table session_record add column future text',
    );
    const { ready, child, ended } = start({ WORKERS: '1' });
    await ready;
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  },
  forTest,
);
