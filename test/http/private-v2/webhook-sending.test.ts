/** Webhooks end to end: what an organization's receiver is sent, how it is signed, and what a failure leads to. */
import type { ServerResponse } from 'node:http';
import { sql } from 'slonik';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../../support/eventually.ts';
import { feedSettled } from '../../support/feed-calls.ts';
import { accept, answer, type Received, startReceiver, stayDumb } from '../../support/receiver.ts';
import { openPricedShow, type Show, startTestService, type TestService } from '../../support/service.ts';
import { bookingOf, outcomeOf, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { type Delivery, letTimePass, webhookCalls } from '../../support/webhook-calls.ts';

let service: TestService;
let show: Show;
let calls: ReturnType<typeof webhookCalls>;
let seat = 0;

beforeAll(async () => {
  service = await startTestService({ WEBHOOKS_ALLOW_PRIVATE: '1' });
  const rows = Array.from({ length: 40 }, (_, at) => ({ name: String(at + 1), seatCount: 10 }));
  show = await openPricedShow(service, { name: 'Hall', sections: [{ name: 'Stalls', rows }] });
  calls = webhookCalls(service);
});

afterAll(() => service.close());

/** Its digits, and the order of its members, are lost when it is parsed. */
const properties = '{"order":12345678901234567890,"fee":1.50,"10":1,"9":2}';

/** Sells the seat and returns the session's id. */
async function paidFor(wanted: number): Promise<string> {
  const sessions = sessionCalls(service, show);
  const id = await sessions.open([wanted]);
  succeeded(await sessions.checkout(id));
  succeeded(await sessions.confirm(id, `{"reference":"R-${id}","properties":${properties}}`));
  return id;
}

/** Sells one seat, waits until the feed shows it, and returns the session's id. */
async function confirmOne(): Promise<string> {
  const id = await paidFor(show.seats[seat++] as number);
  await feedSettled(service);
  return id;
}

test('a confirmed session is sent once, signed, with the id of its change', async () => {
  await using receiver = await startReceiver();
  const { id, secret } = await calls.create(receiver.url, ['session.confirmed']);
  const session = await confirmOne();
  await receiver.seen((requests) => requests.length > 0);
  const [request] = receiver.requests;
  const at = new Date(Number(request?.headers['webhook-timestamp']) * 1000);
  expect(request?.headers['webhook-signature']).toBe(
    new Webhook(secret).sign(request?.id ?? '', at, request?.text ?? ''),
  );
  expect(Math.abs(at.getTime() - service.clock.now())).toBeLessThan(2000);
  expect(request?.headers['content-type']).toBe('application/json');
  expect(request?.body).toMatchObject({ id: request?.id, type: 'session.confirmed', eventId: show.eventId });
  expect(request?.body.data).toMatchObject({ id: session, state: 'CONFIRMED' });
  expect(request?.text).toContain(`"properties":${properties}`);
  expect(Date.parse(String(request?.body.timestamp))).toBeLessThanOrEqual(service.clock.now());
  const delivery = await calls.deliveryWhen(id, ({ state }) => state === 'DELIVERED');
  expect(delivery).toMatchObject({ changeId: request?.id, attempts: 1, lastStatus: 204, nextAttemptAt: null });
  await calls.call('DELETE', String(id));
});

test('a failed delivery is repeated by the schedule with the same id and body, then it is dead', async () => {
  await using receiver = await startReceiver(answer(500));
  const { id } = await calls.create(receiver.url, ['session.confirmed']);
  await confirmOne();
  const seconds = [5, 30, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400];
  for (const [at, delay] of seconds.entries()) {
    const pending = await calls.deliveryWhen(id, ({ attempts }) => attempts === at + 1);
    expect(pending).toMatchObject({ state: 'PENDING', lastStatus: 500, lastError: 'answered 500' });
    expect(Date.parse(pending.nextAttemptAt ?? '')).toBe(service.clock.now() + delay * 1000);
    await letTimePass(service, delay * 1000 - 1);
    await letTimePass(service, 1);
  }
  const dead = await calls.deliveryWhen(id, ({ state }) => state === 'DEAD');
  expect(dead).toMatchObject({ attempts: 11, nextAttemptAt: null });
  expect(receiver.requests.length).toBe(11);
  expect(new Set(receiver.requests.map(({ id: sent, text }) => `${sent} ${text}`)).size).toBe(1);
  receiver.reply = accept;
  await calls.call('POST', `${id}/deliveries/${dead.id}/redeliver`);
  await eventually(async () => {
    await letTimePass(service, 1000);
    return receiver.requests.length === 12;
  });
  await calls.deliveryWhen(id, ({ state, attempts }) => state === 'DELIVERED' && attempts === 1);
  expect(receiver.requests.length).toBe(12);
  await calls.call('DELETE', String(id));
});

test('every attempt has the trace of the call that made the change, and the feed does not show it', async () => {
  await using receiver = await startReceiver(answer(500));
  const { id } = await calls.create(receiver.url, ['booking.sold']);
  const key = service.catalog.organization.token;
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const path = `/api/private/v2.0/booking/directsale?eventId=${show.eventId}`;
  const body = bookingOf([show.seats[seat++]]);
  succeeded(await service.call('POST', path, { key, body, headers: { traceparent } }));
  await feedSettled(service);
  await calls.deliveryWhen(id, ({ state, attempts }) => state === 'PENDING' && attempts === 1);
  receiver.reply = accept;
  await eventually(async () => {
    await letTimePass(service, 1000);
    return receiver.requests.length === 2;
  });
  expect(receiver.requests.map(({ headers }) => headers.traceparent)).toEqual([traceparent, traceparent]);
  const feed = succeeded(await service.call('GET', '/api/private/v2.0/changes/?after=start&limit=1000', { key }));
  expect(JSON.stringify(feed.body)).toContain(receiver.requests[0]?.id);
  expect(JSON.stringify(feed.body)).not.toContain('4bf92f3577b34da6a3ce929d0e0e4736');
  await calls.call('DELETE', String(id));
});

test('410 disables the webhook and drops its pending deliveries; once enabled it gets the changes from then on', async () => {
  await using receiver = await startReceiver(answer(500));
  const { id, url } = await calls.create(receiver.url, ['session.confirmed']);
  await confirmOne();
  const pending = await calls.deliveryWhen(id, ({ state }) => state === 'PENDING');
  receiver.reply = answer(410);
  await confirmOne();
  const gone = await calls.deliveryWhen(id, ({ state, lastStatus }) => state === 'DEAD' && lastStatus === 410);
  expect(gone).toMatchObject({ attempts: 1, nextAttemptAt: null });
  const ended = await calls.deliveryWhen(id, (one) => one.id === pending.id && one.state === 'DEAD');
  expect(ended.lastError).toBe('the webhook was disabled');
  expect((await calls.call('GET', String(id))).enabled).toBe(false);
  expect(await service.metric('usher_webhooks_disabled_total')).toBe(1);
  const key = service.catalog.organization.token;
  const refused = await service.call('POST', `/api/private/v2.0/webhooks/${id}/deliveries/${gone.id}/redeliver`, {
    key,
  });
  expect(outcomeOf(refused)).toBe('409 DATA_INTEGRITY_VIOLATION');
  await confirmOne();
  receiver.reply = accept;
  await calls.call('PUT', String(id), { url, types: ['session.confirmed'], enabled: true });
  const session = await confirmOne();
  await receiver.seen((requests) => requests.length === 3);
  expect(receiver.requests[2]?.body.data.id).toBe(session);
  await calls.call('DELETE', String(id));
});

test('410 ends what waits to be sent as well', async () => {
  const held: (() => void)[] = [];
  await using receiver = await startReceiver((response) => void held.push(() => response.writeHead(410).end()));
  const { id } = await calls.create(receiver.url, ['session.confirmed']);
  await Promise.all(show.seats.slice(seat, seat + 12).map(paidFor));
  seat += 12;
  await feedSettled(service);
  await receiver.seen((requests) => requests.length === 4);
  for (const release of held) release();
  const ended = await eventually(async () => {
    const found: Delivery[] = await calls.deliveries(id, '?size=50');
    return found.length > 4 ? found : null;
  });
  expect((await calls.call('GET', String(id))).enabled).toBe(false);
  expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(['DEAD']));
  const unsent = ended.filter(({ lastStatus }) => lastStatus === null);
  expect(unsent.length).toBe(ended.length - 4);
  for (const { attempts, lastError } of unsent) expect([attempts, lastError]).toEqual([0, 'the webhook was disabled']);
  expect(receiver.requests.length).toBe(4);
  await calls.call('DELETE', String(id));
});

