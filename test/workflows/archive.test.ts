/** An event that is over goes to a file and comes back: nothing of it is lost, and no damaged file is believed. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'slonik';
import { openArchive } from '#storage/archive/archive-reader.ts';
import { writeEventArchive } from '#storage/archive/event-archive.ts';
import { restoreEvent } from '#storage/archive/restore-event.ts';
import { verifyArchive } from '#storage/archive/verify-archive.ts';
import { findNamed } from '#storage/catalog/named-event.ts';
import { Archiver } from '#workflows/archiver.ts';
import { type ArchivalSteps, moveToArchive, writeArchive } from '#workflows/event-archival.ts';
import { eventually } from '../support/eventually.ts';
import { feedSettled } from '../support/feed-calls.ts';
import { ask, calls, floor, seat, service, show, useHall } from '../support/hall.ts';
import { recordingLog } from '../support/logs.ts';
import { bookingOf, outcomeOf, succeeded } from '../support/session-calls.ts';
import { rewrittenArchive } from './rewritten-archive.ts';

// The service's own archiver finds nothing: no event of the tests is that old.
const ownFolder = join(tmpdir(), `usher-archives-${process.pid}`);
useHall({ settings: { ARCHIVE_AFTER_DAYS: '36500', ARCHIVE_DIR: ownFolder } });

afterAll(() => rm(ownFolder, { recursive: true }));

const quiet = { ...recordingLog(), debug: () => {} };
const dayMs = 24 * 3_600_000;

let folder: string;
let file: string;
let steps: ArchivalSteps;
let eventNumber: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usher-archive-'));
  file = join(folder, 'event.usher');
  const { pool } = service.catalog;
  const { persistence, router } = service.parts;
  steps = {
    pool,
    notifications: persistence.notifications,
    settle: (eventNumbers) => router.settle(eventNumbers),
    forget: (number) => router.forget(number),
    now: () => service.clock.now(),
  };
  eventNumber = (await findNamed(pool, show.eventId))?.number ?? 0;
});

afterEach(() => rm(folder, { recursive: true }));

/** The show was on 1 December, before the test's clock. */
async function setDates(end = '2026-12-01T22:00:00'): Promise<void> {
  const { eventId: id, schemaId } = show;
  const body = { id, name: 'Show', start: '2026-12-01T19:30:00', endDate: end, schemaId };
  succeeded(await ask('PUT', '/api/private/v2.0/events/', body));
}

/** Two purchases, one of them released, a cancelled session, a sale and a lock of the organization. */
async function sell(): Promise<string> {
  const bought = await calls.open([seat(0), seat(1)], [[floor, 3]]);
  succeeded(await calls.checkout(bought));
  succeeded(await calls.confirm(bought, { reference: 'order-1', properties: { name: 'Zoë \u2028 \\u0000' } }));
  const returned = await calls.open([seat(2)]);
  succeeded(await calls.checkout(returned));
  succeeded(await calls.confirm(returned, { reference: 'order-2' }));
  succeeded(await calls.release(returned));
  succeeded(await calls.cancel(await calls.open([seat(3)])));
  succeeded(await calls.book('directsale', bookingOf([seat(6)], [[floor, 2]])));
  succeeded(await calls.book('block', bookingOf([seat(12)])));
  await service.parts.router.settle([eventNumber]);
  return bought;
}

const key = (): string => service.catalog.organization.publicKey;

/** Every read that names the event or its session, as path and answer. */
function reads(session: string): readonly string[] {
  const { eventId } = show;
  return [
    `/api/private/v2.0/events/${eventId}`,
    `/api/private/v2.0/event/${eventId}/prices/`,
    `/api/private/v2.0/event/${eventId}/prices/assignments/`,
    `/api/private/v2.0/session/?eventId=${eventId}`,
    `/api/private/v2.0/session/${session}`,
    `/api/public/v2.0/session/${session}`,
    `/api/public/v1.0/event/?id=${eventId}&publicKey=${key()}`,
    `/api/public/v1.0/event/prices/?id=${eventId}&publicKey=${key()}`,
    `/api/public/v1.0/event/schema/rows/?id=${eventId}&publicKey=${key()}`,
    `/api/public/v2.0/event/${eventId}/admission/?publicKey=${key()}`,
  ];
}

