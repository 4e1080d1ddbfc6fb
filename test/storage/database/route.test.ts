/**
 * Connections by TLS and to several hosts: two real PostgreSQL, one of them with a certificate, and all users of a
 * DATABASE_URL on them.
 */
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sql } from 'slonik';
import { everythingInForce } from '#domain/cluster-version.ts';
import { createClient } from '#storage/database/client.ts';
import { connectionLimitOf } from '#storage/database/connection-limit.ts';
import { migrate } from '#storage/database/migrate.ts';
import { Notifications } from '#storage/database/notifications.ts';
import { createPool, type DatabasePool } from '#storage/database/pool.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#storage/embedded/embedded-postgres.ts';
import { RetryJobs } from '#storage/webhooks/retry-jobs.ts';
import { secretKey } from '../../support/catalog.ts';
import { CertificateAuthority } from '../../support/certificates.ts';
import { eventually } from '../../support/eventually.ts';
import { problemsOnly } from '../../support/logs.ts';
import { startMain } from '../../support/main-process.ts';

/** A server of its own, with the database `tickets` and a role that has the same password on each. */
class Server {
  readonly #server: EmbeddedPostgres;
  readonly directory: string;
  readonly port: number;

  private constructor(server: EmbeddedPostgres, directory: string) {
    this.#server = server;
    this.directory = directory;
    this.port = Number(new URL(server.connectionString).port);
  }

  static async start(): Promise<Server> {
    const directory = await mkdtemp(join(tmpdir(), 'usher-route-'));
    // If the tests run as root, PostgreSQL runs as another user, which must be able to enter the directory.
    await chmod(directory, 0o755);
    const server = new Server(
      await startEmbeddedPostgres({ dataDir: directory, durable: false, log: problemsOnly }),
      directory,
    );
    await server.run(`create role seller superuser login password 'pass'`, 'create database tickets owner seller');
    return server;
  }

