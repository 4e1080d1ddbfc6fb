/**
 * Forgetting persons over HTTP: what names one is found nowhere in the database afterwards, what names others is left, the
 * event goes on, and its journal leads to what its tables say. Also who may ask for what.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { idempotencyOf } from '#http/pipeline/keyed-call.ts';
import type { Route } from '#http/pipeline/route.ts';
import { compareFeed } from '#storage/audit/fed-changes.ts';
import { compareProjection } from '#storage/audit/projected-event.ts';
import { changesColumns, changesOf, separator } from '#storage/feed/packed-changes.ts';
import { replayEvent } from '../../../bench/audit/replayed-event.ts';
import { tablesWith } from '../../support/database-text.ts';
import { erasurePath, requestErasure, whenErased } from '../../support/erasure-calls.ts';
import { feedSettled } from '../../support/feed-calls.ts';
import { answer, type Receiver, startReceiver } from '../../support/receiver.ts';
import { openPricedShow, type Show } from '../../support/service.ts';
import { outcomeOf, rowsHall, type SessionCalls, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { ask, service, useService } from '../../support/shared-service.ts';
import { webhookCalls } from '../../support/webhook-calls.ts';

const dayMs = 24 * 3_600_000;

useService({ WEBHOOKS_ALLOW_PRIVATE: '1', EVENT_IDLE_SECONDS: '1000000' });

let show: Show;
let calls: SessionCalls;
let receiver: Receiver;
let webhooks: ReturnType<typeof webhookCalls>;
let webhookId: number;
let sold = 0;

beforeAll(async () => {
  show = await openPricedShow(service, rowsHall);
  calls = sessionCalls(service, show);
  receiver = await startReceiver(answer(500));
  webhooks = webhookCalls(service);
  webhookId = (await webhooks.create(receiver.url)).id;
});

afterAll(async () => receiver[Symbol.asyncDispose]());

const pool = (): DatabasePool => service.catalog.pool;

/** A session that has bought a seat; its reference and its properties name this person. */
async function bought(person: string, headers: Record<string, string> = {}): Promise<string> {
  const id = await calls.open([show.seats[sold++] as number]);
  succeeded(await calls.checkout(id));
  const body = { reference: `order of ${person}`, properties: { name: person, street: `${person} lane` } };
  const key = service.catalog.organization.token;
  succeeded(await service.call('POST', `/api/private/v2.0/session/${id}/confirm`, { key, headers, body }));
  return id;
}

/** Everything that an event stores in the background is stored. */
async function settled(): Promise<void> {
  const numbers = await pool().anyFirst(sql.unsafe`select number from event`);
  await service.parts.router.settle(numbers as number[], true);
}

async function erased(body: object): Promise<Record<string, unknown>> {
  const { body: queued } = succeeded(await requestErasure(service, body));
  return whenErased(service, queued.id);
}

/** What the journal, as it is stored now, leads to is what the tables have. */
async function expectSoundJournal(): Promise<void> {
  await settled();
  const replayed = await replayEvent(pool(), show.eventId);
  expect(await compareProjection(pool(), replayed)).toEqual([]);
  expect(await compareFeed(pool(), show.eventId, replayed.changes, 'all')).toEqual([]);
}

test('a person is found nowhere after the erasure, and others are where they were', async () => {
  const once = { 'Idempotency-Key': 'the-confirm' };
  const session = await bought('Zanzibar', once);
  const other = await bought('Quillfeather');
  // Two more kinds of records, and a remembered refusal, that name the person.
  succeeded(await calls.replaceProperties(session, { name: 'Zanzibar', door: 4 }));
  succeeded(await calls.release(session));
  const again = await bought('Zanzibar');
  await settled();
  await webhooks.deliveryWhen(webhookId, ({ attempts }) => attempts > 0);
  const before = await tablesWith(pool(), 'Zanzibar');
  expect(Object.keys(before).sort()).toEqual(['feed_batch', 'journal', 'session_record', 'snapshot']);
  const others = Object.keys(await tablesWith(pool(), 'Quillfeather'));

  const done = await erased({ reference: 'order of Zanzibar' });
  expect(done).toMatchObject({ state: 'DONE', selects: 'REFERENCE', sessions: 2, error: null });
  expect(await tablesWith(pool(), 'Zanzibar')).toEqual({});
  expect(Object.keys(await tablesWith(pool(), 'Quillfeather'))).toEqual(others);

  for (const id of [session, again]) {
    expect((await calls.read(id)).body).toMatchObject({ erased: true, reference: null, properties: {} });
  }
  expect((await calls.read(again)).body).toMatchObject({
    state: 'CONFIRMED',
    cart: { seats: [{ id: expect.any(Number) }] },
  });
  expect((await calls.read(other)).body).toMatchObject({ reference: 'order of Quillfeather' });
  // A repeated call is answered as it was, and names nobody.
  const repeated = await service.call('POST', `/api/private/v2.0/session/${session}/confirm`, {
    key: service.catalog.organization.token,
    headers: once,
    body: { reference: 'order of Zanzibar', properties: { name: 'Zanzibar', street: 'Zanzibar lane' } },
  });
  expect(repeated).toMatchObject({ status: 200, body: { state: 'CONFIRMED', reference: null, properties: {} } });
  await feedSettled(service);
  const { changes: told } = succeeded(
    await ask('GET', '/api/private/v2.0/changes/?after=start&types=session.erased'),
  ).body;
  expect(told.map(({ data }: { data: { id: string } }) => data.id).sort()).toEqual([session, again].sort());
  await expectSoundJournal();
});