async function answersTo(paths: readonly string[]): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const path of paths) {
    const answer = await ask('GET', path);
    answers.push(answer.status === 200 ? JSON.stringify(answer.body) : outcomeOf(answer));
  }
  return answers;
}

async function rowsLeft(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['event_owner', 'event_projection', 'journal', 'snapshot', 'session_record', 'seat_booking']) {
    const count = sql.unsafe`select count(*) from ${sql.identifier([table])} where event_number = ${eventNumber}`;
    counts[table] = Number(await steps.pool.oneFirst(count));
  }
  return counts;
}

const rewritten = (change: (text: string) => string) => rewrittenArchive(file, join(folder, 'other.usher'), change);
const verify = async (path: string) => verifyArchive(await openArchive(path));

test('an event is archived, answers 410, comes back byte by byte, and its feed goes on', async () => {
  await setDates();
  const bought = await sell();
  const paths = reads(bought);
  const before = await answersTo(paths);
  await feedSettled(service);
  const changes = '/api/private/v2.0/changes/?after=start&limit=1000';
  const told = (await ask('GET', changes)).body.changes;

  const { report } = await moveToArchive(steps, eventNumber, file);
  expect(report).toMatchObject({ orders: 3, ordersNotCompared: 0, findings: [] });
  expect(Object.values(await rowsLeft())).toEqual([0, 0, 0, 0, 0, 0]);
  expect(new Set(await answersTo(paths))).toEqual(new Set(['410 EVENT_ARCHIVED']));
  expect(outcomeOf(await calls.create())).toBe('410 EVENT_ARCHIVED');
  const foreign = await ask('GET', paths[0] as string, undefined, service.catalog.other.token);
  expect(outcomeOf(foreign)).toBe('404 ENTITY_NOT_FOUND');
  expect((await ask('GET', changes)).body.changes).toEqual(told);
  expect(await readdir(folder)).toEqual(['event.usher']);

  await restoreEvent(steps.pool, await openArchive(file));
  await eventually(async () => (await answersTo(paths)).every((answer) => !answer.startsWith('410')));
  expect(await answersTo(paths)).toEqual(before);
  const head = Math.max(...told.map(({ sequence }: { sequence: number }) => sequence));
  succeeded(await calls.book('unblock', bookingOf([seat(12)])));
  await feedSettled(service);
  const after = (await ask('GET', changes)).body.changes;
  expect(after.slice(0, told.length)).toEqual(told);
  expect(after.at(-1).sequence).toBeGreaterThan(head);
  await expect(restoreEvent(steps.pool, await openArchive(file))).rejects.toThrow(/is there/);
});

test('an event stays while it is not over', async () => {
  await expect(moveToArchive(steps, eventNumber, file)).rejects.toThrow(/ends at 2027-05-01T22:00:00/);
  // Local midnight of 1 January has passed in UTC, and not yet in every time zone.
  await setDates('2026-12-31T23:00:00');
  await expect(moveToArchive(steps, eventNumber, file)).rejects.toThrow(/every time zone/);
  await setDates();
  const holding = await calls.open([seat(0)]);
  await service.parts.router.settle([eventNumber]);
  await expect(moveToArchive(steps, eventNumber, file)).rejects.toThrow(/a session, a lock or a queue/);
  expect(await readdir(folder)).toEqual([]);
  succeeded(await calls.checkout(holding));
  await service.parts.router.settle([eventNumber]);
  await expect(moveToArchive(steps, eventNumber, file)).rejects.toThrow(/a session, a lock or a queue/);
  // Its file can be written at any time.
  await writeArchive(steps, eventNumber, file);
  expect((await verify(file)).findings).toEqual([]);
});