  async run(...statements: readonly string[]): Promise<Record<string, string> | undefined> {
    const client = new pg.Client({ connectionString: this.#server.connectionString });
    await client.connect();
    try {
      let last: Record<string, string> | undefined;
      for (const statement of statements) last = (await client.query(statement)).rows[0];
      return last;
    } finally {
      await client.end();
    }
  }

  /** As a primary that becomes a standby: new sessions read only, and the present ones end. */
  async setReadOnly(isReadOnly: boolean): Promise<void> {
    await this.run(
      `alter database tickets set default_transaction_read_only = ${isReadOnly}`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'tickets'`,
    );
  }

  /** From now on with a certificate for `localhost`; the rules go before those that are there. */
  async offerTls(authority: CertificateAuthority): Promise<void> {
    const { data_directory: place = '' } = (await this.run('show data_directory')) ?? {};
    const { uid, gid } = await stat(place);
    const { cert, key } = authority.issue({ names: ['localhost'] });
    for (const [name, content] of [
      ['server.crt', cert],
      ['server.key', key],
    ] as const) {
      await writeFile(join(place, name), content, { mode: 0o600 });
      await chown(join(place, name), uid, gid);
    }
    const rules = join(place, 'pg_hba.conf');
    await writeFile(rules, `hostnossl all seller all reject\n${await readFile(rules, 'utf8')}`);
    await this.run('alter system set ssl = on', 'select pg_reload_conf()');
    await eventually(async () => (await this.run('show ssl'))?.ssl === 'on');
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}

let secure: Server;
let open: Server;
let root: string;
let otherRoot: string;

beforeAll(async () => {
  [secure, open] = await Promise.all([Server.start(), Server.start()]);
  const authority = new CertificateAuthority();
  root = join(secure.directory, 'root.pem');
  otherRoot = join(secure.directory, 'other.pem');
  await writeFile(root, authority.cert);
  await writeFile(otherRoot, new CertificateAuthority('Other').cert);
  await secure.offerTls(authority);
});

afterAll(() => Promise.all([secure, open].map((server) => server?.stop())));

const urlOf = (hosts: string, query: string) => `postgres://seller:pass@${hosts}/tickets${query}`;

const isEncrypted = sql.unsafe`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
const portOf = sql.unsafe`select current_setting('port')::int as port`;

function poolOf(url: string): Promise<DatabasePool> {
  return createPool(url, { maximumPoolSize: 2, settings: { application_name: 'route test' }, log: problemsOnly });
}

/** What the pool and a single client find; both must find the same. */
async function encryptionBy(url: string): Promise<unknown> {
  const pool = await poolOf(url);
  const byPool = await pool.oneFirst(isEncrypted).finally(() => pool.end());
  const client = createClient(url);
  await client.connect();
  const { rows } = await client.query(isEncrypted.sql).finally(() => client.end());
  expect(rows).toEqual([{ ssl: byPool }]);
  return byPool;
}

const noStandby = 'The database has no synchronous standby: synchronous_standby_names is empty.';

describe('sslmode, as in libpq:', () => {
  test.each([
    ['localhost', 'require', true],
    ['localhost', 'prefer', true],
    ['localhost', 'allow', true],
    ['localhost', 'verify-full&sslrootcert=ROOT', true],
    ['127.0.0.1', 'verify-ca&sslrootcert=ROOT', true],
  ])('at a server that demands TLS, %s with %s is encrypted', async (host, mode, encrypted) => {
    const url = urlOf(`${host}:${secure.port}`, `?sslmode=${mode.replace('ROOT', root)}`);
    expect(await encryptionBy(url)).toBe(encrypted);
  });

  test.each(['prefer', 'allow', 'disable'])('at a server without TLS, %s is not encrypted', async (mode) => {
    expect(await encryptionBy(urlOf(`127.0.0.1:${open.port}`, `?sslmode=${mode}`))).toBe(false);
  });

  test.each([
    ['localhost', 'verify-full&sslrootcert=OTHER', /certificate/],
    ['localhost', 'verify-full', /certificate/],
    ['localhost', 'verify-ca&sslrootcert=OTHER', /certificate/],
    ['localhost', 'require&sslrootcert=OTHER', /certificate/],
    ['127.0.0.1', 'verify-full&sslrootcert=ROOT', /IP: 127\.0\.0\.1 is not in the cert's list/],
    ['localhost', 'disable', /pg_hba\.conf rejects connection/],
  ])('%s with %s is refused', async (host, mode, reason) => {
    const files = mode.replace('ROOT', root).replace('OTHER', otherRoot);
    const url = urlOf(`${host}:${secure.port}`, `?sslmode=${files}`);
    await expect(poolOf(url)).rejects.toThrow(reason);
    await expect(createClient(url).connect()).rejects.toThrow(reason);
    await expect(migrate(url, problemsOnly)).rejects.toThrow(/^Cannot connect to the database: [^\n]+$/);
  });

  test('at a server without TLS, require is refused', async () => {
    const url = urlOf(`127.0.0.1:${open.port}`, '?sslmode=require');
    await expect(poolOf(url)).rejects.toThrow('The server does not support SSL connections');
  });

  test('the service starts with verify-full, and with the wrong authority ends with one line', async () => {
    const started = (path: string) => {
      const query = `?sslmode=verify-full&sslrootcert=${path}`;
      const DATABASE_URL = urlOf(`localhost:${secure.port}`, query);
      return startMain({ DATA_DIR: secure.directory, DATABASE_URL, SECRET_KEY: secretKey });
    };
    const { ended, said } = started(otherRoot);
    expect(await ended).toBe(1);
    expect(said.err).toMatch(/^usher: Cannot connect to the database: [^\n]*certificate[^\n]*\n$/);
    const { ready, child, ended: stopped } = started(root);
    const { operationsPort } = await ready;
    const readiness = await fetch(`http://127.0.0.1:${operationsPort}/readyz`);
    expect([readiness.status, await readiness.json()]).toEqual([
      200,
      { status: 'ready', clusterVersion: everythingInForce.current, warning: noStandby },
    ]);
    const metrics = await (await fetch(`http://127.0.0.1:${operationsPort}/metrics`)).text();
    expect(metrics).toContain('\nusher_synchronous_standby 0\n');
    child.kill('SIGTERM');
    expect(await stopped).toBe(0);
  });
});

describe('of several hosts', () => {
  /** The first one accepts nothing. */
  const hosts = () => `127.0.0.1:1,localhost:${secure.port},127.0.0.1:${open.port}`;
  const url = () => urlOf(hosts(), `?sslmode=prefer&sslrootcert=${root}&target_session_attrs=read-write`);

  test('every user of the database takes the first one that accepts and is writable, and after a switchover the other', async () => {
    await migrate(urlOf(`127.0.0.1:${open.port}`, ''), problemsOnly);
    await open.setReadOnly(true);
    await migrate(url(), problemsOnly);
    const pool = await poolOf(url());
    const resets: string[] = [];
    const notifications = new Notifications(url(), { ...problemsOnly, warn: () => {} });
    const jobs = new RetryJobs(url(), { ...problemsOnly, warn: () => {} });
    try {
      notifications.on('event', { changed: (id) => void resets.push(id), reset: () => void resets.push('reset') });
      await notifications.start();
      await jobs.start();
      expect(await pool.oneFirst(portOf)).toBe(secure.port);
      expect(await connectionLimitOf(url())).toBe(97);
      await secure.setReadOnly(true);
      await open.setReadOnly(false);
      await eventually(async () => (await pool.oneFirst(portOf)) === open.port);
      await eventually(() => resets.length === 2);
      await pool.query(sql.unsafe`select pg_notify('catalog', 'event:7')`);
      await eventually(() => resets.length === 3);
      expect(resets).toEqual(['reset', 'reset', '7']);
      await eventually(async () => {
        await jobs.open(7);
        return true;
      });
      const queues = sql.unsafe`select count(*) from webhook_retries.queue where name = 'webhook-7'`;
      expect(await pool.oneFirst(queues)).toBe(1);
    } finally {
      await jobs.close();
      await notifications.stop();
      await pool.end();
      await secure.setReadOnly(false);
    }
  });

  test('none is taken if all are down or read-only, and the line names each', async () => {
    await Promise.all([secure.setReadOnly(true), open.setReadOnly(true)]);
    const lines = new RegExp(
      [
        '127\\.0\\.0\\.1:1 with TLS: [^;]*ECONNREFUSED[^;]*',
        '127\\.0\\.0\\.1:1: [^;]*ECONNREFUSED[^;]*',
        `localhost:${secure.port} with TLS: the server is read-only`,
        `localhost:${secure.port}: pg_hba.conf rejects connection[^;]*`,
        `127\\.0\\.0\\.1:${open.port} with TLS: The server does not support SSL connections`,
        `127\\.0\\.0\\.1:${open.port}: the server is read-only$`,
      ].join('; '),
    );
    await expect(migrate(url(), problemsOnly)).rejects.toThrow(lines);
    await expect(poolOf(url())).rejects.toThrow(lines);
    await Promise.all([secure.setReadOnly(false), open.setReadOnly(false)]);
  });
});
