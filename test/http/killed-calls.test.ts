/**
 * Calls whose node is killed between the change and the answer, at two moments: while the answer is being recorded, and
 * while the record is being committed. Repeated at another node, every call has had exactly one effect.
 */
import { sql } from 'slonik';
import { z } from 'zod';
import { openCatalog, smallHall } from '../support/catalog.ts';
import { threeSections } from '../support/drawings.ts';
import { bearer, openEditor } from '../support/editor-calls.ts';
import { eventually } from '../support/eventually.ts';
import { isReplay } from '../support/keyed-calls.ts';
import { type NodeProcess, startNodeProcess } from '../support/node-process.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { type Answer, openPricedShow, type ServiceCalls, type Show } from '../support/service.ts';
import { succeeded } from '../support/session-calls.ts';

/** The lock that holds every record back while the test has it. */
const lockId = 7_120;

let catalog: Awaited<ReturnType<typeof openCatalog>>;
let redis: RedisServer;
let staying: NodeProcess;

beforeAll(async () => {
  [catalog, redis] = await Promise.all([openCatalog(), startRedis()]);
  staying = await start();
});

afterAll(async () => {
  await staying.kill();
  await redis.stop();
  await catalog.close();
});

const start = () => startNodeProcess(catalog, [redis.url], { LEASE_MS: '2500', DATABASE_CONNECTIONS: '20' });

type Call = (node: ServiceCalls) => Promise<Answer>;

interface Killed {
  readonly name: string;
  readonly call: Call;
  /** How often it has taken effect. */
  readonly effects: () => Promise<number>;
}

const prefix = '/api/private/';
const times = { start: '2027-05-01T19:30:00', endDate: '2027-05-01T22:00:00' };

function countOf(counted: ReturnType<typeof sql.fragment>): () => Promise<number> {
  return () => catalog.pool.oneFirst(sql.type(z.object({ count: z.int() }))`select count(*) as count from ${counted}`);
}

interface World {
  readonly label: string;
  readonly show: Show;
  /** A schema of an editor, and its venue. */
  readonly drawn: { readonly venueId: number; readonly schemaId: number };
  /** A call with a key of its own. */
  readonly callTo: (method: string, path: string, body?: unknown) => Call;
}

async function makeCalls(label: string): Promise<readonly Killed[]> {
  const editor = await openEditor(staying);
  const callTo: World['callTo'] = (method, path, body) => (node) =>
    node.call(method, path, {
      headers: {
        ...(path.startsWith(prefix) ? { 'X-API-Key': catalog.organization.token } : bearer(editor.login.token).headers),
        'Idempotency-Key': `${label} ${method} ${path}`.replaceAll(' ', '_'),
      },
      ...(body === undefined ? {} : { body }),
    });
  const world = { label, show: await openPricedShow(staying), drawn: await editor.makeSchema(), callTo };
  return [...privateCalls(world), ...editorCalls(world)];
}

function privateCalls({ label, show, callTo }: World): readonly Killed[] {
  const v2 = `${prefix}v2.0`;
  const series = { name: label, templateEventId: show.eventId, timeZone: 'UTC' };
  const legacy = { name: `${label} legacy`, start: times.start, killAfter: times.endDate, schemaId: show.schemaId };
  return [
    {
      name: 'a schema',
      call: callTo('POST', `${v2}/schemas/`, { ...smallHall, name: label }),
      effects: countOf(sql.fragment`schema where name = ${label}`),
    },
    {
      name: 'an event',
      call: callTo('POST', `${v2}/events/`, { name: label, ...times, schemaId: show.schemaId }),
      effects: countOf(sql.fragment`event where name = ${label}`),
    },
    {
      name: 'a legacy event',
      call: callTo('POST', `${prefix}v1.0/events/`, legacy),
      effects: countOf(sql.fragment`event where name = ${legacy.name}`),
    },
    {
      name: 'a series',
      call: callTo('POST', `${v2}/series/`, series),
      effects: countOf(sql.fragment`series where name = ${label}`),
    },
    {
      name: 'a clone',
      call: callTo('POST', `${v2}/schemas/clone/${show.schemaId}`),
      effects: countOf(sql.fragment`schema_clone where schema_id = ${show.schemaId}`),
    },
  ];
}

