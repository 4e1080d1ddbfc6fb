/** The embedded PostgreSQL under crashes, kills and restarts of its processes, with real processes. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sql } from 'slonik';
import { createPool } from '#storage/database/pool.ts';
import { startEmbeddedPostgres } from '#storage/embedded/embedded-postgres.ts';
import { eventually } from '../../support/eventually.ts';
import { recordingLog } from '../../support/logs.ts';
import { processesIn, type ServiceProcess, startServiceProcess } from '../../support/service-process.ts';

let parent: string;
/** A data directory with an existing database; tests of a first start use their own. */
let used: string;
const services: ServiceProcess[] = [];

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), `usher-test-${process.pid}-embedded-`));
  await chmod(parent, 0o755);
  used = join(parent, 'used');
  await ask(await started(used).ready, 'create table sold (seat int primary key)');
  await endAll();
});

afterEach(endAll);

afterAll(() => rm(parent, { recursive: true, force: true }));

/** Kills the services that a test left running, and asserts after each test that no other process is left. */
async function endAll(): Promise<void> {
  for (const service of services.splice(0)) {
    service.kill();
    await service.ended;
  }
  await eventually(async () => {
    const left = await processesIn(parent);
    if (left.length > 0) throw new Error(`Left behind: ${left.join('\n')}`);
    return true;
  });
}

function started(dataDir: string): ServiceProcess {
  const service = startServiceProcess(dataDir);
  services.push(service);
  return service;
}

async function ask(connectionString: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  return await client
    .query(query)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const seatsIn = async (connectionString: string) =>
  (await ask(connectionString, 'select seat from sold order by seat')).map(({ seat }) => seat);

const postmasterPid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

/** The keeper looks for the postmaster with `grep`. */
const postgresIn = async (dataDir: string) =>
  (await processesIn(dataDir)).filter((line) => !/usher-postgres-keeper|grep -qxF/.test(line));

async function keeperPid(dataDir: string): Promise<number> {
  return Number((await processesIn(dataDir)).find((line) => line.includes('usher-postgres-keeper'))?.split(' ')[0]);
}

describe('the first start of the embedded PostgreSQL', () => {
  test('makes a durable database that requires its password', async () => {
    const dataDir = join(parent, 'first');
    const connectionString = await started(dataDir).ready;
    const settings = await ask(
      connectionString,
      `select name, setting from pg_settings where name in
        ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'unix_socket_directories')`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
    });
    const other = new URL(connectionString);
    other.password = 'guess';
    await expect(ask(other.toString(), 'select')).rejects.toThrow(/password authentication failed/);
    const modes = await Promise.all(['password', 'data'].map((name) => stat(join(dataDir, 'postgres', name))));
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o600, 0o700]);
  });

  test('by two services at once gives both the same database, which runs until the last one ends', async () => {
    const dataDir = join(parent, 'both');
    const [first, second] = [started(dataDir), started(dataDir)];
    const [one, other] = await Promise.all([first.ready, second.ready]);
    expect(one).toBe(other);
    first.signal('SIGTERM');
    expect(await first.ended).toBe(0);
    await ask(other, 'create table still_there ()');
    second.signal('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(await postgresIn(dataDir)).toEqual([]);
  });

  const moments: [string, (dataDir: string) => boolean][] = [
    ['before there is a database', (dataDir) => existsSync(dataDir)],
    [
      'while the database is being made',
      (dataDir) => readdirSync(dataDir).some((name) => name.startsWith('postgres.new-')),
    ],
    ['when the database has just been made', (dataDir) => existsSync(join(dataDir, 'postgres/data'))],
    ['while PostgreSQL starts', (dataDir) => existsSync(join(dataDir, 'postgres/data/postmaster.pid'))],
  ];
  test.each(moments)('that was killed %s is repaired by the next start', async (name, reached) => {
    const dataDir = join(parent, `killed ${name}`);
    const service = started(dataDir);
    await eventually(() => reached(dataDir));
    service.kill();
    await service.ended;
    const connectionString = await started(dataDir).ready;
    expect(await ask(connectionString, 'select current_database() as name')).toEqual([{ name: 'usher' }]);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.keeper', 'postgres.lock']);
  });

  test('fails with an error of one line if the data directory is a file', async () => {
    const path = join(parent, 'file');
    await writeFile(path, '');
    await expect(startEmbeddedPostgres({ dataDir: path, durable: true, log: recordingLog() })).rejects.toThrow(
      /^Cannot make the data directory .*\/file: [^\n]+$/,
    );
  });
});

