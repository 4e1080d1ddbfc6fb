/**
 * The shell examples of the documentation run as they are printed, at another address and with other ids: the feed, live
 * maps, webhooks, best available seats, repeated calls, late payments, and the on-sale with its queue and passes.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'slonik';
import { examplesOf, inPlaceOf, runExample } from './support/documentation.ts';
import { eventually } from './support/eventually.ts';
import { feedSettled } from './support/feed-calls.ts';
import { openPricedShow, type Show, startTestService, type TestService } from './support/service.ts';
import { rowsHall, type SessionCalls, sessionCalls, succeeded } from './support/session-calls.ts';

let service: TestService;
let show: Show;
let calls: SessionCalls;
let token: string;

beforeAll(async () => {
  service = await startTestService({ WEBHOOKS_ALLOW_PRIVATE: '1' });
  // The signer of passes reads its own clock.
  service.clock.advance(Date.now() - service.clock.now());
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
  const env = { EVENT: show.eventId, KEY: service.catalog.organization.publicKey };
  const [watch = '', follow = ''] = (await examplesOf('docs/live.md', 'sh')).map((example) =>
    inPlaceOf(example, { 'http://127.0.0.1:8080': service.url }),
  );
  await using watched = runExample(watch, env);
  await using followed = runExample(follow, env);
  await watched.printed('event: hello');
  await followed.printed('live');
  await calls.open([show.seats[2] as number]);
  // Changes are collected for a tick of the clock that the test moves.
  service.clock.advance(1_000);
  await watched.printed(`"taken":[${show.seats[2]}]`);
  await followed.printed(`taken: ${show.seats[2]};`);
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

/** Runs the example to its end; what it printed. */
async function printedBy(example: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { publicKey } = service.catalog.organization;
  const common = { API: service.url, EVENT: show.eventId, KEY: token, PUBLIC_KEY: publicKey, json: contentType };
  await using shell = runExample(example, { ...common, ...env });
  const code = await shell.ended;
  if (code !== 0) throw new Error(`the example ended with ${code}:\n${shell.output()}`);
  return shell.output();
}

const contentType = 'Content-Type: application/json';
const seat = (index: number): number => show.seats[index] as number;
/** Not every machine of a test has `uuidgen`. */
const withUuid = (example: string): string => inPlaceOf(example, { '$(uuidgen)': randomUUID() });
const withNode = (example: string): string =>
  inPlaceOf(example, {
    'node ': `${process.execPath} `,
    'docs/examples/': join(import.meta.dirname, '../docs/examples/'),
  });

/** A new show, so that no example finds what another one has taken. */
async function newShow(): Promise<void> {
  show = await openPricedShow(service, rowsHall);
  calls = sessionCalls(service, show);
}

test('passes are signed with a secret and a key pair that were stored, admit, and rotate', async () => {
  await newShow();
  const examples = await examplesOf('docs/on-sale.md', 'sh');
  const [store, pair, mode, sign, enter, rotate] = examples.slice(2) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const folder = await mkdtemp(join(tmpdir(), 'usher-documented-'));
  try {
    const { secret } = JSON.parse(await printedBy(store));
    const stored = await printedBy(`cd ${folder}\n${pair}`);
    expect(stored).toContain('"kid":"room"');
    expect(await printedBy(mode)).toContain('"mode":"PASS"');
    const signer = withNode(inPlaceOf(sign, { 'usher_pass_…': secret }));
    const passes = [await printedBy(signer)];
    const inFolder = {
      'PASS_KID=shop': 'PASS_KID=room',
      [`PASS_SECRET=${secret}`]: 'PASS_PRIVATE_KEY="$(cat ed25519.pem)"',
    };
    passes.push(await printedBy(`cd ${folder}\n${inPlaceOf(signer, inFolder)}`));
    for (const pass of passes) {
      expect(await printedBy(withUuid(enter), { PASS: pass.trim() })).toContain('"state":"ACTIVE"');
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const end = new Date(service.clock.now() + 3_600_000).toISOString();
  expect(await printedBy(inPlaceOf(rotate, { '2027-05-01T12:00:00Z': end }))).toContain(`"validUntil":"${end}"`);
});

test('a queue is opened, joined, polled and entered, and its draw is verified', async () => {
  await newShow();
  const [sale = '', verify = ''] = await examplesOf('docs/on-sale.md', 'sh');
  const opensAt = new Date(service.clock.now() + 60_000).toISOString();
  const parts = inPlaceOf(sale, { '2027-05-01T10:00:00Z': opensAt }).split(/^(?=curl)/m);
  expect(parts).toHaveLength(4);
  const [open, enqueue, poll, enter] = parts as [string, string, string, string];
  expect(await printedBy(open)).toContain('"mode":"QUEUE"');
  const { ticket, seedHash } = JSON.parse(await printedBy(enqueue));
  service.clock.advance(60_000);
  await eventually(async () => {
    service.clock.advance(1_000);
    return (await printedBy(poll, { TICKET: ticket })).includes('"state":"ADMITTED"');
  });
  expect(await printedBy(enter, { TICKET: ticket })).toContain('"state":"ACTIVE"');
  const verifier = inPlaceOf(verify, {
    'node verify-draw.mjs': `${process.execPath} ${join(import.meta.dirname, '../docs/examples/verify-draw.mjs')}`,
  });
  const verified = await printedBy(verifier, { SEED_HASH: seedHash, TICKET: ticket });
  expect(verified).toContain(`${ticket}: position 1`);
});

test('the best seats are held and sold, and alternatives are named', async () => {
  await newShow();
  const [choose = '', suggest = ''] = await examplesOf('docs/best-available.md', 'sh');
  const [hold = '', sell = ''] = choose.split(/^(?=curl)/m);
  const { cart } = JSON.parse(await printedBy(hold, { SESSION: await calls.open() }));
  expect(cart.seats).toHaveLength(2);
  const sold = JSON.parse(await printedBy(inPlaceOf(sell, { '501': String(cart.seats[0].priceId) })));
  expect(sold).toEqual({ done: true, seats: Array(4).fill(expect.any(Number)) });
  await calls.open([seat(17)]);
  const taken = inPlaceOf(suggest, { '[1042, 1043]': `[${seat(16)}, ${seat(17)}]` });
  const refused = JSON.parse(await printedBy(taken, { SESSION: await calls.open() }));
  expect(refused).toMatchObject({ errorCode: 'SEAT_CONFLICT', conflicts: { seats: [seat(17)] } });
  expect(refused.alternatives.length).toBeGreaterThan(0);
});

test('a repeated sale gets the first answer', async () => {
  await newShow();
  const [example = ''] = await examplesOf('docs/idempotency.md', 'sh');
  const answers = await printedBy(inPlaceOf(withUuid(example), { '"id": 42': `"id": ${seat(0)}` }));
  expect(answers.match(/HTTP\/1.1 200/g)).toHaveLength(2);
  expect(answers.match(/^idempotency-replayed: true/gim)).toHaveLength(1);
  const { seatsOnEvent } = await calls.assignments();
  expect(seatsOnEvent[0].state).toBe('SOLD');
});

test('a late payment takes the cart again', async () => {
  await newShow();
  const id = await calls.open([seat(0)]);
  succeeded(await calls.checkout(id));
  service.clock.advance(602_000);
  expect(succeeded(await calls.get(id)).body.state).toBe('EXPIRED');
  const [example = ''] = await examplesOf('docs/late-payments.md', 'sh');
  expect(JSON.parse(await printedBy(example, { SESSION: id }))).toMatchObject({ state: 'CONFIRMED', reclaimed: true });
});
