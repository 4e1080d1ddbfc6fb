/** Cursors of the feed that no answer gave, as a query and as the last event id: refused, and never an error of ours. */
import { eventually } from '../../support/eventually.ts';
import { feedSettled } from '../../support/feed-calls.ts';
import { type Answer, openPricedShow } from '../../support/service.ts';
import { outcomeOf, rowsHall, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

const path = '/api/private/v2.0/changes/';

let key: string;
let cursor: string;

useService();

beforeAll(async () => {
  key = service.catalog.organization.token;
  await openPricedShow(service, rowsHall);
  await feedSettled(service);
  cursor = succeeded(await service.call('GET', `${path}?after=start`, { key })).body.next;
});

const encoded = (text: string): string => Buffer.from(text).toString('base64url');
const numberOf = (text: string): number => Number(Buffer.from(text, 'base64url').toString().split('.')[4]);
/** A cursor of this organization with some of its members replaced: form, organization, era, transaction, number, index. */
const altered = (...members: readonly [number, string][]): string => {
  const parts = Buffer.from(cursor, 'base64url').toString().split('.');
  for (const [at, text] of members) parts[at] = text;
  return encoded(parts.join('.'));
};

const forged: [string, () => string][] = [
  ['truncated', () => cursor.slice(0, -3)],
  ['with a character more', () => `${cursor}A`],
  ['in another alphabet', () => `${cursor}==`],
  ['of another organization', () => altered([1, String(service.catalog.other.id)])],
  ['of another form', () => altered([0, '2'])],
  ['with a transaction beyond 64 bits', () => altered([3, '18446744073709551616'])],
  ['of an era that no database can have', () => altered([2, '2147483648'])],
  ['with a number beyond what JSON holds', () => altered([4, '9007199254740993'])],
  ['with a leading zero', () => altered([5, '00'])],
  ['with a negative number', () => altered([4, '-1'])],
  ['with SQL', () => encoded("1.1.1.1.1.1'; drop table feed_batch; --")],
  ['of 8 KB', () => 'A'.repeat(8_000)],
];

test.each(forged)('a cursor %s is refused', async (_, make) => {
  const after = make();
  for (const call of [path, `${path}stream`]) {
    const query = `after=${encodeURIComponent(after)}`;
    expect(outcomeOf(await service.call('GET', `${call}?${query}`, { key }))).toBe('400 VALIDATION_FAILED');
  }
  const headers = { 'Last-Event-ID': after };
  expect(outcomeOf(await service.call('GET', `${path}stream`, { key, headers }))).toBe('400 VALIDATION_FAILED');
});

test.each<[string, () => string]>([
  ['far ahead', () => altered([3, '18446744073709551615'])],
  ['of a later era', () => altered([2, '2147483647'])],
  ['of a row that is not there', () => altered([4, '9007199254740991'])],
])('a cursor of the right form %s is one of a future that the database has lost', async (_, make) => {
  expect(outcomeOf(await service.call('GET', `${path}?after=${make()}`, { key }))).toBe('410 CURSOR_LOST');
});

test('a cursor beyond the changes of its row gets nothing of others, and no error', async () => {
  const after = altered([4, String(numberOf(cursor) - 1)], [5, '999999']);
  const { changes, next } = succeeded(await service.call('GET', `${path}?after=${after}`, { key })).body;
  expect([changes, typeof next]).toEqual([[], 'string']);
});

test('readers beyond the bound of an organization are refused at once, and those that wait are answered', async () => {
  const answered: Answer[] = [];
  const waiting = Array.from({ length: 300 }, async () => {
    answered.push(await service.call('GET', `${path}?after=${cursor}&waitSeconds=30`, { key }));
  });
  await eventually(() => answered.length >= 200);
  expect(new Set(answered.map(outcomeOf))).toEqual(new Set(['429 RATE_LIMITED']));
  expect(answered[0]?.headers.get('Retry-After')).toBe('5');
  // A call that does not wait needs no place.
  expect((await service.call('GET', `${path}?after=start`, { key })).status).toBe(200);
  await openPricedShow(service, rowsHall);
  await feedSettled(service);
  await Promise.all(waiting);
  expect(answered.filter(({ status }) => status === 200)).toHaveLength(100);
});