test('for a day after a rotation both secrets sign, then only the new one', async () => {
  await using receiver = await startReceiver();
  const { id, secret } = await calls.create(receiver.url, ['session.confirmed']);
  const { secret: fresh } = await calls.call('POST', `${id}/rotate`);
  for (const [hours, secrets] of [
    [0, [fresh, secret]],
    [24, [fresh]],
  ] as const) {
    service.clock.leap(hours * 3_600_000);
    const nth = receiver.requests.length;
    await calls.call('POST', `${id}/test`);
    const { id: sent, headers, text } = receiver.requests[nth] as Received;
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(headers['webhook-signature']).toBe(secrets.map((one) => new Webhook(one).sign(sent, at, text)).join(' '));
  }
  await calls.call('DELETE', String(id));
});

test('receivers that never answer delay no other', async () => {
  await using dumb = await startReceiver(stayDumb);
  await using quick = await startReceiver();
  const ids: number[] = [];
  for (let count = 0; count < 8; count++) ids.push((await calls.create(dumb.url, ['session.confirmed'])).id);
  ids.push((await calls.create(quick.url, ['session.confirmed'])).id);
  const changes = 24;
  for (let count = 0; count < changes; count++) await confirmOne();
  await quick.seen((requests) => requests.length === changes);
  // In one queue for all, the last change would come behind those that the others were sent before it.
  expect(dumb.requests.length).toBeLessThan(8 * (changes / 2));
  await dumb.seen((requests) => requests.length >= 8);
  for (const id of ids) await calls.call('DELETE', String(id));
});

