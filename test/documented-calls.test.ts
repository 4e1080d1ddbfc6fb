/** The shell examples of the pages on the feed, live maps and webhooks run as they are printed, at another address. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'slonik';
import { examplesOf, inPlaceOf, runExample } from './support/documentation.ts';
import { feedSettled } from './support/feed-calls.ts';
import { openPricedShow, type Show, startTestService, type TestService } from './support/service.ts';
import { rowsHall, type SessionCalls, sessionCalls, succeeded } from './support/session-calls.ts';

let service: TestService;
let show: Show;
let calls: SessionCalls;
let token: string;

beforeAll(async () => {
  service = await startTestService({ WEBHOOKS_ALLOW_PRIVATE: '1' });
  show = await openPricedShow(service, rowsHall);
  calls = sessionCalls(service, show);
  token = service.catalog.organization.token;
});

afterAll(() => service.close());

async function confirm(seat: number, reference: string): Promise<void> {
  const id = await calls.open([show.seats[seat] as number]);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, { reference }));
  await feedSettled(service);
}

test('the feed is read whole, followed by long polling, and followed by the stream', async () => {
  const [example = ''] = await examplesOf('docs/feed.md', 'sh');
  const text = inPlaceOf(example, { 'http://localhost:8080': service.url, 'your organization token': token });
  const [setting = '', ...parts] = text.split(/^# .*\n/m);
  expect(parts).toHaveLength(3);
  const [whole, follow, stream] = parts.map((part) => setting + part) as [string, string, string];
  await confirm(0, 'first');
  await using read = runExample(whole);
  expect(await read.ended).toBe(0);
  expect(JSON.parse(read.output()).changes.at(-1)).toMatchObject({ type: 'session.confirmed' });
  await using followed = runExample(follow);
  await using streamed = runExample(stream);
  await followed.printed('"first"');
  await streamed.printed('retry: ');
  await confirm(1, 'second');
  await followed.printed('"second"');
  await streamed.printed('event: session.confirmed');
  await streamed.printed('"reference":"second"');
  expect(streamed.output()).not.toContain('"first"');
});

test('a live map is followed', async () => {
  const [example = ''] = await examplesOf('docs/live.md', 'sh');
  const text = inPlaceOf(example, { 'http://127.0.0.1:8080': service.url });
  await using watched = runExample(text, { EVENT: show.eventId, KEY: service.catalog.organization.publicKey });
  await watched.printed('event: hello');
  await calls.open([show.seats[2] as number]);
  // Changes are collected for a tick of the clock that the test moves.
  service.clock.advance(1_000);
  await watched.printed(`"taken":[${show.seats[2]}]`);
});

test('a webhook is made, and the queries for operators run', async () => {
  const [make = ''] = await examplesOf('docs/webhooks.md', 'sh');
  const text = inPlaceOf(make, {
    'https://tickets.example.com': service.url,
    'https://shop.example.com/usher': 'http://127.0.0.1:1/',
  });
  await using made = runExample(text, { ORGANIZATION_TOKEN: token });
  expect(await made.ended).toBe(0);
  expect(made.output()).toContain('"secret":"whsec_');
  const queries = await examplesOf('docs/webhooks.md', 'sql');
  expect(queries).toHaveLength(2);
  await service.catalog.pool.query(sql.unsafe`update webhook_position set cursor = ${await start()}`);
  const [, behind] = await Promise.all(
    queries.map((query) => service.catalog.pool.any({ ...sql.unsafe``, sql: query.replace(/;\s*$/, '') })),
  );
  expect(behind).toEqual([expect.objectContaining({ url: 'http://127.0.0.1:1/' })]);
});

/** A cursor before the newest changes. */
async function start(): Promise<string> {
  const answer = await service.call('GET', '/api/private/v2.0/changes/?after=start&limit=1', { key: token });
  return succeeded(answer).body.next;
}
