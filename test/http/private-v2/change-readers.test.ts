/** Readers of the feed over HTTP: how many may wait, what becomes of those that go or read nothing, how they are measured. */
import { sql } from 'slonik';
import { Feed } from '#feed/feed.ts';
import { FeedReaders, type ReaderBounds } from '#feed/feed-readers.ts';
import { changes } from '#http/private-v2/changes.ts';
import { type Catalog, openCatalog } from '../../support/catalog.ts';
import { eventually } from '../../support/eventually.ts';
import { type SampleOptions, serveSample } from '../../support/sample-service.ts';
import { connectWithoutReading, get } from '../../support/stuck-clients.ts';

const path = '/api/private/v2.0/changes/';
const organizationId = 11;
const headers = { 'X-API-Key': 'usher_org_eleven' };
const waiting = `${path}?waitSeconds=30`;

let catalog: Catalog;
let feed: Feed;

beforeAll(async () => {
  catalog = await openCatalog();
  feed = new Feed(catalog.pool, catalog.notifications);
});

beforeEach(async () => {
  await catalog.pool.query(sql.unsafe`delete from feed_batch`);
});

afterAll(async () => {
  feed.close();
  await catalog.close();
});

/** The routes of the feed with these bounds. `reads`: how often the feed has been read. */
async function serve(bounds: ReaderBounds, options: SampleOptions = {}) {
  const readers = new FeedReaders(feed, bounds);
  let reads = 0;
  const read: Feed['read'] = async (request) => {
    const found = await feed.read(request);
    reads += 1;
    return found;
  };
  const service = await serveSample(changes({ feed: { read }, readers }), options);
  return {
    service,
    readers,
    reads: () => reads,
    ask: (query: string, signal: AbortSignal | null = null) => fetch(`${service.url}${query}`, { headers, signal }),
    [Symbol.asyncDispose]: async () => {
      readers.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

/**
 * Writes `count` changes of `bytes` each. Resolves when the feed shows them: when no older transaction of the server runs,
 * also none of another test's database.
 */
async function write(count: number, bytes: number): Promise<void> {
  const heading = '"id":"1","type":"event.sold-out","occurredAt":"2027-01-15T08:00:00.123Z","sequence":1';
  const change = `{${heading},"data":"${'x'.repeat(bytes)}"}`;
  const transaction = await catalog.pool.oneFirst(sql.unsafe`
    with written as (
      insert into feed_batch (organization_id, era, event_id, types, count, bytes, changes)
      select ${organizationId}, era, gen_random_uuid(), 1, 1, ${change.length}, ${change}
      from feed_era, generate_series(1, ${count})
    )
    select pg_current_xact_id()::text
  `);
  const isShown = sql.unsafe`select pg_snapshot_xmin(pg_current_snapshot()) > ${String(transaction)}::xid8`;
  await eventually(() => catalog.pool.oneFirst(isShown));
  await catalog.pool.query(sql.unsafe`select pg_notify('catalog', ${`feed:${organizationId}`})`);
}

async function problemOf(answer: Response): Promise<[number, string, string | null]> {
  const { errorCode } = (await answer.json()) as { errorCode: string };
  return [answer.status, errorCode, answer.headers.get('Retry-After')];
}

test.each([
  ['an organization', { perOrganizationMax: 2, perNodeMax: 9 }, [429, 'RATE_LIMITED', '5']],
  ['a node', { perOrganizationMax: 9, perNodeMax: 2 }, [503, 'UNAVAILABLE', '1']],
])('the readers of %s are bounded; one that leaves makes room', async (_, bounds, refusal) => {
  await using served = await serve(bounds);
  const { ask, readers } = served;
  const leaving = new AbortController();
  const polling = ask(waiting, leaving.signal);
  const stream = await ask(`${path}stream`);
  await eventually(() => readers.count === 2);
  expect(await problemOf(await ask(waiting))).toEqual(refusal);
  expect(await problemOf(await ask(`${path}stream`))).toEqual(refusal);
  // A call that does not wait is not a reader.
  const { next: now } = (await (await ask(path)).json()) as { next: string };
  leaving.abort();
  await expect(polling).rejects.toThrow();
  await eventually(() => readers.count === 1);
  const next = ask(`${waiting}&after=${now}`);
  await eventually(() => readers.count === 2);
  await write(1, 1);
  expect((await next).status).toBe(200);
  await stream.body?.cancel();
  await eventually(() => readers.count === 0);
});

test('a stream whose client reads nothing is cut, and no pages are read ahead for it; others go on', async () => {
  await using served = await serve({ perOrganizationMax: 9, perNodeMax: 9 }, { limits: { writeTimeoutMs: 100 } });
  const { service, readers, ask, reads } = served;
  const [rows, rowBytes] = [500, 64 * 1024];
  await write(rows, rowBytes);
  const asked = get(`${path}stream?after=start`, `X-API-Key: ${headers['X-API-Key']}\r\n`);
  const stuck = await connectWithoutReading(service.port, [asked]);
  await eventually(() => readers.count === 1);
  const other = await (await ask(`${path}?after=start&limit=1`)).json();
  expect(other).toMatchObject({ changes: [{ type: 'event.sold-out' }], hasMore: true });
  await eventually(() => readers.count === 0);
  // A read fetches 1 MB at most. All of the feed would be 32.
  expect(reads()).toBeLessThan((rows * rowBytes) / 1024 / 1024 - 8);
  stuck.destroy();
});

test('the time that a client asked to wait does not count as response time', async () => {
  await using served = await serve({ perOrganizationMax: 9, perNodeMax: 9 });
  const { ask, service, readers, reads } = served;
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  try {
    const waited = ask(waiting);
    await eventually(() => readers.count === 1 && reads() === 1);
    now += 20_000;
    await write(1, 1);
    expect((await waited).status).toBe(200);
  } finally {
    clock.mockRestore();
  }
  const lineOf = (name: string) =>
    `usher_http_request_seconds_${name}{method="GET",route="${path}",status_class="2xx"}`;
  const text = await service.metrics.text();
  expect(text).toContain(`${lineOf('count')} 1\n`);
  expect(text).toContain(`${lineOf('sum')} 0\n`);
});

test('a stream counts as answered when it begins', async () => {
  await using served = await serve({ perOrganizationMax: 9, perNodeMax: 9 });
  const { ask, service } = served;
  const stream = await ask(`${path}stream`);
  const line = `usher_http_request_seconds_count{method="GET",route="${path}stream",status_class="2xx"} 1`;
  expect(await service.metrics.text()).toContain(line);
  await stream.body?.cancel();
});