function editorCalls({ label, drawn, callTo }: World): readonly Killed[] {
  return [
    {
      name: 'a venue',
      call: callTo('POST', '/api/venues/', { name: label }),
      effects: countOf(sql.fragment`venue where name = ${label}`),
    },
    {
      name: 'a schema of an editor',
      call: callTo('POST', `/api/venues/${drawn.venueId}/schemas/`, { name: `${label} drawn` }),
      effects: countOf(sql.fragment`schema where name = ${`${label} drawn`}`),
    },
    {
      name: 'a drawing',
      call: callTo('PUT', `/api/seatmap/${drawn.schemaId}/`, threeSections),
      effects: countOf(sql.fragment`section where schema_id = ${drawn.schemaId} and name = 'Stalls'`),
    },
  ];
}

/** `when`: while the answer is being recorded, or while the transaction with the record is being committed. */
async function holdRecords(when: 'recorded' | 'committed'): Promise<void> {
  const timing = when === 'recorded' ? sql.fragment`` : sql.fragment`constraint`;
  const deferred = when === 'recorded' ? sql.fragment`` : sql.fragment`deferrable initially deferred`;
  await catalog.pool.query(sql.unsafe`
    create or replace function hold_record() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${sql.literalValue(String(lockId))});
      return new;
    end $$
  `);
  await catalog.pool.query(sql.unsafe`
    create ${timing} trigger hold_record after update on idempotency_key ${deferred}
    for each row when (new.status is not null) execute function hold_record()
  `);
}

/** Kills a node while all its calls are held at that moment; returns when what they have left behind is decided. */
async function killAt(when: 'recorded' | 'committed', calls: readonly Killed[]): Promise<void> {
  const node = await start();
  await holdRecords(when);
  await catalog.pool.connect(async (holder) => {
    await holder.query(sql.unsafe`select pg_advisory_lock(${lockId}::int8)`);
    const lost = Promise.allSettled(calls.map(({ call }) => call(node)));
    const held = sql.unsafe`select count(*)::int4 as count from pg_locks where locktype = 'advisory' and not granted`;
    await eventually(async () => Number(await catalog.pool.oneFirst(held)) === calls.length);
    await node.kill();
    expect((await lost).map(({ status }) => status)).toEqual(calls.map(() => 'rejected'));
    await holder.query(sql.unsafe`select pg_advisory_unlock(${lockId}::int8)`);
    await eventually(async () => Number(await catalog.pool.oneFirst(held)) === 0);
  });
  await catalog.pool.query(sql.unsafe`drop trigger hold_record on idempotency_key`);
  // As if 20 seconds had passed.
  await catalog.pool.query(sql.unsafe`
    update idempotency_key set renewed_at = now() - interval '21 seconds' where status is null
  `);
}

async function repeat(at: Killed): Promise<{ name: string; isReplay: boolean; effects: number }> {
  const first = succeeded(await at.call(staying));
  const second = succeeded(await at.call(staying));
  expect(second.body).toEqual(first.body);
  expect(isReplay(second)).toBe(true);
  return { name: at.name, isReplay: isReplay(first), effects: await at.effects() };
}

test.each([
  ['recorded', false],
  ['committed', true],
] as const)(
  'a node is killed while answers are being %s: every call has taken effect once',
  async (when, isRecorded) => {
    const calls = await makeCalls(`once ${when}`);
    await killAt(when, calls);
    const outcomes = [];
    for (const call of calls) outcomes.push(await repeat(call));
    // The record of a drawing is a transaction of its own, which Postgres finishes without the node.
    const wasRecorded = (name: string) => isRecorded || name === 'a drawing';
    expect(outcomes).toEqual(calls.map(({ name }) => ({ name, isReplay: wasRecorded(name), effects: 1 })));
  },
);

test.each([
  ['small', {}],
  ['large', { padding: 'x'.repeat(70_000) }],
])(
  'a %s drawing whose node died before the record is finished by the repetition, not drawn again',
  async (size, more) => {
    const editor = await openEditor(staying);
    const { schemaId } = await editor.makeSchema();
    const headers = { 'Idempotency-Key': `noted ${size}`.replace(' ', '_') };
    const draw = () => editor.ask('PUT', `/api/seatmap/${schemaId}/`, { ...threeSections, ...more }, headers);
    const first = succeeded(await draw());
    await catalog.pool.query(sql.unsafe`
    update idempotency_key set status = null, answer = null, renewed_at = now() - interval '21 seconds'
    where done is not null
  `);
    const finished = await draw();
    expect([finished.status, finished.body, isReplay(finished)]).toEqual([200, first.body, false]);
    const replayed = await draw();
    expect([replayed.status, replayed.body, isReplay(replayed)]).toEqual([200, first.body, true]);
    expect(replayed.headers.get('etag')).toBe(first.headers.get('etag'));
  },
);