test('tests of one organization leave room for those of others', async () => {
  const held: ServerResponse[] = [];
  await using slow = await startReceiver((response) => void held.push(response));
  await using quick = await startReceiver();
  const { id } = await calls.create(slow.url, ['event.deleted']);
  const { token: key } = service.catalog.organization;
  const refused: string[] = [];
  const sent = Array.from({ length: 40 }, async () => {
    const tested = await service.call('POST', `/api/private/v2.0/webhooks/${id}/test`, { key });
    if (tested.status !== 200) refused.push(outcomeOf(tested));
    return tested.status;
  });
  await eventually(() => refused.length === 36);
  expect(new Set(refused)).toEqual(new Set(['503 UNAVAILABLE']));
  const others = webhookCalls(service, service.catalog.other.token);
  const theirs = await others.create(quick.url, ['event.deleted']);
  expect(await others.call('POST', `${theirs.id}/test`)).toMatchObject({ delivered: true });
  slow.reply = accept;
  for (const response of held) response.writeHead(204).end();
  expect((await Promise.all(sent)).filter((status) => status === 200)).toHaveLength(4);
  await calls.call('DELETE', String(id));
  await others.call('DELETE', String(theirs.id));
});

test('changes made while no service ran are sent by the next one, and unrecorded attempts are repeated', async () => {
  await using receiver = await startReceiver();
  const { id } = await calls.create(receiver.url, ['session.confirmed']);
  const first = await confirmOne();
  await calls.deliveryWhen(id, ({ state }) => state === 'DELIVERED');
  // As if the node had been killed after its request and before its record.
  const { pool } = service.catalog;
  const readFrom = String(
    await pool.oneFirst(sql.unsafe`select read_from from webhook_delivery where webhook_id = ${id}`),
  );
  await pool.query(sql.unsafe`delete from webhook_delivery where webhook_id = ${id}`);
  await pool.query(sql.unsafe`update webhook_position set cursor = ${readFrom} where webhook_id = ${id}`);
  await service.stop();
  service = await service.restart();
  calls = webhookCalls(service);
  await receiver.seen((requests) => requests.length === 2);
  expect(receiver.requests.map(({ body }) => body.data.id)).toEqual([first, first]);
  expect(receiver.requests[1]?.id).toBe(receiver.requests[0]?.id);
  const second = await confirmOne();
  await receiver.seen((requests) => requests.some(({ body }) => body.data.id === second));
  await calls.call('DELETE', String(id));
});

test('a webhook that is deleted loses its pending jobs and deliveries', async () => {
  await using receiver = await startReceiver(answer(500));
  const { id } = await calls.create(receiver.url, ['session.confirmed']);
  await confirmOne();
  await calls.deliveryWhen(id, ({ state }) => state === 'PENDING');
  await calls.call('DELETE', String(id));
  const { pool } = service.catalog;
  const left = await pool.one(sql.unsafe`
    select (select count(*) from webhook_retries.job where name = ${`webhook-${id}`}) as jobs,
      (select count(*) from webhook_delivery where webhook_id = ${id}) as deliveries
  `);
  expect(left).toEqual({ jobs: 0, deliveries: 0 });
});

test('two nodes that both send for a webhook record each change once, and both use its id', async () => {
  await using receiver = await startReceiver();
  const { id } = await calls.create(receiver.url, ['session.confirmed']);
  await service.restart();
  const sessions = [await confirmOne(), await confirmOne()];
  await receiver.seen((requests) => new Set(requests.map(({ body }) => body.data.id)).size === 2);
  await eventually(async () => (await calls.deliveries(id)).length === 2);
  for (const session of sessions) {
    const sent = receiver.requests.filter(({ body }) => body.data.id === session);
    expect(new Set(sent.map((request) => request.id)).size).toBe(1);
  }
  await calls.call('DELETE', String(id));
});