test('a damaged file is refused, whatever is damaged', async () => {
  await sell();
  await writeArchive(steps, eventNumber, file);
  const whole = await readFile(file);
  const damaged = async (bytes: Uint8Array): Promise<string> => {
    const path = join(folder, 'damaged.usher');
    await writeFile(path, bytes);
    return verify(path).then(
      ({ findings }) => findings.join('\n'),
      (error: Error) => error.message,
    );
  };
  const flipped = (at: number): Uint8Array => {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] as number) ^ 1;
    return bytes;
  };
  expect(await damaged(flipped(0))).toMatch(/no archive/);
  expect(await damaged(Buffer.from('usher-archive 2\nwhat a later version writes, of any length'))).toMatch(
    /version 2/,
  );
  for (const at of [16, 20, 100, whole.length >> 1, whole.length - 33, whole.length - 32, whole.length - 1]) {
    expect(await damaged(flipped(at))).toMatch(/the digest is wrong/);
  }
  expect(await damaged(whole.subarray(0, -1))).toMatch(/the digest is wrong/);
  expect(await damaged(Buffer.concat([whole, Buffer.from([0])]))).toMatch(/the digest is wrong/);
  expect(await damaged(whole.subarray(0, 20))).toMatch(/cut off/);
  expect(await damaged(Buffer.alloc(0))).toMatch(/no archive/);
});

