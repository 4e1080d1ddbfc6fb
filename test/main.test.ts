/** The service's process: its start, its errors at start, and its stop. */
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { secretKey } from './support/catalog.ts';
import { startMain } from './support/main-process.ts';
import { type FreshDatabase, freshDatabase } from './support/postgres.ts';

let database: FreshDatabase;
let directory: string;

beforeAll(async () => {
  database = await freshDatabase({ empty: true });
  directory = await mkdtemp(join(tmpdir(), 'usher-main-'));
  // If the tests run as root, PostgreSQL runs as another user, which must be able to enter the directory.
  await chmod(directory, 0o755);
});

afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const start = (variables: Record<string, string>, options?: readonly string[]) =>
  startMain({ DATA_DIR: directory, ...variables }, options);

const onDatabase = () => ({ DATABASE_URL: database.connectionString, SECRET_KEY: secretKey });

/** Nothing answers at these addresses: a start that asks the database first fails with another line. */
const inCluster = {
  DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x',
  SECRET_KEY: secretKey,
  REDIS_URL: 'redis://127.0.0.1:1',
  CLUSTER_SECRET: 'sixteen letters.',
};

describe('a failed start of the service ends with code 1 and an error of one line', () => {
  test.each([
    [{ PORT: '99999' }, 'usher: PORT must be at most 65535\n'],
    [{ OPERATIONS_PORT: '-1' }, 'usher: OPERATIONS_PORT must be a whole number\n'],
    [{ OPERATIONS_HOST: 'no host' }, 'usher: OPERATIONS_HOST must be a host name or an address\n'],
    [{ PORT: '8081', OPERATIONS_PORT: '8081' }, 'usher: OPERATIONS_PORT must not be PORT\n'],
    [{ HOLD_SECONDS: 'soon' }, 'usher: HOLD_SECONDS must be a whole number\n'],
    [{ TRUST_PROXY: 'yes' }, 'usher: TRUST_PROXY must be a whole number\n'],
    [{ SESSIONS_ENABLED: 'maybe' }, 'usher: SESSIONS_ENABLED must be 0, 1, true or false\n'],
    [{ SERVER_TIMING: 'on' }, 'usher: SERVER_TIMING must be 0, 1, true or false\n'],
    [{ ...inCluster, DATABASE_URL: 'mysql://x' }, 'usher: DATABASE_URL must be a postgres:// URL\n'],
    [
      { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' },
      'usher: SECRET_KEY is required with DATABASE_URL: 32 bytes as 64 hex digits\n',
    ],
    [{ ...inCluster, REDIS_URL: 'http://x' }, 'usher: REDIS_URL must be redis:// URLs\n'],
    [{ ...inCluster, REDIS_URL: 'redis://x,redis://x' }, 'usher: REDIS_URL must not name a server twice\n'],
    [
      { REDIS_URL: 'redis://x', CLUSTER_SECRET: 'sixteen letters.' },
      'usher: DATABASE_URL is required with REDIS_URL: all nodes work on one database\n',
    ],
    [
      { REDIS_URL: 'redis://x', DATABASE_URL: 'postgres://x', SECRET_KEY: secretKey },
      'usher: CLUSTER_SECRET is required with REDIS_URL: at least 16 characters\n',
    ],
    [{ CLUSTER_SECRET: 'short' }, 'usher: CLUSTER_SECRET must have at least 16 characters\n'],
    [
      { CLUSTER_SECRET: 'sixteen letters.', CLUSTER_SECRET_PREVIOUS: 'short' },
      'usher: CLUSTER_SECRET_PREVIOUS must have at least 16 characters\n',
    ],
    [
      { CLUSTER_SECRET_PREVIOUS: 'sixteen letters.' },
      'usher: CLUSTER_SECRET is required with CLUSTER_SECRET_PREVIOUS: the secret that replaces it\n',
    ],
    [{ LEASE_MS: '400' }, 'usher: LEASE_MS must be at least 500\n'],
    [{ INTERNAL_PORT: '70000' }, 'usher: INTERNAL_PORT must be at most 65535\n'],
    [{ INTERNAL_HOST: 'no host' }, 'usher: INTERNAL_HOST must be a host name or an address\n'],
    [{ ADVERTISE_HOST: 'no host' }, 'usher: ADVERTISE_HOST must be a host name or an address\n'],
    [{ DATABASE_CONNECTIONS: '1' }, 'usher: DATABASE_CONNECTIONS must be at least 2\n'],
    [{ WORKERS: '0' }, 'usher: WORKERS must be at least 1\n'],
    [{ WORKERS: '200' }, 'usher: WORKERS must be at most 128\n'],
    [{ WORKERS: '4', INTERNAL_PORT: '65534' }, 'usher: INTERNAL_PORT must be at most 65532 with 4 workers\n'],
    [
      { ...inCluster, ADVERTISE_HOST: '192.0.2.77' },
      'usher: ADVERTISE_HOST 192.0.2.77 resolves to 192.0.2.77, where the other nodes do not reach this one: set ' +
        'ADVERTISE_HOST to a name or an address of this machine, or INTERNAL_HOST to the address to listen on\n',
    ],
    [{ ...inCluster, INTERNAL_HOST: '192.0.2.77' }, 'usher: cannot listen on port 0 of 192.0.2.77: EADDRNOTAVAIL\n'],
  ])('%j', async (variables: Record<string, string>, line) => {
    const { said, ended } = start(variables);
    expect(await ended).toBe(1);
    expect(said).toEqual({ out: '', err: line });
  });

  test('if several settings are wrong: one line for each', async () => {
    const { said, ended } = start({ PORT: 'http', REDIS_URL: 'http://x', SECRET_KEY_FILE: join(directory, 'none') });
    expect(await ended).toBe(1);
    expect(said).toEqual({
      out: '',
      err: [
        `SECRET_KEY_FILE names ${join(directory, 'none')}, which cannot be read: ENOENT`,
        'PORT must be a whole number',
        'REDIS_URL must be redis:// URLs',
        'DATABASE_URL is required with REDIS_URL: all nodes work on one database',
        'CLUSTER_SECRET is required with REDIS_URL: at least 16 characters',
      ]
        .map((line) => `usher: ${line}\n`)
        .join(''),
    });
  });

  test('if the database is unreachable', async () => {
    const { said, ended } = start({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', SECRET_KEY: secretKey });
    expect(await ended).toBe(1);
    expect(said.err).toBe('usher: Cannot connect to the database: connect ECONNREFUSED 127.0.0.1:1\n');
  });

  test.each([
    ['PORT', ''],
    ['OPERATIONS_PORT', ' of 127.0.0.1'],
  ])('if %s is in use, before any file is created', async (setting, host) => {
    const other = createServer().listen(0);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { said, ended } = start({ [setting]: String(port) });
    expect(await ended).toBe(1);
    expect(said).toEqual({ out: '', err: `usher: cannot listen on port ${port}${host}: EADDRINUSE\n` });
    await expect(stat(join(directory, 'secret.key'))).rejects.toThrow('ENOENT');
    other.close();
  });

  test('if the secret key in the data directory is damaged', async () => {
    const damaged = await mkdtemp(join(directory, 'damaged-'));
    await writeFile(join(damaged, 'secret.key'), 'short');
    const { said, ended } = start({ DATA_DIR: damaged });
    expect(await ended).toBe(1);
    expect(said.err).toBe(`usher: ${join(damaged, 'secret.key')} does not hold 64 hex digits\n`);
  });
});

test('the service uses a compile cache in the project’s folder, so later starts reuse compiled code', async () => {
  const variables = { PORT: '99999', NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  await start(variables).ended;
  const { said, ended } = start(variables);
  expect(await ended).toBe(1);
  const folder = fileURLToPath(new URL('../node_modules/.cache/compiled/', import.meta.url));
  const launch = new URL('../src/launch.ts', import.meta.url).href;
  expect(said.err).toContain(`reading cache from ${folder}`);
  expect(said.err).toContain(`V8 code cache for ESM ${launch} was accepted`);
});

test('the first start on an empty directory creates the demo before it is ready, and SIGTERM ends it with code 0', async () => {
  // Without options, as the README starts it.
  const first = start({}, []);
  const { port, operationsPort } = await first.ready;
  const demo = JSON.parse(await readFile(join(directory, 'demo.json'), 'utf8'));
  expect(Object.keys(demo).toSorted()).toEqual([
    'baseUrl',
    'email',
    'eventId',
    'organizationId',
    'organizationToken',
    'password',
    'privateKey',
    'publicKey',
    'schemaId',
    'tenantKey',
    'tenantToken',
  ]);
  for (const name of ['demo.json', 'secret.key']) {
    expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
  }
  const answer = await fetch(`http://127.0.0.1:${port}/api/private/v2.0/events/${demo.eventId}`, {
    headers: { 'X-API-Key': demo.tenantToken, 'X-Organization-ID': String(demo.organizationId) },
  });
  expect(answer.status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${operationsPort}/metrics`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  const second = start({});
  await second.ready;
  expect(second.said.out).not.toContain(demo.tenantToken);
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
});

test('a database given by a file gets no demo; the log contains no password, and names a misspelled setting', async () => {
  const inFiles = { DATABASE_URL_FILE: join(directory, 'url'), SECRET_KEY_FILE: join(directory, 'key') };
  const { DATABASE_URL, SECRET_KEY } = onDatabase();
  await writeFile(inFiles.DATABASE_URL_FILE, `${DATABASE_URL}\n`);
  await writeFile(inFiles.SECRET_KEY_FILE, `${SECRET_KEY}\n`);
  const { child, said, ready, ended } = start({ ...inFiles, LOG_LEVEL: 'debug', HOLD_SECOND: '60' });
  await ready;
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(said.out).not.toContain(new URL(database.connectionString).password);
  expect(said.out).not.toContain('demo');
  const warnings = said.out.split('\n').filter((line) => line.includes('"an unknown setting'));
  expect(warnings.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ variable: 'HOLD_SECOND', setting: 'HOLD_SECONDS' }),
  ]);
});
