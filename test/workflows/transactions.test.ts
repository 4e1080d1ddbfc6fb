/**
 * No operation asks, settles or unloads an event while its own transaction is open, nor while the transaction that
 * commits its changes with the record of its answer is.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { z } from 'zod';
import { CallRecords } from '#storage/catalog/call-records.ts';
import type { CallChanges } from '#storage/database/call-changes.ts';
import { onlyKey, Sealer } from '#storage/database/sealed.ts';
import { changeWhenPermitted } from '#workflows/permitted-change.ts';
import { secretKey } from '../support/catalog.ts';
import { type Editor, openEditor } from '../support/editor-calls.ts';
import { problemsOnly } from '../support/logs.ts';
import { openTestSeries } from '../support/series-calls.ts';
import {
  type Answer,
  applySettings,
  openPricedShow,
  type Show,
  startTestService,
  type TestService,
} from '../support/service.ts';
import { bookingOf, outcomeOf, rowsHall, sessionCalls, succeeded } from '../support/session-calls.ts';
import { type TransactionWatch, watchTransactions } from '../support/transaction-watch.ts';
import { lines, zoneCalls } from '../support/zone-calls.ts';

const v2 = '/api/private/v2.0';
const times = { start: '2027-05-01T19:30:00', endDate: '2027-05-01T22:00:00' };

let service: TestService;
let editor: Editor;
let watch: TransactionWatch;

beforeAll(async () => {
  service = await startTestService();
  watch = watchTransactions(service.parts);
  editor = await openEditor(service);
  await applySettings(service, {});
});

afterAll(() => service.close());

const once = () => ({ 'Idempotency-Key': randomUUID() });
const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
  service.call(method, `${v2}/${path}`, { key: service.catalog.organization.token, body, headers: once() });

const remove = (show: Show, seat: number | undefined, query = '') =>
  editor.ask('PUT', `/api/seatmap/${show.schemaId}/${query}`, { seats: [{ id: seat, toRemove: true }] }, once());

/** A call with a new key whose handler is the work. */
async function keyedCall(work: (changes: CallChanges) => Promise<unknown>): Promise<void> {
  const { pool } = service.parts.persistence;
  const records = new CallRecords({ pool, sealer: new Sealer(onlyKey(secretKey)), log: problemsOnly });
  const outcome = await records.claim('test', { keyHash: randomUUID(), bodyHash: 'body' });
  if (outcome.state !== 'claimed') throw new Error(outcome.state);
  await records.recordWith(outcome.claim, async (changes) => {
    await work(changes);
    return { result: null, status: 200, answer: '{}' };
  });
}

async function changeLayouts(): Promise<void> {
  const show = await openPricedShow(service, rowsHall);
  const calls = sessionCalls(service, show);
  succeeded(await calls.book('directsale', bookingOf([show.seats[0]])));
  expect(outcomeOf(await remove(show, show.seats[0]))).toBe('409 DATA_INTEGRITY_VIOLATION');
  succeeded(await remove(show, show.seats[1]));
  succeeded(await remove(show, show.seats[0], '?forceDelete=true'));
}

async function changeEvents(): Promise<void> {
  const [here, there] = [await openPricedShow(service, rowsHall), await openPricedShow(service, rowsHall)];
  const moved = succeeded(await ask('POST', 'events/', { name: 'Moved', ...times, schemaId: here.schemaId })).body;
  succeeded(await ask('PUT', 'events/', { ...moved, ...times, schemaId: there.schemaId }));
  succeeded(await ask('POST', `events/${moved.id}/status`, { status: 'ARCHIVED' }));
  succeeded(await ask('DELETE', `events/${moved.id}`));
  const { privateKey } = service.catalog.organization;
  succeeded(
    await service.call('DELETE', `/api/private/v1.0/events/${there.eventId}`, { key: privateKey, headers: once() }),
  );
}

