/**
 * A service that sells while its database is backed up, replaced by a copy, and restored to a moment in the middle. It
 * lives through both. What was sold by the moment is there, what was sold after it is told to be undone.
 */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'slonik';
import { compareReport } from '#reports/compare-report.ts';
import { verify } from '#storage/audit/verify.ts';
import { silentLog } from '#storage/database/log.ts';
import { migrate } from '#storage/database/migrate.ts';
import { backUp } from '#storage/embedded/backup.ts';
import { beginEra } from '#storage/feed/eras.ts';
import { fingerprintOf } from '#storage/secrets/secret-keys.ts';
import { type Catalog, openCatalog, secretKey } from '../support/catalog.ts';
import { eventually } from '../support/eventually.ts';
import { feedSettled } from '../support/feed-calls.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { openPricedShow, type Show, startTestService, type TestService } from '../support/service.ts';
import { outcomeOf, sessionCalls, succeeded } from '../support/session-calls.ts';
import { webhookCalls } from '../support/webhook-calls.ts';
import { ArchivedServer } from './archived-server.ts';

/** Of each part of the drill. */
const purchases = Number(process.env.RESTORED_PURCHASES ?? 8);
const forTest = 120_000 + purchases * 1_000;
const key = fingerprintOf(secretKey);
const hall = { name: 'Hall', sections: [{ name: 'Stalls', rows: [{ name: 'A', seatCount: purchases * 6 }] }] };

let parent: string;
let server: ArchivedServer;
let catalog: Catalog;
let service: TestService;
let show: Show;
let receiver: Receiver;
/** The cursor at which the webhook begins. */
let opening: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), `usher-test-${process.pid}-restore-`));
  await chmod(parent, 0o755);
  server = await ArchivedServer.start(parent);
  const { connectionString } = server;
  await migrate(connectionString, silentLog);
  // It warns while the server is gone.
  catalog = await openCatalog(silentLog, { connectionString, drop: async () => {} });
  service = await startTestService({ WEBHOOKS_ALLOW_PRIVATE: '1' }, catalog);
  show = await openPricedShow(service, hall);
  opening = (await read('start')).next;
  receiver = await startReceiver();
  await webhookCalls(service).create(receiver.url);
}, forTest);

afterAll(async () => {
  await service?.close();
  await receiver?.[Symbol.asyncDispose]();
  await server?.close();
  await rm(parent, { recursive: true, force: true, maxRetries: 5 });
});

/** Sells a seat; the session. */
async function purchase(place: number): Promise<string> {
  const calls = sessionCalls(service, show);
  const id = await calls.open([show.seats[place] as number]);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, { reference: randomUUID() }));
  return id;
}

/** Sells as many seats as each part of the drill does, from the part's first place on. */
async function sell(part: number): Promise<string[]> {
  const sold: string[] = [];
  for (let at = 0; at < purchases; at++) sold.push(await purchase(part * purchases + at));
  return sold;
}

const changes = (after: string) =>
  service.call('GET', `/api/private/v2.0/changes/?limit=1000&after=${after}`, { key: catalog.organization.token });

/** The ids of the changes after a cursor, and the cursor behind them. */
async function read(after: string): Promise<{ ids: string[]; next: string }> {
  await feedSettled(service);
  const { body } = succeeded(await changes(after));
  return { ids: body.changes.map(({ id }: { id: string }) => id), next: body.next };
}

const delivered = (ids: readonly string[]): Promise<boolean> =>
  eventually(() => ids.every((id) => receiver.requests.some((request) => request.id === id)));

const stateOf = async (id: string): Promise<string> => {
  const answer = await sessionCalls(service, show).read(id);
  return answer.status === 200 ? answer.body.state : outcomeOf(answer);
};

/** Resolves when the service has seen that the cursor is of a lost future, and books again. */
async function noticed(lost: string): Promise<void> {
  await eventually(async () => outcomeOf(await changes(lost)) === '410 CURSOR_LOST');
  await eventually(async () => (await service.call('GET', '/readyz')).status === 200);
}

async function expectSound(): Promise<void> {
  const findings: string[] = [];
  await verify({ pool: catalog.pool, compareReport }, null, (finding) => findings.push(finding));
  expect(findings).toEqual([]);
}

const era = () => catalog.pool.oneFirst(sql.unsafe`select era from feed_era`);

async function expectUnknown(sessions: readonly string[]): Promise<void> {
  for (const id of sessions) expect(await eventually(() => stateOf(id))).toBe('404 ENTITY_NOT_FOUND');
}

/** Sells seats of a lost future again, in records with the same numbers: no change has an id that is known. */
async function sellAgain(part: number, after: string, known: readonly string[]) {
  await eventually(() => sell(part));
  const found = await read(after);
  expect(found.ids.length).toBeGreaterThanOrEqual(2 * purchases);
  expect(found.ids.filter((id) => known.includes(id))).toEqual([]);
  await delivered(found.ids);
  return found;
}

test(
  'a service survives the replacement of its database by a copy, and its restore to a moment',
  async () => {
    const backup = join(parent, 'backup');
    const [before] = await Promise.all([sell(0), backUp(server.dataDir, backup, key)]);
    const kept = await sell(1);
    const atMoment = await read(opening);
    await server.mark(catalog.pool, 'the moment');
    const lost = await sell(2);
    const beyond = await read(atMoment.next);
    const known = [...atMoment.ids, ...beyond.ids];
    await delivered(known);
    await server.archived(catalog.pool);
    const first = await era();

    // The files as they were at the end of the backup. They run on as if nothing had happened, and the node may not have
    // looked at the feed since it changed last: the operator begins the era.
    await server.restore(backup, key, 'copy');
    await noticed(beyond.next);
    await eventually(async () => beginEra(catalog.pool, Number(await era())));
    await eventually(async () => (await era()) !== first);
    await expectUnknown(lost);
    const afterCopy = await sellAgain(3, (await read('start')).next, known);
    await expectSound();

    await server.restore(backup, key, { moment: 'the moment' });
    await noticed(afterCopy.next);
    for (const id of [...before, ...kept]) expect(await eventually(() => stateOf(id))).toBe('CONFIRMED');
    await expectUnknown(lost);
    expect(outcomeOf(await changes(beyond.next))).toBe('410 CURSOR_LOST');
    // The reader of the moment goes on where it was.
    await sellAgain(2, atMoment.next, [...known, ...afterCopy.ids]);
    await expectSound();
  },
  forTest,
);
