/** The columns and orders that follow from one description of a table's rows. */
import { sql } from 'slonik';
import { z } from 'zod';
import { assignments, rowsOf } from '#storage/database/rows.ts';

const row = z.object({ id: z.int(), schemaId: z.int(), start: z.string() });
const expressions = { start: sql.fragment`start_at` };
const orders = { start: sql.fragment`start_at collate "C"`, endDate: sql.fragment`end_at` };

test('a member is the column of its name, or the expression that is given for it', () => {
  expect(rowsOf(row, { expressions }).columns.sql).toBe('"id" as "id", "schema_id" as "schemaId", start_at as "start"');
  expect(rowsOf(row, { table: 'event', expressions }).columns.sql).toBe(
    '"event"."id" as "id", "event"."schema_id" as "schemaId", start_at as "start"',
  );
});

test('a list is sorted by its members, and by the orders that are given', () => {
  const { sortable } = rowsOf(row, { expressions, orders });
  expect(Object.entries(sortable).map(([name, order]) => [name, order.sql])).toEqual([
    ['id', '"id"'],
    ['schemaId', '"schema_id"'],
    ['start', 'start_at collate "C"'],
    ['endDate', 'end_at'],
  ]);
});

test('a change assigns what is given, and keeps the columns of absent members', () => {
  const { sql: text, values } = assignments({
    frameOrigins: ['https://a'],
    name: 'Hall',
    domain: null,
    type: undefined,
  });
  expect(text).toBe('"frame_origins" = $slonik_1::jsonb, "name" = $slonik_2, "domain" = $slonik_3, "type" = "type"');
  expect(values).toEqual(['["https://a"]', 'Hall', null]);
});