async function changeSeries(): Promise<void> {
  const run = await openTestSeries(service);
  const { eventId } = run.template;
  const made = succeeded(await ask('POST', 'series/', { name: 'Run', templateEventId: eventId, timeZone: 'UTC' })).body;
  for (const start of ['2027-07-01T20:00:00', '2027-07-01T20:00:00']) {
    succeeded(await ask('POST', `series/${made.id}/events/`, { start, end: start }));
  }
  succeeded(await ask('PUT', `series/${made.id}`, { templateEventId: eventId }));
}

async function priceZones(): Promise<void> {
  const show = await openPricedShow(service);
  const { make, assign } = zoneCalls(service, show);
  const [zone] = await make('All');
  await assign({ seats: lines(show.seats, zone) });
  const pricingZones = [{ objectId: zone, assignmentId: show.prices[0] }];
  succeeded(await ask('POST', `event/${show.eventId}/prices/assignments/`, { pricingZones }));
}

/** Deletes an organization with an event. */
async function deleteOrganization(): Promise<void> {
  const show = await openPricedShow(service);
  const { tenant, organization } = service.catalog;
  succeeded(await sessionCalls(service, show).create());
  const path = `/api/private/management/v2.0/organizations/${organization.id}`;
  succeeded(await service.call('DELETE', path, { key: tenant.key, headers: once() }));
}

test('a change of a call with a key that must be tried again gives up its transaction before it asks again', async () => {
  const show = await openPricedShow(service);
  const { pool } = service.catalog;
  const eventNumber = await pool.oneFirst(sql.type(z.object({ number: z.int() }))`
    select number from event where id = ${show.eventId}
  `);
  const name = () =>
    pool.oneFirst(sql.type(z.object({ name: z.string() }))`
    select name from event where number = ${eventNumber}
  `);
  let tries = 0;
  await keyedCall((changes) =>
    changeWhenPermitted(service.parts.router, changes, eventNumber, 'check-removal', async () => {
      tries++;
      const given = `try ${tries}`;
      await changes.query(sql.unsafe`update event set name = name || ${given} where number = ${eventNumber}`);
      return tries < 3 ? null : { outcome: 'done' };
    }),
  );
  expect([tries, (await name()).endsWith('try 3'), (await name()).includes('try 2')]).toEqual([3, true, false]);
  expect(watch.violations).toEqual([]);
});

test('layouts, events, series, zones and organizations change without a call to an event inside a transaction', async () => {
  await changeLayouts();
  await changeEvents();
  await changeSeries();
  await priceZones();
  await deleteOrganization();
  expect(watch.violations).toEqual([]);
  expect(watch.seen.keyed).toBeGreaterThan(8);
  expect(watch.seen.transaction).toBeGreaterThan(15);
  expect(watch.seen.ask).toBeGreaterThan(15);
  expect([watch.seen.settle, watch.seen.forget].every((count) => count >= 2)).toBe(true);
});

test('the watch notices a call to an event inside a transaction', async () => {
  const { persistence, router } = service.parts;
  await persistence.pool.transaction(async () => {
    await router.ask(4_000_000, { kind: 'read-sequence' });
    await router.settle([]);
  });
  expect(watch.violations.splice(0)).toEqual(['ask "read-sequence"', 'settle []']);
});

test('the watch notices a call to an event between the first change of a call with a key and its commit', async () => {
  const { router } = service.parts;
  const read = (eventNumber: number) => router.ask(eventNumber, { kind: 'read-sequence' });
  await keyedCall(async (changes) => {
    await read(4_000_001);
    await changes.query(sql.unsafe`delete from venue where id = 0`);
    await router.forget(4_000_002);
    await changes.undo();
    await read(4_000_003);
    await changes.query(sql.unsafe`delete from venue where id = 0`);
    await changes.afterCommit(async () => void (await read(4_000_004)));
    await router.settle([]);
  });
  expect(watch.violations.splice(0)).toEqual(['forget 4000002', 'settle []']);
});
