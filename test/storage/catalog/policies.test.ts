/** A policy object shows changed settings: at once on the same node, by a notification elsewhere, and after an outage. */
import { sql } from 'slonik';
import { everythingInForce } from '#domain/cluster-version.ts';
import { Policies } from '#storage/catalog/policies.ts';
import { separateChanges } from '#storage/database/call-changes.ts';
import { Notifications } from '#storage/database/notifications.ts';
import { catalogOfFile } from '../../support/catalog-of-file.ts';
import { eventually } from '../../support/eventually.ts';
import { recordingLog } from '../../support/logs.ts';

const limits = {
  holdMs: 900_000,
  graceMs: 600_000,
  maxSeats: 10,
  emptySessionsMax: 100_000,
  ticketsMax: 1_000,
  clusterVersion: everythingInForce,
};

const log = recordingLog();
const catalog = catalogOfFile(log);
let elsewhere: Notifications;
let here: Policies;
let there: Policies;

beforeEach(async () => {
  elsewhere = new Notifications(catalog.connectionString, log);
  here = new Policies(catalog.pool, catalog.notifications, limits, log);
  there = new Policies(catalog.pool, elsewhere, limits, log);
  await elsewhere.start();
});

afterEach(() => elsewhere.stop());

test('a policy consists of the organization’s settings and the deployment’s limits', async () => {
  const { id } = catalog.other;
  const holdTypes = JSON.stringify({
    VIP: { ttlSeconds: 60, validState: 'BLOCKED' },
    KEEP: { ttlSeconds: null, validState: 'LOCKED' },
  });
  await catalog.pool.query(sql.unsafe`update organization set hold_types = ${holdTypes}::jsonb where id = ${id}`);
  expect((await here.get(id)).current).toEqual({
    ...limits,
    organizationId: id,
    publicSessionsEnabled: false,
    salesControlEnabled: true,
    orphanSeatPrevention: false,
    lockMs: 900_000,
    holdTypes: { VIP: { ttlMs: 60_000, validState: 'BLOCKED' }, KEEP: { ttlMs: null, validState: 'LOCKED' } },
  });
});

test('the policy of an organization that does not exist is refused', async () => {
  await expect(here.get(4711)).rejects.toThrow('organization 4711 does not exist');
});

describe('a change of a policy', () => {
  test('is in force on its node when it is answered, in policy objects that were read before', async () => {
    const { id } = catalog.organization;
    const policy = await here.get(id);
    for (const enabled of [true, false, true]) {
      await here.change(separateChanges(catalog.pool), id, { publicSessionsEnabled: enabled });
      expect(policy.current.publicSessionsEnabled).toBe(enabled);
    }
  });

  test('reaches another node by itself', async () => {
    const { id } = catalog.organization;
    const policy = await there.get(id);
    const enabled = !policy.current.publicSessionsEnabled;
    await here.change(separateChanges(catalog.pool), id, { publicSessionsEnabled: enabled });
    await eventually(() => policy.current.publicSessionsEnabled === enabled);
  });

  test('that was made directly in the database is in force too', async () => {
    const { id } = catalog.organization;
    const policy = await there.get(id);
    await catalog.pool.query(sql.unsafe`update organization set lock_ttl_seconds = 5 where id = ${id}`);
    await eventually(() => policy.current.lockMs === 5_000);
  });

  test('by deleting the organization switches public sessions off', async () => {
    const { id } = catalog.other;
    await here.change(separateChanges(catalog.pool), id, { publicSessionsEnabled: true });
    const policy = await there.get(id);
    await catalog.pool.query(sql.unsafe`update organization set deleting = true where id = ${id}`);
    await eventually(() => !policy.current.publicSessionsEnabled);
  });

  test('that was missed while the listening connection was down is in force once it is back', async () => {
    const { id } = catalog.organization;
    const policy = await there.get(id);
    const enabled = !policy.current.publicSessionsEnabled;
    await catalog.pool.query(sql.unsafe`
      with gone as (
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'usher notifications' and datname = current_database()
      )
      update organization set public_sessions_enabled = ${enabled} from gone where id = ${id}
    `);
    await eventually(() => policy.current.publicSessionsEnabled === enabled);
    expect(log.lines.map(({ message }) => message)).toContain('lost the connection that listens for changes');
    await here.change(separateChanges(catalog.pool), id, { publicSessionsEnabled: !enabled });
    await eventually(() => policy.current.publicSessionsEnabled === !enabled);
  });
});
