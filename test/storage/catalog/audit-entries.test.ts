/** Entries of calls that ask events at the same time: they share statements, and each keeps what is its own. */
import { sql } from 'slonik';
import { z } from 'zod';
import { AuditEntries } from '#storage/catalog/audit-entries.ts';
import { openShow } from '../../support/catalog.ts';
import { catalogOfFile } from '../../support/catalog-of-file.ts';
import { recordingLog } from '../../support/logs.ts';

const catalog = catalogOfFile(recordingLog());
const calls = 20;
const row = z.object({
  author: z.string(),
  eventId: z.string().nullable(),
  status: z.int().nullable(),
  after: z.unknown(),
  isRepeated: z.boolean(),
  /** The transaction that wrote the row last. */
  written: z.string(),
});

const stored = (ids: readonly number[]) =>
  catalog.pool.any(sql.type(row)`
    select author, event_id as "eventId", status, after, is_repeated as "isRepeated", xmin::text as written
    from audit_entry where id = any(${sql.array(ids, 'int8')}) order by id
  `);

/** `event`: by its id or by its number. */
function entryOf(place: number, event: string | number | null = null, organizationId = catalog.organization.id) {
  const call = { address: null, operation: 'revertSales', target: 'PUT /there', requestId: `request ${place}` };
  return { ...call, organizationId, author: `ACCOUNT:${place}`, event, before: null };
}

test('share a statement at their beginning and at their end, in the order of the calls', async () => {
  const entries = new AuditEntries(catalog.pool);
  const { event } = await openShow(catalog);
  const events = [null, event.id, event.number];
  const places = Array.from({ length: calls }, (_, place) => place);
  const ids = await Promise.all(places.map((place) => entries.begin(entryOf(place, events[place % 3]))));
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  const begun = await stored(ids);
  expect(begun.map(({ author, eventId, status }) => [author, eventId, status])).toEqual(
    places.map((place) => [`ACCOUNT:${place}`, place % 3 === 0 ? null : event.id, null]),
  );
  expect(new Set(begun.map(({ written }) => written)).size).toBe(1);
  const outcomeOf = (place: number) => ({ status: 200 + place, after: `[${place}]`, isRepeated: place === 3 });
  await Promise.all(places.map((place) => entries.end(ids[place] as number, outcomeOf(place))));
  const ended = await stored(ids);
  expect(ended.map(({ status, after, isRepeated }) => [status, after, isRepeated])).toEqual(
    places.map((place) => [200 + place, [place], place === 3]),
  );
  expect(new Set(ended.map(({ written }) => written)).size).toBe(1);
});

test('are refused alone', async () => {
  const entries = new AuditEntries(catalog.pool);
  const nobody = 2 ** 40;
  const begun = [entryOf(1), entryOf(2, null, nobody), entryOf(3)].map((entry) => entries.begin(entry));
  expect((await Promise.allSettled(begun)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const ids = await Promise.all([begun[0] as Promise<number>, begun[2] as Promise<number>]);
  expect((await stored(ids)).map(({ author }) => author)).toEqual(['ACCOUNT:1', 'ACCOUNT:3']);
});
