/**
 * The documents and the schema say the same: every table stands in "What is kept" of the operating manual, and every
 * column that can hold a text is known to name nobody, or to be rewritten when a person is forgotten.
 */
import { readFile } from 'node:fs/promises';
import { sql } from 'slonik';
import { z } from 'zod';
import { type Catalog, openCatalog } from './support/catalog.ts';

/** The tables of pg-boss, whose jobs hold ids. */
const retries = 'webhook_retries';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await openCatalog();
});

afterAll(() => catalog.close());

/** The cells of the tables below a heading of the document, row by row. */
async function rowsBelow(path: string, heading: string): Promise<readonly string[][]> {
  const text = await readFile(new URL(`../${path}`, import.meta.url), 'utf8');
  const start = text.indexOf(`\n## ${heading}\n`);
  const end = text.indexOf('\n## ', start + 1);
  const lines = text.slice(start, end === -1 ? undefined : end).split('\n');
  return lines.filter((line) => line.startsWith('| ')).map((line) => line.split('|').map((cell) => cell.trim()));
}

const quoted = (text = ''): string[] => [...text.matchAll(/`([a-z_]+)/g)].map(([, name]) => name as string);

const nameRow = z.object({ name: z.string() });

test('every table of the database stands in "What is kept", and nothing else does', async () => {
  const tables = await catalog.pool.anyFirst(sql.type(nameRow)`
    select distinct case table_schema when 'public' then table_name else table_schema end as name
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  `);
  const named = (await rowsBelow('docs/operating.md', 'What is kept')).flatMap(([, tableCell]) => quoted(tableCell));
  expect(named.toSorted()).toEqual([...tables, retries].filter((name, at, all) => all.indexOf(name) === at).toSorted());
});

/** Rewritten or deleted by an erasure. */
const ofBuyers = [
  'erasure.reference',
  'feed_batch.changes',
  'feed_batch.packed',
  'journal.facts',
  'session_record.cart',
  'session_record.properties',
  'session_record.reference',
  'snapshot.body',
  'snapshot.bytes',
];

/** Of the people who work with the console; `docs/erasure.md` says so. */
const ofAccounts = [
  'account.address',
  'account.email',
  'account.first_name',
  'account.last_name',
  'sign_on_identity.subject',
];

/** What an organization names itself, in texts that `docs/erasure.md` asks it to keep free of persons. */
const ofOrganizations = [
  'area_booking.parts',
  'audit_entry.address',
  'audit_entry.after',
  'audit_entry.author',
  'audit_entry.before',
  'audit_entry.operation',
  'audit_entry.request_id',
  'audit_entry.target',
  'archived_event.name',
  'event.image_url',
  'event.name',
  'event.return_url',
  'event.title',
  'event_offer.body',
  'layout_shape.rest',
  'layout_shape.text',
  'organization.brand',
  'organization.domain',
  'organization.frame_origins',
  'organization.hold_types',
  'organization.name',
  'pass_key.kid',
  'pass_key.public_key',
  'pricing_zone.name',
  'schema.client_view_box',
  'schema.description',
  'schema.name',
  'schema.units',
  'schema.vector_background',
  'seat.name',
  'seat_booking.capture',
  'seat_booking.hold_type',
  'seat_booking.price_name',
  'seat_booking.properties',
  'seat_row.name',
  'seat_row.row_noun',
  'seat_row.seat_noun',
  'section.editor_rest',
  'section.external_id',
  'section.name',
  'section.prefix',
  'section.seat_prefix',
  'section.shapes',
  'series.name',
  'session_record.owned',
  'sign_on.client_id',
  'sign_on.groups',
  'sign_on.groups_claim',
  'sign_on.issuer',
  'sign_on_identity.issuer',
  'venue.address',
  'venue.name',
  'webhook.description',
  'webhook.url',
];

/** Words, numbers, times, ids, hashes and sealed secrets of the service, and what the operator names. */
const ofTheService = [
  'account.password_hash',
  'archived_event.digest',
  'archived_event.file',
  'cluster_node.name',
  'cluster_node.release',
  'checkout_code.code',
  'erasure.error',
  'erasure.position',
  'erasure.selects',
  'erasure.state',
  'event.end_at',
  'event.start_at',
  'event.status',
  'event_owner.node',
  'feed_batch.traces',
  'history_block.entries',
  'idempotency_key.answer',
  'idempotency_key.done',
  'idempotency_key.key_hash',
  'idempotency_key.request_hash',
  'idempotency_key.scope',
  'invitation.token_hash',
  'layout_shape.fill',
  'layout_shape.purpose',
  'layout_shape.shape_type',
  'layout_shape.type',
  'login.refresh_hash',
  'login.token_hash',
  'login_failure.key',
  'membership.role',
  'migrations.name',
  'organization.accessibility_profile',
  'organization.private_key_hash',
  'organization.private_key_sealed',
  'organization.token_hash',
  'organization.token_sealed',
  'organization.type',
  'parked_event.reason',
  'pass_key.algorithm',
  'pass_key.secret',
  'schema_clone.error',
  'schema_clone.state',
  'seat_booking.state',
  'secret_key.fingerprint',
  'secret_key.former',
  'section.type',
  'series.status',
  'series.time_zone',
  'service_mode.reason',
  'session_record.state',
  'sign_on.client_secret',
  'spent_refresh_token.hash',
  'tenant.masked_id',
  'tenant.name',
  'tenant.token_hash',
  'venue.time_zone',
  'webhook.former_secret',
  'webhook.secret',
  'webhook.types',
  'webhook_delivery.change_id',
  'webhook_delivery.last_error',
  'webhook_delivery.read_from',
  'webhook_delivery.state',
  'webhook_delivery.type',
  'webhook_position.cursor',
];

test('every column that can hold a text is known to an erasure, or names no buyer', async () => {
  const columns = await catalog.pool.anyFirst(sql.type(nameRow)`
    select table_name || '.' || column_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and udt_name not in ('int2', 'int4', 'int8', 'float8', 'bool', 'uuid', 'timestamp', 'timestamptz', 'xid8', '_int8', '_uuid')
  `);
  // A new column belongs into one of the lists; into the first only when src/storage/erasure and its test know it.
  const known = [...ofBuyers, ...ofAccounts, ...ofOrganizations, ...ofTheService];
  expect(columns.toSorted()).toEqual(known.toSorted());
});

test('the manual of erasures names each table that it rewrites, and no other one that names a buyer', async () => {
  const rows = await rowsBelow('docs/erasure.md', 'What is rewritten, and what is not');
  const named = rows.filter(([, , what = '']) => /rewritten|deleted/.test(what)).flatMap(([, place]) => quoted(place));
  expect(named.toSorted()).toEqual([...new Set(ofBuyers.map((column) => column.replace(/\..*/, '')))].toSorted());
});
