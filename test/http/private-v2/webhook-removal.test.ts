/** Webhooks and organizations that are deleted while requests to their receivers are in flight. */
import { sql } from 'slonik';
import { eventually } from '../../support/eventually.ts';
import { feedSettled } from '../../support/feed-calls.ts';
import { answer, type Receiver, startReceiver } from '../../support/receiver.ts';
import { openPricedShow, type Show, startTestService, type TestService } from '../../support/service.ts';
import { bookingOf, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { webhookCalls } from '../../support/webhook-calls.ts';

let service: TestService;
let show: Show;
let receiver: Receiver;
/** Answers of the receiver that are held back. */
let held: (() => void)[];
let webhookId: number;
let taken: number;

beforeEach(async () => {
  service = await startTestService({ WEBHOOKS_ALLOW_PRIVATE: '1' });
  show = await openPricedShow(service, {
    name: 'Hall',
    sections: [{ name: 'A', rows: [{ name: '1', seatCount: 20 }] }],
  });
  held = [];
  taken = 0;
  receiver = await startReceiver((response) => void held.push(() => response.writeHead(500).end()));
  webhookId = (await webhookCalls(service).create(receiver.url, ['booking.locked'])).id;
});

afterEach(async () => {
  await service.close();
  await receiver[Symbol.asyncDispose]();
});

/** A change for each seat. */
async function lock(count: number): Promise<void> {
  const sessions = sessionCalls(service, show);
  for (const seat of show.seats.slice(taken, taken + count)) succeeded(await sessions.book('lock', bookingOf([seat])));
  taken += count;
  await feedSettled(service);
}

/** The receiver answers what it holds back once the webhook is known to be gone, and then everything at once. */
async function release(): Promise<void> {
  await eventually(() =>
    service.catalog.pool.oneFirst(sql.unsafe`select not exists (select from webhook where enabled)`),
  );
  receiver.reply = answer(500);
  for (const send of held) send();
}

async function expectEnd(): Promise<void> {
  await eventually(async () => (await service.metric('usher_webhooks')) === 0);
  expect(await rowsLeft()).toEqual(nothing);
}

const rowsLeft = () =>
  service.catalog.pool.one(sql.unsafe`
    select (select count(*) from webhook) as webhooks, (select count(*) from webhook_position) as cursors,
      (select count(*) from webhook_delivery) as deliveries,
      (select count(*) from webhook_retries.job where name like 'webhook-%') as jobs
  `);

const nothing = { webhooks: 0, cursors: 0, deliveries: 0, jobs: 0 };

test('a webhook that is deleted while requests are in flight leaves nothing', async () => {
  await lock(8);
  await receiver.seen((requests) => requests.length === 4);
  const deleted = service.call('DELETE', `/api/private/v2.0/webhooks/${webhookId}`, {
    key: service.catalog.organization.token,
  });
  await release();
  expect((await deleted).status).toBe(204);
  await expectEnd();
  const sent = receiver.requests.length;
  await lock(2);
  expect(receiver.requests.length).toBe(sent);
});

test('an organization that is deleted while requests are in flight and others are planned leaves nothing', async () => {
  receiver.reply = answer(500);
  await lock(2);
  await eventually(async () => ((await rowsLeft()) as { jobs: number }).jobs === 2);
  receiver.reply = (response) => void held.push(() => response.writeHead(500).end());
  const sent = receiver.requests.length;
  await lock(8);
  await receiver.seen((requests) => requests.length > sent);
  const { tenant, organization } = service.catalog;
  const path = `/api/private/management/v2.0/organizations/${organization.id}`;
  const deleted = service.call('DELETE', path, { key: tenant.key });
  await release();
  expect((await deleted).status).toBe(204);
  await expectEnd();
});
