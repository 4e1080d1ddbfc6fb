/** A database that a newer version has migrated: no start on it, and a service that runs on it ends. */
import pg from 'pg';
import { secretKey } from './support/catalog.ts';
import { eventually } from './support/eventually.ts';
import { startMain } from './support/main-process.ts';
import { type FreshDatabase, freshDatabase } from './support/postgres.ts';
import { startTestService } from './support/service.ts';

const line = 'DATABASE_NEWER: the database has been migrated by a newer version (999_future): start that version';
const forTest = 90_000;

let database: FreshDatabase;

beforeEach(async () => {
  database = await freshDatabase();
});

afterEach(() => database.drop());

async function migrateByNewerVersion(connectionString = database.connectionString): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`insert into migrations (name, run_on) values ('999_future', now())`).finally(() => client.end());
}

const start = (variables: Record<string, string>) =>
  startMain({ DATABASE_URL: database.connectionString, SECRET_KEY: secretKey, ...variables });

test.each(['1', '2'])('a start with WORKERS=%s is refused in one line', async (WORKERS) => {
  await migrateByNewerVersion();
  const { said, ended } = start({ WORKERS });
  expect(await ended).toBe(1);
  expect(said).toEqual({ out: '', err: `usher: ${line}\n` });
});

test.each(['1', '2'])(
  'a service with WORKERS=%s that runs while the database is migrated ends with code 1 and one line',
  async (WORKERS) => {
    const { said, ready, ended } = start({ WORKERS });
    await ready;
    await migrateByNewerVersion();
    expect(await ended).toBe(1);
    expect(said.err).toBe(`usher: ${line}\n`);
  },
  forTest,
);

test('meanwhile /readyz answers 503 with the reason, on both ports', async () => {
  const service = await startTestService();
  try {
    expect((await service.call('GET', '/readyz')).status).toBe(200);
    await migrateByNewerVersion(service.catalog.connectionString);
    await eventually(async () => (await service.call('GET', '/readyz')).status === 503);
    expect((await service.call('GET', '/readyz')).body).toMatchObject({ errorCode: 'UNAVAILABLE', detail: line });
    expect(await (await fetch(`${service.operationsUrl}/readyz`)).json()).toMatchObject({ detail: line });
  } finally {
    await service.close();
  }
});
