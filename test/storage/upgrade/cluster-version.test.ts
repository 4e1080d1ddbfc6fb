/** Releases side by side on one database: who may join, what raises the version, and what happens to a node left behind. */
import pg from 'pg';
import { sql } from 'slonik';
import type { VersionRange } from '#domain/cluster-version.ts';
import { Notifications } from '#storage/database/notifications.ts';
import { takeOver } from '#storage/journal/epochs.ts';
import { type Build, thisBuild } from '#storage/upgrade/build.ts';
import { nodesSince } from '#storage/upgrade/cluster-nodes.ts';
import { ClusterVersion } from '#storage/upgrade/cluster-version.ts';
import { finalize } from '#storage/upgrade/finalize.ts';
import { checkUpgrade } from '#storage/upgrade/upgrade-check.ts';
import { eventually } from '../../support/eventually.ts';
import { type JournaledEvents, openJournaledEvents } from '../../support/journaled-events.ts';
import { recordingLog } from '../../support/logs.ts';

const old: VersionRange = { oldest: 1, newest: 1 };
const next: VersionRange = { oldest: 1, newest: 2 };
const later: VersionRange = { oldest: 2, newest: 3 };

const log = recordingLog();
let events: JournaledEvents;
let notifications: Notifications;
let client: pg.Client;
let opened: ClusterVersion[] = [];

beforeAll(async () => {
  events = await openJournaledEvents();
  notifications = new Notifications(events.connectionString, log);
  await notifications.start();
  client = new pg.Client({ connectionString: events.connectionString });
  await client.connect();
});

beforeEach(async () => {
  await send('update cluster_version set version = 1, oldest_migration = 23');
  await send('delete from cluster_node');
});

afterEach(async () => {
  for (const version of opened) await version.close();
  opened = [];
});

afterAll(async () => {
  await client.end();
  await notifications.stop();
  await events.close();
});

const send = (statement: string) => client.query(statement);

const open = (build: Build, finalizeAfterSeconds = 0) =>
  ClusterVersion.open({ pool: events.pool, notifications, build, finalizeAfterSeconds, log });

/** A node of this range that has joined. */
async function join(name: string, range: VersionRange): Promise<ClusterVersion> {
  const version = await open(thisBuild(range));
  await version.join(name);
  opened.push(version);
  return version;
}

const namesAlive = async () => (await nodesSince(events.pool)).map(({ name }) => name);

describe('a node', () => {
  test('is listed with what it knows from its join to its end', async () => {
    const version = await join('one', next);
    const [node, ...others] = await nodesSince(events.pool);
    const migration = thisBuild().migrations.at(-1)?.number;
    expect(node).toMatchObject({ name: 'one', ...next, migration, isAlive: true });
    expect([others, version.current, version.newest]).toEqual([[], 1, 2]);
    await version.close();
    expect(await namesAlive()).toEqual([]);
  });

  test('cannot start on a version in force that it does not know, and says which way to go', async () => {
    await expect(open(thisBuild(later))).rejects.toThrow(/^CLUSTER_VERSION_OLDER: version 1 .* knows 2 to 3: run .*$/);
    await send('update cluster_version set version = 3');
    await expect(open(thisBuild(next))).rejects.toThrow(/^CLUSTER_VERSION_NEWER: version 3 .* knows 1 to 2: start .*$/);
    await send('update cluster_version set version = 1, oldest_migration = 999');
    await expect(open(thisBuild(next))).rejects.toThrow(/^DATABASE_NEWER: .* migration 999; .*$/);
  });

  test('cannot join when the version was raised while it started', async () => {
    const version = await open(thisBuild(old));
    await send('update cluster_version set version = 2');
    await expect(version.join('late')).rejects.toThrow(/^CLUSTER_VERSION_NEWER: /);
    expect(await namesAlive()).toEqual([]);
  });

  test('that sleeps over a raise has to end, and can take over no event', async () => {
    const sleeper = await join('sleeper', old);
    const eventNumber = await events.newEvent();
    await send('update cluster_version set version = 2');
    expect(await sleeper.check()).toMatch(/^CLUSTER_VERSION_NEWER: /);
    expect(sleeper.current).toBe(1);
    await expect(takeOver(events.pool, eventNumber, 'sleeper', old.newest)).rejects.toThrow(/does not know/);
    expect(await takeOver(events.pool, eventNumber, 'other', next.newest)).toMatchObject({ epoch: 1 });
  });
});

