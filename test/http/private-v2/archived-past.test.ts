/**
 * The past of an event whose rows are in an archive: each moment, and the history of each seat and area, is told as it was told before,
 * and a file that is gone or another one is answered in plain words.
 */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'slonik';
import { moveToArchive, writeArchive } from '#workflows/event-archival.ts';
import { errorsOf } from '../../support/answers.ts';
import { ask, calls, floor, gallery, seat, service, show, useHall } from '../../support/hall.ts';
import { eventNumber, seen, step } from '../../support/random-hall.ts';
import { SeededRandom } from '../../support/seeded-random.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

useHall();

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usher-past-'));
  file = join(folder, 'event.usher');
});

afterEach(() => rm(folder, { recursive: true }));

const event = (path: string, key?: string) =>
  ask('GET', `/api/private/v2.0/events/${show.eventId}/${path}`, undefined, key);

const settled = async (withSnapshot = false) => service.parts.router.settle([await eventNumber()], withSnapshot);

/** The show was before the clock of the tests, and nothing in it has a deadline any more. */
async function archive(): Promise<void> {
  const { eventId: id, schemaId } = show;
  const dates = { start: '2026-12-01T19:30:00', endDate: '2026-12-01T22:00:00' };
  succeeded(await ask('PUT', '/api/private/v2.0/events/', { id, name: 'Show', schemaId, ...dates }));
  const { pool } = service.catalog;
  const { persistence, router } = service.parts;
  const steps = {
    pool,
    notifications: persistence.notifications,
    settle: (numbers: readonly number[]) => router.settle(numbers),
    forget: (number: number) => router.forget(number),
    now: () => service.clock.now(),
  };
  await moveToArchive(steps, await eventNumber(), file);
}

/** Everything that can be told of the event: the answers of all moments, and all pages of all histories. */
async function everything(sequences: readonly number[], times: readonly number[]): Promise<string[]> {
  const moments = [
    ...sequences.map((sequence) => `at/?sequence=${sequence}`),
    ...times.map((time) => `at/?time=${new Date(time).toISOString()}`),
  ];
  const told: string[] = [];
  for (const path of moments) told.push(`${path} ${JSON.stringify((await event(path)).body)}`);
  const places = [
    ...Array.from({ length: 18 }, (_, index) => `seats/${seat(index)}`),
    ...[floor, gallery].map((id) => `areas/${id}`),
  ];
  for (const place of places) {
    for (let after: string | null = ''; after !== null; ) {
      const path: string = `${place}/history/?limit=3${after}`;
      const { body } = await event(path);
      told.push(`${path} ${JSON.stringify(body)}`);
      after = body.next == null ? null : `&after=${body.next}`;
    }
  }
  return told.map((line) => line.replace(/"(?:timestamp|requestId)":"[^"]*",?/g, ''));
}

test.each([
  ['without a snapshot', [], null],
  ['with snapshots on the way', [30, 60], null],
  ['with a snapshot of its end', [30, 90], null],
  ['whose first records were trimmed', [40], 8],
] as const)('a random sale %s is told from its archive as before', async (name, snapshots, keptFrom) => {
  const random = new SeededRandom(name.length);
  const open = [await calls.open()];
  const times: number[] = [];
  for (let count = 1; count <= 90; count++) {
    await step(random, open);
    times.push(service.clock.now());
    if ((snapshots as readonly number[]).includes(count)) await settled(true);
  }
  service.clock.advance(24 * 3_600_000);
  await settled();
  if (keptFrom !== null) {
    const trimmed = sql.unsafe`delete from journal where event_number = ${await eventNumber()} and seq < ${keptFrom}`;
    await service.catalog.pool.query(trimmed);
  }
  const { sequence: last } = await seen();
  expect(last).toBeGreaterThan(20);
  const sequences = Array.from({ length: last }, (_, place) => place + 1);
  const before = await everything(sequences, times);
  await archive();
  expect(outcomeOf(await event(''))).toBe('410 EVENT_ARCHIVED');
  expect(await everything(sequences, times)).toEqual(before);
});

test('questions that cannot be answered are refused from an archive as before', async () => {
  service.clock.advance(10_000);
  await settled();
  const { sequence } = await seen();
  const asked = async () => [
    errorsOf(await event(`at/?sequence=${sequence + 50}`)),
    errorsOf(await event('at/?time=1999-01-01T00:00:00Z')),
    outcomeOf(await event(`at/?sequence=1`, service.catalog.other.token)),
    outcomeOf(await event('seats/999999999/history/')),
    outcomeOf(await event('areas/999999999/history/')),
    outcomeOf(await event('seats/nine/history/')),
    outcomeOf(await event(`seats/${seat(0)}/history/`, service.catalog.other.token)),
  ];
  const before = await asked();
  await archive();
  expect(await asked()).toEqual(before);
  expect(before).toEqual([
    ['sequence MAX'],
    ['time MIN'],
    '404 ENTITY_NOT_FOUND',
    '404 ENTITY_NOT_FOUND',
    '404 ENTITY_NOT_FOUND',
    '400 VALIDATION_FAILED',
    '404 ENTITY_NOT_FOUND',
  ]);
});

test('a file that is gone, damaged, or another one is told in words, and costs nothing else', async () => {
  await writeArchive(
    { pool: service.catalog.pool, settle: (numbers) => service.parts.router.settle(numbers) },
    await eventNumber(),
    join(folder, 'earlier.usher'),
  );
  await archive();
  const told = async (): Promise<string[]> => {
    const answers = [await event('at/'), await event(`seats/${seat(0)}/history/`)];
    return answers.map((answer) => `${outcomeOf(answer)} ${answer.body.detail}`);
  };
  const refusal = (reason: string): string[] =>
    Array(2).fill(`410 EVENT_ARCHIVED The event is over, and its archive cannot be read: ${reason}.`);
  await rename(file, `${file}.away`);
  expect(await told()).toEqual(refusal('the file is not in its place'));
  await writeFile(file, 'usher');
  expect(await told()).toEqual(refusal('the file is no archive of an event'));
  await rename(join(folder, 'earlier.usher'), file);
  expect(await told()).toEqual(refusal('the file is not the one that was written'));
  await rename(`${file}.away`, file);
  expect(outcomeOf(await event('at/'))).toBe('200');
});

test('an organization reads one past at a time, also from archives', async () => {
  await archive();
  const { pool, organization } = service.catalog;
  await pool.transaction(async (transaction) => {
    await transaction.query(sql.unsafe`
      select pg_advisory_xact_lock('event_history'::regclass::oid::int, hashint8(${organization.id}))
    `);
    const refused = await event(`seats/${seat(0)}/history/`);
    expect([outcomeOf(refused), refused.headers.get('retry-after')]).toEqual(['503 UNAVAILABLE', '2']);
  });
  expect(outcomeOf(await event(`seats/${seat(0)}/history/`))).toBe('200');
});
