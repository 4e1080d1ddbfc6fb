/** Every release's database is opened by this version: it shows what the release showed, sells on, and passes the audit. */

import { startService } from '#wiring/service.ts';
import { readSettings } from '#wiring/settings.ts';
import { audit } from '../../bench/audit/audit.ts';
import { noEvidence } from '../../bench/audit/evidence.ts';
import type { PurchaseRecord } from '../../bench/load/plan.ts';
import { Client } from '../../bench/stand/client.ts';
import { withoutLimits } from '../../bench/stand/without-limits.ts';
import { type SessionBody, viewOf } from '../soak/history.ts';
import { problemsOnly } from '../support/logs.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { freshDatabase } from '../support/postgres.ts';
import { addressesAt } from '../support/service.ts';
import { type Fixture, readFixture, restore } from './fixture.ts';
import { releases } from './releases.ts';

/** Nothing of an old database may be deleted for its age. */
const settings = { CHANGES_KEEP_DAYS: '3650', JOURNAL_KEEP_HOURS: '1000000', WEBHOOKS_ALLOW_PRIVATE: '1' };

async function open(fixture: Fixture) {
  const database = await freshDatabase({ empty: true });
  await restore(database.connectionString, fixture);
  const service = await startService({
    settings: readSettings({ PORT: '0', OPERATIONS_PORT: '0', ...withoutLimits, ...settings }),
    connectionString: database.connectionString,
    secretKey: fixture.secretKey,
    // It warns that the database is on another server than before.
    log: { ...problemsOnly, warn: () => {}, debug: () => {} },
    clock: new ManualClock(fixture.at),
    isLazy: true,
  });
  const { url } = addressesAt(await service.open());
  service.declareReady();
  const owner = new Client(url, { 'x-api-key': fixture.keys.organizationToken });
  const visitor = new Client(url);
  return {
    owner,
    visitor,
    databaseUrl: database.connectionString,
    [Symbol.asyncDispose]: async () => {
      owner.close();
      visitor.close();
      await service.close();
      await database.drop();
    },
  };
}

/** Told as of the moment of the answer. */
const relative = ['expiresInSeconds', 'serverTime', 'pollSeconds', 'estimatedSeconds'];

function lasting(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body, (name, value) => (relative.includes(name) ? undefined : value)));
}

async function purchasesOf(owner: Client, eventId: string): Promise<readonly PurchaseRecord[]> {
  const path = '/api/private/v2.0/session/';
  const list = `${path}?eventId=${eventId}&state=CONFIRMED&limit=200&offset=0`;
  const sessions: readonly { id: string }[] = await owner.demand({ method: 'GET', path: list });
  const read = async ({ id }: { id: string }): Promise<PurchaseRecord> => {
    const body: SessionBody = await owner.demand({ method: 'GET', path: path + id });
    const { seats, places, reference } = viewOf(body, null);
    return { eventId, sessionId: id, seats, places, reference: reference ?? '', outcome: 'confirmed' };
  };
  return await Promise.all(sessions.map(read));
}

/** Holds the best seats of an event in a new session and pays for them. */
async function buy({ owner, visitor }: Awaited<ReturnType<typeof open>>, body: object): Promise<string> {
  const session = '/api/public/v2.0/session/';
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const { sessionId } = await visitor.demand({ method: 'POST', path: session, body, headers });
  const best = { bestAvailable: { count: 3 } };
  await visitor.demand({ method: 'POST', path: `${session}${sessionId}/lock`, body: best });
  await visitor.demand({ method: 'POST', path: `${session}${sessionId}/checkout`, body: {} });
  const path = `/api/private/v2.0/session/${sessionId}/confirm`;
  return (await owner.demand({ method: 'POST', path, body: { reference: 'LATER-1' } })).state;
}

test.each(releases.map(({ version, commit }) => [version, commit]))(
  'the database of release %s shows what it showed, remembers its calls, sells on, and equals its journal',
  async (version, commit) => {
    const fixture = readFixture(version);
    expect(fixture).toMatchObject({ version, commit });
    await using opened = await open(fixture);
    const { owner, visitor, databaseUrl } = opened;
    for (const { path, isPrivate, body } of fixture.shown) {
      const now = await (isPrivate ? owner : visitor).demand({ method: 'GET', path });
      // A newer version may add members.
      expect({ path, body: now }).toMatchObject({ path, body: lasting(body) });
    }
    for (const { path, key, body, answer } of fixture.remembered) {
      const again = await owner.send({ method: 'POST', path, body, headers: { 'Idempotency-Key': key } });
      expect([again.body, again.headers['idempotency-replayed']]).toEqual([answer, 'true']);
    }
    const { content } = await owner.demand({ method: 'GET', path: '/api/private/v2.0/events/?page=0&size=100' });
    const ids: string[] = content.map(({ id }: { id: string }) => id);
    const modes = await Promise.all(
      ids.map((id) => owner.demand({ method: 'GET', path: `/api/private/v2.0/events/${id}/admission` })),
    );
    const onSale = ids.filter((_, at) => modes[at].mode === 'OPEN');
    for (const eventId of onSale)
      expect(await buy(opened, { eventId, publicKey: fixture.keys.publicKey })).toBe('CONFIRMED');
    const bought = (await Promise.all(ids.map((id) => purchasesOf(owner, id)))).flat();
    expect(bought.map(({ reference }) => reference)).toEqual(expect.arrayContaining(['ORDER-1', 'ORDER-3', 'LATER-1']));
    const named = ids.map((eventId) => ({ eventId, seats: [], states: [] }));
    const report = await audit(databaseUrl, owner, { ...noEvidence(), bought, booked: named });
    expect(report.findings).toEqual([]);
    expect(report.events).toBe(ids.length);
  },
);
