/** The floor of durable calls: the server that only writes a journal keeps the promises that make it comparable. */
import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { type Baseline, startBaseline } from '../../bench/baselines/baseline.ts';
import { makeJournalDatabase } from '../../bench/baselines/journaled-call.ts';
import { refusal } from '../../bench/baselines/refusal.ts';
import { postRequest } from '../../bench/load/buyer.ts';
import { captureAnswer } from '../../bench/load/capture.ts';
import { sessionOf } from '../../bench/scenarios/journal-only.ts';
import { withDatabase } from '../../bench/stand/database.ts';
import { eventually } from '../support/eventually.ts';
import { databaseUrl } from '../support/postgres.ts';

const waitingMax = 4;
const answer = (text: string) =>
  Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`).toString('base64');
const calls = Object.fromEntries(
  ['create', 'lock', 'confirm', 'box office lock'].map((kind) => [
    kind,
    { answer: answer(kind), facts: `{"type":"${kind}"}` },
  ]),
);

let name: string;
let url: string;
let baseline: Baseline;
let others: Baseline[];

const startJournalOnly = (more = {}) =>
  startBaseline('journal-only', {
    CALLS: JSON.stringify({ ...calls, poll: { answer: answer('poll'), facts: null } }),
    DATABASE_URL: url,
    WAITING_MAX: `${waitingMax}`,
    REFUSAL: refusal,
    ...more,
  });

beforeEach(async () => {
  name = `journal_only_${randomBytes(6).toString('hex')}`;
  url = await makeJournalDatabase(databaseUrl('postgres'), name);
  baseline = await startJournalOnly();
  others = [];
});

afterEach(async () => {
  for (const { stop } of [baseline, ...others]) stop();
  await withDatabase(databaseUrl('postgres'), (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
});

const waitingForLock =
  'SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database WHERE NOT granted AND datname = current_database()';
const post = (path: string) => captureAnswer(baseline.baseUrl, postRequest('host', path, '{}'));
const lockOn = (event: number) => post(`/api/public/v2.0/session/${sessionOf(event)}/lock`);
const rowsOf = async (client: Client) =>
  (await client.query('SELECT event_number, seq::int, facts FROM journal ORDER BY at, event_number, seq')).rows;

test('every kind of call has its own answer, and its record is in the journal of its event', async () => {
  const texts = [
    await post('/api/public/v2.0/session/'),
    await lockOn(5),
    await post(`/api/private/v2.0/session/${sessionOf(5)}/confirm`),
    await post('/api/private/v2.0/booking/lock?eventId=5'),
  ].map(({ text }) => text.slice(text.lastIndexOf('\n') + 1));
  expect(texts).toEqual(['create', 'lock', 'confirm', 'box office lock']);
  const rows = await withDatabase(url, rowsOf);
  expect(rows.map(({ event_number, seq, facts }) => [event_number, seq, JSON.parse(facts)[0].type])).toEqual(
    expect.arrayContaining([
      [0, 1, 'create'],
      [5, 1, 'lock'],
      [5, 2, 'confirm'],
      [0, 2, 'box office lock'],
    ]),
  );
});

test('through a relay every client gets the answer to its own call, and the record is in the journal', async () => {
  const owner = await startJournalOnly({ IS_LINKED: 'true' });
  others = [owner, await startBaseline('relay', { OWNER_URL: owner.baseUrl })];
  const relay = others[1]!.baseUrl;
  const paths = ['lock', 'confirm', 'lock'].map((verb) => `/api/public/v2.0/session/${sessionOf(7)}/${verb}`);
  const heard = await Promise.all(paths.map((path) => captureAnswer(relay, postRequest('host', path, '{}'))));
  expect(heard.map(({ status, text }) => [status, text.split('\r\n').at(-1)])).toEqual([
    [200, 'lock'],
    [200, 'confirm'],
    [200, 'lock'],
  ]);
  const rows = await withDatabase(url, rowsOf);
  const facts = rows.flatMap((row) => JSON.parse(row.facts));
  expect(facts.map(({ type }) => type).toSorted()).toEqual(['confirm', 'lock', 'lock']);
  expect(new Set(rows.map(({ event_number }) => event_number))).toEqual(new Set([7]));
});

test('a change waits for its commit; those that wait share a statement, one row an event; others are refused', async () => {
  await withDatabase(url, async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE journal IN EXCLUSIVE MODE');
    const statuses: number[] = [];
    const sent = [lockOn(9)];
    await eventually(async () => (await client.query(waitingForLock)).rowCount === 1);
    for (const event of [1, 2, 1, 2, 1, 2]) sent.push(lockOn(event));
    for (const call of sent) void call.then(({ status }) => statuses.push(status));
    await eventually(() => statuses.length >= 2);
    expect(
      (await captureAnswer(baseline.baseUrl, 'GET /api/public/v1.0/event/prices/?id=1 HTTP/1.1\r\n\r\n')).text,
    ).toMatch(/poll$/);
    expect(statuses).toEqual([503, 503]);
    await client.query('ROLLBACK');
    await Promise.all(sent);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 503, 503]);
    const { rows } = await client.query(
      `SELECT event_number AS event, seq::int, xmin::text AS statement, json_array_length(facts::json) AS calls
       FROM journal ORDER BY event_number = 9 DESC, event_number`,
    );
    expect(rows.map(({ event, seq }) => [event, seq])).toEqual([
      [9, 1],
      [1, 1],
      [2, 1],
    ]);
    expect(rows[1].calls + rows[2].calls).toBe(waitingMax);
    expect(rows[1].statement).toBe(rows[2].statement);
    expect(rows[0].statement).not.toBe(rows[1].statement);
  });
});
