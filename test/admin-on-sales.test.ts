/** The operator's commands on a database that has sold something, run as processes: audits, archives and upgrades. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'slonik';
import { thisBuild } from '#storage/upgrade/build.ts';
import { listNode } from '#storage/upgrade/cluster-nodes.ts';
import { runAdmin } from './support/admin-process.ts';
import { secretKey } from './support/catalog.ts';
import { feedSettled } from './support/feed-calls.ts';
import { openPricedShow, type Show, startTestService, type TestService } from './support/service.ts';
import { rowsHall, sessionCalls, succeeded } from './support/session-calls.ts';

const { newest, release } = thisBuild();

let service: TestService;
/** Its event is over, and a buyer has bought two seats. */
let show: Show;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  show = await openPricedShow(service, rowsHall);
  await openPricedShow(service, rowsHall);
  const calls = sessionCalls(service, show);
  const bought = await calls.open(show.seats.slice(0, 2));
  succeeded(await calls.checkout(bought));
  succeeded(await calls.confirm(bought, { reference: 'order 1' }));
  const { eventId: id, schemaId } = show;
  const body = { id, name: 'Show', start: '2020-12-01T19:30:00', endDate: '2020-12-01T22:00:00', schemaId };
  succeeded(await service.call('PUT', '/api/private/v2.0/events/', { key: service.catalog.organization.token, body }));
  await feedSettled(service);
  await service.stop();
  folder = await mkdtemp(join(tmpdir(), 'usher-admin-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await service.close();
});

const admin = (...line: readonly string[]) =>
  runAdmin(line, { DATABASE_URL: service.catalog.connectionString, SECRET_KEY: secretKey });

const change = (statement: Parameters<typeof service.catalog.pool.query>[0]) => service.catalog.pool.query(statement);

const told = (code: number, out: unknown, err: unknown = '') => ({ code, out, err });

describe('upgrade-check and finalize', () => {
  beforeAll(async () => {
    const { pool } = service.catalog;
    expect(await listNode(pool, '00000000-0000-4000-8000-000000000001', 'box-office:1', thisBuild())).toBe(true);
    // It lives for as long as the tests take.
    await change(sql.unsafe`update cluster_node set seen_at = now() + interval '1 h' where left_at is null`);
  });

  afterEach(() => change(sql.unsafe`update cluster_version set version = ${newest}`));

  test('the check accepts the release of the live node, and refuses to join a later one', async () => {
    const rolling = new RegExp(
      `^rolling: release ${release} can be started, beside box-office:1\\ncluster version ${newest} is `,
    );
    expect(await admin('upgrade-check')).toEqual(told(0, expect.stringMatching(rolling)));
    await change(sql.unsafe`update cluster_version set version = ${newest + 1}`);
    expect(await admin('upgrade-check')).toEqual(
      told(3, expect.stringMatching(/^stop first: CLUSTER_VERSION_NEWER: .*\ncluster version /)),
    );
  });

  test('finalize raises the version to what the live node knows, and refuses without one', async () => {
    await change(sql.unsafe`update cluster_version set version = ${newest - 1}`);
    expect(await admin('finalize')).toEqual(
      told(0, `cluster version ${newest} is in force now; it was ${newest - 1}\n`),
    );
    expect(await admin('finalize')).toEqual(
      told(0, expect.stringMatching(/stays in force: no live node knows a later/)),
    );
    await change(sql.unsafe`update cluster_node set left_at = now()`);
    expect(await admin('finalize')).toEqual(told(3, '', 'not finalized: no node is alive\n'));
  });
});

test('verify counts what it has compared; a table that differs is a line each and exit code 1', async () => {
  const one = expect.stringMatching(/^1 events, \d+ records, 1 sessions: 0 findings\n$/);
  expect(await admin('verify', show.eventId)).toEqual(told(0, one));
  await change(sql.unsafe`update session_record set state = 'CANCELLED'`);
  const found = /^event \S+: session 1 differs from its journal\n2 events, \d+ records, 1 sessions: 1 findings\n$/;
  expect(await admin('verify')).toEqual(told(1, expect.stringMatching(found)));
  await change(sql.unsafe`update session_record set state = 'CONFIRMED'`);
  const none = '00000000-0000-4000-8000-000000000000';
  expect(await admin('verify', none)).toEqual(told(1, '', `there is no event ${none}\n`));
  expect(await admin('verify', 'all')).toEqual(told(1, '', expect.stringMatching(/^'all' is not the id .*\nUsage:/)));
});

test('an event that is over goes to a file, is verified there, and comes back with its orders', async () => {
  const { eventId } = show;
  const file = join(folder, 'show.usher');
  const moved = await admin('archive', eventId, file, '--remove');
  expect(moved).toEqual(
    told(0, expect.stringMatching(/^event \S+ up to record \d+: \d+ bytes in .*\nIts rows are del/)),
  );
  expect(await admin('archive', eventId, join(folder, 'again'))).toEqual(told(1, '', `there is no event ${eventId}\n`));
  expect((await admin('archive', 'list')).out).toMatch(new RegExp(`^${eventId}  \\S+Z  "Show"  ${file}\n$`));

  const verified = expect.stringMatching(/^event \S+ "Show" up to record \d+: \d+ records, 1 orders\n$/);
  expect(await admin('archive', 'verify', file)).toEqual(told(0, verified));
  const damaged = join(folder, 'damaged.usher');
  const bytes = await readFile(file);
  bytes[1_000] = 255 - (bytes[1_000] ?? 0);
  await writeFile(damaged, bytes);
  const wrong = 'the digest is wrong: the file is damaged or cut off\n';
  for (const verb of ['verify', 'restore']) expect(await admin('archive', verb, damaged)).toEqual(told(1, '', wrong));
  const absent = await admin('archive', 'verify', join(folder, 'none'));
  expect(absent).toEqual(told(1, '', expect.stringMatching(/^ENOENT: [^\n]+none'\n$/)));

  expect(await admin('archive', 'restore', file)).toEqual(told(0, `event ${eventId} is back: 1 orders\n`));
  expect((await admin('archive', 'list')).out).toBe('No event is archived.\n');
  expect(await admin('verify')).toEqual(told(0, expect.stringMatching(/^2 events, .* 1 sessions: 0 findings\n$/)));
});