describe('the version', () => {
  test('is raised to what all live nodes know, and the nodes are told at once', async () => {
    const one = await join('one', next);
    await join('two', { oldest: 1, newest: 3 });
    expect(await finalize(events.pool)).toEqual({ outcome: 'raised', from: 1, version: 2 });
    await eventually(async () => one.current === 2);
    expect(log.lines).toContainEqual({ level: 'info', message: 'the cluster version was raised', from: 1, to: 2 });
    expect(await finalize(events.pool)).toMatchObject({ outcome: 'held back', version: 2, by: [{ name: 'one' }] });
  });

  test('stays while an old node lives, while nobody lives, and while nobody knows a later one', async () => {
    expect(await finalize(events.pool)).toEqual({ outcome: 'nobody', version: 1 });
    const one = await join('one', old);
    expect(await finalize(events.pool)).toEqual({ outcome: 'nothing later', version: 1 });
    await join('two', next);
    expect(await finalize(events.pool)).toMatchObject({ outcome: 'held back', version: 1, by: [{ name: 'one' }] });
    await one.close();
    expect(await finalize(events.pool)).toMatchObject({ outcome: 'raised', version: 2 });
  });

  test('counts a node that was killed until it was silent for 20 s', async () => {
    await join('killed', old);
    await join('two', next);
    await send(`update cluster_node set seen_at = now() - interval '19 s' where name = 'killed'`);
    expect(await finalize(events.pool)).toMatchObject({ outcome: 'held back' });
    await send(`update cluster_node set seen_at = now() - interval '21 s' where name = 'killed'`);
    expect(await finalize(events.pool)).toMatchObject({ outcome: 'raised' });
  });

  test('rises by itself once every node has been new for the whole time', async () => {
    const one = await join('one', old);
    await join('two', next);
    await send(`update cluster_node set started_at = now() - interval '1 h'`);
    await one.close();
    expect(await finalize(events.pool, 60)).toMatchObject({ outcome: 'held back', by: [{ name: 'one' }] });
    await send(`update cluster_node set seen_at = now() - interval '61 s' where name = 'one'`);
    await send(`update cluster_node set started_at = now() - interval '59 s' where name = 'two'`);
    expect(await finalize(events.pool, 60)).toMatchObject({ outcome: 'held back', by: [{ name: 'two' }] });
    await send(`update cluster_node set started_at = now() - interval '61 s' where name = 'two'`);
    expect(await finalize(events.pool, 60)).toMatchObject({ outcome: 'raised', version: 2 });
  });

  test('is not raised past a node that joins at the same moment', async () => {
    await join('new', next);
    const joined = events.pool.transaction(async (transaction) => {
      await transaction.query(sql.unsafe`select from cluster_version where version = 1 for share`);
      const raising = finalize(events.pool);
      await eventually(
        async () =>
          (await transaction.oneFirst(sql.unsafe`
            select count(*)::int from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
          `)) === 1,
      );
      await transaction.query(sql.unsafe`
        insert into cluster_node (id, name, release, oldest, newest, migration)
        values (gen_random_uuid(), 'old', '0', 1, 1, 23)
      `);
      return { raising };
    });
    expect(await (await joined).raising).toMatchObject({ outcome: 'held back', by: [{ name: 'old' }] });
  });
});

describe('the check before an upgrade', () => {
  const missing = { name: '999_next', number: 999, needs: null };
  const withMigration = (needs: number | null): Build => {
    const build = thisBuild(next);
    return { ...build, migrations: [...build.migrations, { ...missing, needs }] };
  };

  test('allows a release whose migrations only expand', async () => {
    await join('one', old);
    expect(await checkUpgrade(events.pool, withMigration(null))).toMatchObject({
      obstacle: null,
      inForce: { version: 1 },
      nodes: [{ name: 'one' }],
      missing: [missing],
    });
  });

  test('forbids one whose migrations a live node could not survive, and one that no longer knows the version', async () => {
    const one = await join('one', old);
    const { obstacle } = await checkUpgrade(events.pool, withMigration(999));
    expect(obstacle).toMatch(/^NODES_TOO_OLD: node one .* after migration 999_next: stop it first/);
    await one.close();
    expect(await checkUpgrade(events.pool, withMigration(999))).toMatchObject({ obstacle: null, nodes: [] });
    expect((await checkUpgrade(events.pool, thisBuild(later))).obstacle).toMatch(/^CLUSTER_VERSION_OLDER: /);
  });
});