test('a file with a fitting digest is refused when it contradicts itself', async () => {
  await sell();
  await writeArchive(steps, eventNumber, file);
  const told = async (change: (text: string) => string): Promise<string> =>
    verify(await rewritten(change)).then(
      ({ findings }) => findings.join('\n'),
      (error: Error) => error.message,
    );
  expect(await told((text) => text.replace(/^.*"seat":0,.*\n/m, ''))).toMatch(/has \d+ rows of \d+ bytes, not/);
  expect(await told((text) => text.replace(/# end.*\n/, ''))).toMatch(/no end/);
  expect(await told((text) => `${text}# part {"name":"journal"}\n`)).toMatch(/goes on after its end/);
  expect(await told((text) => text.slice(0, -5))).toMatch(/middle of a line/);
  expect(await told((text) => text.replace('# event', '# show'))).toMatch(/does not begin with its event/);
  expect(await told((text) => text.replace('"parts":18', '"parts":19'))).toMatch(/18 parts, not 19/);
  // Same length, other content.
  expect(await told((text) => text.replace('"state":"CONFIRMED"', '"state":"CANCELLED"'))).toMatch(
    /session \d+ differs/,
  );
  expect(await told((text) => text.replace(/"seat":0,"state":"SOLD"/, '"seat":5,"state":"SOLD"'))).toMatch(
    /seat 5 is SOLD/,
  );
  expect(await told((text) => text.replace('"format":1', '"format":9'))).toMatch(/format 9/);
  expect(await told((text) => text.replace(/"seq":4,/, '"seq":5,'))).toMatch(/record 5 cannot be replayed/);
});

test('a file goes back only to its own organization, on its own layout', async () => {
  await setDates();
  await sell();
  await moveToArchive(steps, eventNumber, file);
  const { pool } = steps;
  const restored = async (change: (text: string) => string): Promise<void> =>
    restoreEvent(pool, await openArchive(await rewritten(change)));
  const tenant = service.catalog.tenant.id;
  await pool.query(sql.unsafe`update tenant set masked_id = 'x' || masked_id where id = ${tenant}`);
  await expect(restoreEvent(pool, await openArchive(file))).rejects.toThrow(/has no organization \d+ of the tenant/);
  await pool.query(sql.unsafe`update tenant set masked_id = substr(masked_id, 2) where id = ${tenant}`);
  await expect(restored((text) => text.replace('"layoutVersion":0', '"layoutVersion":7'))).rejects.toThrow(/version 7/);
  await expect(restored((text) => text.replace('"cart_size"', '"cart_sise"'))).rejects.toThrow(/no column cart_sise/);
  // The failed attempts have left rows that nothing shows; the next one begins anew.
  await restoreEvent(pool, await openArchive(file));
  expect((await calls.assignments()).seatsOnEvent[0].state).toBe('SOLD');
});

test('the node that archives an event knows it before a notification comes', async () => {
  await setDates();
  const node = await service.restart();
  const { notifications } = node.parts.persistence;
  await notifications.stop();
  const list = () => node.call('GET', reads('')[3] as string, { key: service.catalog.organization.token });
  succeeded(await list());
  await moveToArchive({ ...steps, notifications }, eventNumber, file);
  expect(outcomeOf(await list())).toBe('410 EVENT_ARCHIVED');
  await node.stop();
});

test('old events go to the folder by themselves, also after an interruption at any step', async () => {
  await setDates();
  await sell();
  const { now } = steps;
  const archiverAfter = (days: number, more: Partial<ArchivalSteps> = {}): Archiver =>
    new Archiver({ ...steps, now: () => now() + days * dayMs, ...more, folder, afterDays: 30, log: quiet });
  await archiverAfter(29).archiveAll();
  expect(await readdir(folder)).toEqual([]);
  // A crash has left half a file, another one a whole file of an event that has changed since.
  const target = join(folder, `${show.eventId}.usher`);
  await writeArchive(steps, eventNumber, target);
  await writeFile(`${target}.part`, 'half');
  succeeded(await calls.book('unblock', bookingOf([seat(12)])));
  await service.parts.router.settle([eventNumber]);
  const dying = (number: number): Promise<void> =>
    number === eventNumber ? Promise.reject(new Error('the node dies')) : steps.forget(number);
  await archiverAfter(31, { forget: dying }).archiveAll();
  expect((await rowsLeft()).journal).toBeGreaterThan(0);
  expect(outcomeOf(await ask('GET', `/api/private/v2.0/events/${show.eventId}`))).toBe('410 EVENT_ARCHIVED');
  // The next start of any node finishes the removal.
  const next = await service.restart();
  await eventually(async () => (await rowsLeft()).journal === 0);
  await next.stop();
  expect(await readdir(folder)).toContain(`${show.eventId}.usher`);
  expect((await readdir(folder)).filter((name) => !name.endsWith('.usher'))).toEqual([]);
  const archive = await openArchive(target);
  const records = [];
  for await (const { seq } of archive.records()) records.push(seq);
  expect(records).toEqual(Array.from({ length: archive.heading.headSeq }, (_, place) => place + 1));
});

test('an archive of 100,000 seats is read and written in pieces', async () => {
  const sections = Array.from({ length: 20 }, (_, nth) => ({
    name: `Block ${nth}`,
    rows: Array.from({ length: 50 }, (_, row) => ({ name: `${row}`, seatCount: 100 })),
  }));
  const schema = succeeded(await ask('POST', '/api/private/v2.0/schemas/', { name: 'Arena', sections })).body;
  const dates = { start: '2026-12-01T19:30:00', endDate: '2026-12-01T22:00:00' };
  const event = succeeded(
    await ask('POST', '/api/private/v2.0/events/', { name: 'Arena', schemaId: schema.id, ...dates }),
  );
  const number = (await findNamed(steps.pool, event.body.id))?.number ?? 0;
  await writeEventArchive(steps.pool, number, file);
  let [rows, longest] = [0, 0];
  for await (const { text } of (await openArchive(file)).rows()) {
    rows += 1;
    longest = Math.max(longest, text.length);
  }
  expect(rows).toBeGreaterThan(100_000);
  // At most a thousand rows are in memory, and none grows with the number of seats.
  expect(longest).toBeLessThan(20_000);
  expect((await verify(file)).findings).toEqual([]);
});