test('changes that a node of the release before has written as text are rewritten too', async () => {
  const session = await bought('Amaryllis');
  await settled();
  const rows = await pool().any(sql.type(z.object({ number: z.int(), ...changesColumns }))`
    select number, changes, packed from feed_batch where packed is not null
  `);
  for (const row of rows) {
    const text = changesOf(row).join(separator);
    await pool().query(sql.unsafe`update feed_batch set changes = ${text}, packed = null where number = ${row.number}`);
  }
  expect(await tablesWith(pool(), 'Amaryllis')).toMatchObject({ feed_batch: 1 });
  await erased({ sessionId: session });
  expect(await tablesWith(pool(), 'Amaryllis')).toEqual({});
  await expectSoundJournal();
});

test('the reference of an erased session is free, and the event goes on after a crash as before', async () => {
  const session = await bought('Mulberry');
  await erased({ sessionId: session });
  const successor = await bought('Mulberry');
  const restarted = await service.restart();
  const after = sessionCalls(restarted, show);
  expect((await after.read(session)).body).toMatchObject({ erased: true, reference: null, state: 'CONFIRMED' });
  expect((await after.read(successor)).body).toMatchObject({ reference: 'order of Mulberry' });
  expect(outcomeOf(await after.release(session))).toBe('200');
  expect(outcomeOf(await after.replaceProperties(successor, { name: 'later' }))).toBe('200');
  await restarted.stop();
});

test('what is said of a session after its erasure stays until the next one', async () => {
  const session = await bought('Hollyhock');
  await erased({ sessionId: session });
  succeeded(await calls.replaceProperties(session, { name: 'Marigold' }));
  expect(await erased({ reference: 'order of nobody' })).toMatchObject({ sessions: 0, records: 0, changes: 0 });
  expect((await calls.read(session)).body).toMatchObject({ erased: true, properties: { name: 'Marigold' } });
  expect(Object.keys(await tablesWith(pool(), 'Marigold'))).toContain('journal');
  await expectSoundJournal();
  await erased({ sessionId: session });
  expect(await tablesWith(pool(), 'Marigold')).toEqual({});
});

test('old sessions are forgotten by their last change, and younger ones are not', async () => {
  const old = await bought('Foxglove');
  service.clock.advance(3 * dayMs);
  const young = await bought('Larkspur');
  const live = await calls.open([show.seats[sold++] as number]);
  expect(await erased({ olderThanDays: 2 })).toMatchObject({ selects: 'AGE', olderThanDays: 2, state: 'DONE' });
  expect(await tablesWith(pool(), 'Foxglove')).toEqual({});
  expect((await calls.read(old)).body).toMatchObject({ erased: true });
  expect((await calls.read(young)).body).toMatchObject({ reference: 'order of Larkspur' });
  expect((await calls.read(live)).body).not.toHaveProperty('erased');
  await expectSoundJournal();
});

test('a live session names nobody yet, and is left alone', async () => {
  const live = await calls.open([show.seats[sold++] as number]);
  expect(await erased({ sessionId: live })).toMatchObject({ sessions: 0 });
  expect((await calls.read(live)).body).toMatchObject({ state: 'ACTIVE', cart: { seats: [{}] } });
});

test('a request that cannot be understood is refused, and another organization finds nothing', async () => {
  const session = await bought('Snapdragon');
  const invalid = [
    {},
    { sessionId: session, reference: 'x' },
    { olderThanDays: 0 },
    { olderThanDays: 1.5 },
    { reference: '' },
  ];
  for (const body of invalid) expect(outcomeOf(await requestErasure(service, body))).toBe('400 VALIDATION_FAILED');
  for (const sessionId of ['nothing', crypto.randomUUID()]) {
    expect(outcomeOf(await requestErasure(service, { sessionId }))).toBe('404 ENTITY_NOT_FOUND');
  }
  const foreign = service.catalog.other.token;
  expect(outcomeOf(await ask('POST', erasurePath, { sessionId: session }, foreign))).toBe('404 ENTITY_NOT_FOUND');
  const queued = succeeded(await ask('POST', erasurePath, { reference: 'order of Snapdragon' }, foreign)).body;
  expect(queued).toMatchObject({ state: 'CREATED', sessions: 0 });
  expect(queued).not.toHaveProperty('reference');
  expect(outcomeOf(await ask('GET', `${erasurePath}${queued.id}`))).toBe('404 ENTITY_NOT_FOUND');
  const listed = succeeded(await ask('GET', erasurePath, undefined, foreign)).body;
  expect(listed.content.map(({ id }: { id: string }) => id)).toEqual([queued.id]);
  expect((await calls.read(session)).body).toMatchObject({ reference: 'order of Snapdragon' });
});

test('a repeated request is one erasure', async () => {
  const session = await bought('Bellflower');
  const once = { 'Idempotency-Key': 'forget-Bellflower' };
  const first = succeeded(await requestErasure(service, { sessionId: session }, once));
  const second = succeeded(await requestErasure(service, { sessionId: session }, once));
  expect(second.body).toEqual(first.body);
  await whenErased(service, first.body.id);
});

test('no answer that is recorded outside of the events shows a session', () => {
  const recorded = service.routes.filter((route) => ['recorded', 'transaction'].includes(idempotencyOf(route) ?? ''));
  const shows = ({ responses }: Route): boolean =>
    Object.values(responses).some(({ schema }) => {
      return (
        schema !== undefined &&
        JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })).includes('"reference"')
      );
    });
  expect(recorded.length).toBeGreaterThan(20);
  expect(recorded.filter(shows).map(({ operationId }) => operationId)).toEqual([]);
  expect(service.routes.filter(shows).length).toBeGreaterThan(5);
});