describe('a later start of the embedded PostgreSQL', () => {
  test('finds all committed rows, and a stop leaves no process', async () => {
    const first = started(used);
    await ask(await first.ready, 'insert into sold values (1)');
    first.signal('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(await postgresIn(used)).toEqual([]);
    expect(await seatsIn(await started(used).ready)).toContain(1);
  });

  test('removes a pid file whose pid now belongs to another program, and does not kill that program', async () => {
    const owner = await stat(join(used, 'postgres/data'));
    const stranger = spawn('sleep', ['60'], { uid: owner.uid, gid: owner.gid, cwd: '/' });
    try {
      await writeFile(join(used, 'postgres/data/postmaster.pid'), `${stranger.pid}\n${used}/postgres/data\n1\n5432\n`);
      expect(await seatsIn(await started(used).ready)).toContain(1);
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  test('says in one line why PostgreSQL cannot run', async () => {
    const version = join(used, 'postgres/data/PG_VERSION');
    await writeFile(version, '14\n');
    try {
      await expect(started(used).ready).rejects.toThrow(/PostgreSQL does not start: database files are incompatible/);
    } finally {
      await writeFile(version, '18\n');
    }
  });
});

describe('kill -9', () => {
  test('of the service: PostgreSQL is stopped, and the next start has every committed row', async () => {
    const service = started(used);
    await ask(await service.ready, 'insert into sold values (2)');
    service.kill();
    await eventually(async () => (await postgresIn(used)).length === 0);
    expect(await seatsIn(await started(used).ready)).toContain(2);
  });

  test('of the service that is restarted at once: every committed row is there', async () => {
    for (const seat of [31, 32, 33]) {
      const service = started(used);
      await ask(await service.ready, `insert into sold values (${seat})`);
      service.kill();
    }
    expect(await seatsIn(await started(used).ready)).toEqual(expect.arrayContaining([31, 32, 33]));
  });

  test('of PostgreSQL: it is restarted on the same port, and the pools of the service go on', async () => {
    const service = started(used);
    const connectionString = await service.ready;
    const pool = await createPool(connectionString, { maximumPoolSize: 2, log: recordingLog() });
    await pool.query(sql.unsafe`insert into sold values (4)`);
    const killed = postmasterPid(used);
    process.kill(killed, 'SIGKILL');
    await eventually(() => postmasterPid(used) !== killed);
    const seats = await eventually(() => pool.anyFirst(sql.unsafe`select seat from sold`));
    await pool.end();
    expect(seats).toContain(4);
    expect(service.said()).toContain('PostgreSQL has died; starting it again');
  });

  test('of both at once: the next start has every committed row', async () => {
    const service = started(used);
    await ask(await service.ready, 'insert into sold values (5)');
    process.kill(postmasterPid(used), 'SIGKILL');
    service.kill();
    await service.ended;
    expect(await seatsIn(await started(used).ready)).toContain(5);
  });

  test('of the keeper: another keeper replaces it and still stops PostgreSQL', async () => {
    const service = started(used);
    await service.ready;
    const killed = await keeperPid(used);
    process.kill(killed, 'SIGKILL');
    await eventually(async () => ![killed, Number.NaN].includes(await keeperPid(used)));
    service.kill();
    await eventually(async () => (await postgresIn(used)).length === 0);
  });
});

test('Ctrl-C signals only the service, which still has its database while it drains', async () => {
  const service = started(used);
  await service.ready;
  service.signal('SIGINT', { group: true });
  expect(await service.ended).toBe(0);
  expect(await postgresIn(used)).toEqual([]);
});

describe('in a directory that only its owner can enter', () => {
  test('the database works, a restart finds it again, and its loss is an error of one line', async () => {
    const home = join(parent, 'home');
    await mkdir(home, { mode: 0o700 });
    const dataDir = join(home, 'data');
    const first = started(dataDir);
    await ask(await first.ready, 'create table sold as select 6 as seat');
    first.signal('SIGTERM');
    await first.ended;
    expect(await seatsIn(await started(dataDir).ready)).toEqual([6]);
    await endAll();
    const entry = join(dataDir, 'postgres');
    // Root runs PostgreSQL as another user, which cannot enter this directory; other users run it themselves.
    const elsewhere = process.getuid?.() === 0;
    expect((await lstat(entry)).isSymbolicLink()).toBe(elsewhere);
    if (!elsewhere) return;
    const place = await readlink(entry);
    await eventually(async () => (await processesIn(place)).length === 0);
    await rm(place, { recursive: true });
    await expect(started(dataDir).ready).rejects.toThrow(/links to is gone; remove the link to start with an empty/);
  });
});
