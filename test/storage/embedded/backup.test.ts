/** Backups of the embedded database: what the commands say, and what a restore refuses before it changes anything. */
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { silentLog } from '#storage/database/log.ts';
import { backUp } from '#storage/embedded/backup.ts';
import { run } from '#storage/embedded/command.ts';
import { startEmbeddedPostgres } from '#storage/embedded/embedded-postgres.ts';
import { restoreBackup } from '#storage/embedded/restore.ts';
import { runAdmin } from '../../support/admin-process.ts';

const forTest = 120_000;

let parent: string;
let dataDir: string;
/** Of a database with one table. */
let backup: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), `usher-test-${process.pid}-backup-`));
  await chmod(parent, 0o755);
  dataDir = join(parent, 'data');
  backup = join(parent, 'backup');
  await onServer(dataDir, async (client) => {
    await client.query('create table sold (seat int primary key)');
    // The backup is taken while rows are written.
    const selling = (async () => {
      for (let seat = 0; seat < 200; seat++) await client.query('insert into sold values ($1)', [seat]);
    })();
    await backUp(dataDir, backup, 'a key');
    await selling;
    await client.query('insert into sold values (1000)');
  });
}, forTest);

afterAll(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }));

async function onServer<T>(directory: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir: directory, durable: true, log: silentLog });
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await server.stop();
  }
}

const count = (directory: string): Promise<number> =>
  onServer(directory, async (client) => (await client.query('select count(*)::int as count from sold')).rows[0].count);

const restore = (source = backup, more: { dataDir?: string; replaces?: boolean; keyFingerprint?: string } = {}) =>
  restoreBackup({ dataDir, source, keyFingerprint: 'a key', replaces: true, log: silentLog, ...more });

async function replace(path: string, text: string): Promise<void> {
  await rm(path);
  await writeFile(path, text);
}

/** A copy of the backup that a test may damage. */
async function damaged(damage: (directory: string) => Promise<unknown>): Promise<string> {
  const copy = await mkdtemp(join(parent, 'copy-'));
  // As hard links: a test replaces files and never writes into them.
  await run('cp', ['-al', `${backup}/.`, copy]);
  await damage(copy);
  return copy;
}

test.each<[string, (directory: string) => Promise<unknown>, RegExp]>([
  ['without its manifest', (at) => rm(join(at, 'backup.json')), /is no backup: it has no backup.json/],
  ['with half a manifest', (at) => replace(join(at, 'backup.json'), '{"format":1,'), /backup.json is damaged/],
  ['of another version', (at) => replace(join(at, 'backup.json'), '{"format":2}'), /damaged, or of another version/],
  [
    'whose manifest names a file outside',
    async (at) => {
      const text = await readFile(join(at, 'backup.json'), 'utf8');
      await replace(join(at, 'backup.json'), text.replace('"data/PG_VERSION"', '"../../PG_VERSION"'));
    },
    /backup.json is damaged/,
  ],
  ['that lacks a file', (at) => rm(join(at, 'files', 'data', 'PG_VERSION')), /is not whole: .*PG_VERSION is missing$/],
  ['with a changed file', (at) => replace(join(at, 'files', 'data', 'PG_VERSION'), '19\n'), /is damaged: .*PG_VERSION/],
])('a backup %s is refused, and nothing has changed', async (_, damage, message) => {
  const before = (await readdir(dataDir)).sort();
  await expect(restore(await damaged(damage))).rejects.toThrow(message);
  expect((await readdir(dataDir)).sort()).toEqual(before);
});

test('a restore refuses another secret key, a running service, and a database that it was not told to replace', async () => {
  await expect(restore(backup, { keyFingerprint: 'another' })).rejects.toThrow(/belongs to another secret key/);
  await expect(restore(backup, { replaces: false })).rejects.toThrow(/is a database already: --replace/);
  await onServer(dataDir, () => expect(restore()).rejects.toThrow(/a service runs on .*: stop it first/));
  await expect(restore(join(parent, 'none'))).rejects.toThrow(/is no backup/);
});

test('a backup refuses a directory with something in it, and a file', async () => {
  await onServer(dataDir, async () => {
    await expect(backUp(dataDir, backup, 'a key')).rejects.toThrow(/is not empty: name a new directory/);
    await expect(backUp(dataDir, join(backup, 'backup.json'), 'a key')).rejects.toThrow(/is no directory/);
  });
  const inside = join(dataDir, 'postgres', 'backup');
  await onServer(dataDir, () => expect(backUp(dataDir, inside, 'a key')).rejects.toThrow(/within the database itself/));
});

test(
  'a restored database has what was committed by the end of the backup, and the former one is kept',
  async () => {
    const elsewhere = join(parent, 'elsewhere');
    await mkdir(elsewhere);
    await restore(backup, { dataDir: elsewhere });
    const there = await count(elsewhere);
    expect(there).toBeLessThanOrEqual(200);
    const { aside } = await restore();
    expect(await count(dataDir)).toBe(there);
    // A restore that was killed before the new database had its place: the next start does not make an empty one.
    await rm(join(dataDir, 'postgres'), { recursive: true });
    await expect(count(dataDir)).rejects.toThrow(/A restore has not finished: repeat it, or rename/);
    await rename(aside as string, join(dataDir, 'postgres'));
    expect(await count(dataDir)).toBe(201);
  },
  forTest,
);

test(
  'the commands back up a service’s database, restore it and begin an era',
  async () => {
    const home = join(parent, 'home');
    const target = join(parent, 'target');
    const settings = { DATA_DIR: home, LOG_LEVEL: 'error' };
    const admin = (...line: readonly string[]) => runAdmin(line, settings);
    const other = { ...settings, DATABASE_URL: 'postgres://x/y', SECRET_KEY: 'ab'.repeat(32) };
    for (const line of [
      ['backup', target],
      ['restore', target],
    ]) {
      expect(await runAdmin(line, other)).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(/^DATABASE_URL names a server of its own: .*pg_basebackup.*\n$/),
      });
    }
    expect(await admin('restore', target)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/no secret.key/),
    });
    expect(await admin('backup', target)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+ files, \d+ MB in .*\nIt does not contain the secret key/),
    });
    expect(await admin('backup', target)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/is not empty: name a new directory\n$/),
    });
    expect(await admin('restore', target)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/is a database already: --replace/),
    });
    const restored = await admin('restore', target, '--replace');
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toMatch(/^The former database is kept in .*\nThe database is as it was at .* -- verify\n$/);
    expect(await admin('verify')).toEqual({ code: 0, out: '0 events, 0 records, 0 sessions: 0 findings\n', err: '' });
    const era = await onServer(home, async (client) => (await client.query('select era from feed_era')).rows[0].era);
    expect(era).toBeGreaterThan(1_000);
  },
  forTest,
);
