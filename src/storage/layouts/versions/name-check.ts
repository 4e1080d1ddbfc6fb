/** Finds duplicate names within one parent of a changed layout, and layouts that are too large. */
import { type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { faultsMax } from '#domain/layout/check-change.ts';
import { seatsPerSchemaMax, sectionsPerSchemaMax } from '#domain/layout/layout.ts';
import type { LayoutFault } from '#domain/layout/layout-change.ts';
import { type Draft, idOf } from './draft.ts';

/** Indices that a layout may use during its lifetime, including those of removed seats. */
const indicesPerSchemaMax = 2 * seatsPerSchemaMax;

const namedRow = z.object({ id: z.int(), name: z.string() });

/** Checks the written layout before the commit. */
export async function findFaults(draft: Draft): Promise<readonly LayoutFault[]> {
  const { schemaId, change, stored, ids } = draft;
  const there = sql.fragment`schema_id = ${schemaId} and removed_version is null`;
  const rows = new Set<number>();
  for (const { row } of change.seats.add) rows.add(idOf(ids.rows, row));
  for (const { id, row } of change.seats.change) {
    rows.add(row === undefined ? (stored.seats.get(id)?.row ?? 0) : idOf(ids.rows, row));
  }
  const inRows = sql.fragment`${there} and row_id = any(${`{${[...rows].join(',')}}`}::int8[])`;
  const faults = [
    ...(await duplicates(draft, 'sections', sql.fragment`partition by name`, sql.fragment`section where ${there}`)),
    ...(await duplicates(
      draft,
      'rows',
      sql.fragment`partition by section_id, name`,
      sql.fragment`seat_row where ${there}`,
    )),
    ...(await duplicates(draft, 'seats', sql.fragment`partition by row_id, name`, sql.fragment`seat where ${inRows}`)),
    ...(await excess(draft)),
  ];
  return faults.slice(0, faultsMax);
}

async function duplicates(
  { connection, change, ids }: Draft,
  list: 'sections' | 'rows' | 'seats',
  partition: FragmentSqlToken,
  from: FragmentSqlToken,
): Promise<readonly LayoutFault[]> {
  if (change[list].add.length + change[list].change.length === 0) return [];
  const found = await connection.any(sql.type(namedRow)`
    select id, name from (select id, name, count(*) over (${partition}) as count from ${from}) as named where count > 1
  `);
  if (found.length === 0) return [];
  const namesTwice = new Map(found.map(({ id, name }) => [id, name]));
  const faultOf = (action: 'add' | 'change', at: number, id: number): LayoutFault[] => {
    const rejectedValue = namesTwice.get(id);
    if (rejectedValue === undefined) return [];
    const message = 'must be unique in its parent';
    return [{ list, action, at, member: 'name', code: 'DUPLICATE', message, rejectedValue }];
  };
  return [
    ...change[list].add.flatMap(({ guid }, at) => faultOf('add', at, idOf(ids[list], guid))),
    ...change[list].change.flatMap(({ id }, at) => faultOf('change', at, id)),
  ];
}

async function excess({ connection, schemaId, change }: Draft): Promise<readonly LayoutFault[]> {
  const counts = await connection.one(sql.type(z.object({ sections: z.int(), seats: z.int(), indices: z.int() }))`
    select (select count(*) from section where schema_id = ${schemaId} and removed_version is null) as sections,
      count(*) filter (where removed_version is null) as seats, count(*) as indices
    from seat
    where schema_id = ${schemaId}
  `);
  const fault = (list: 'sections' | 'seats', message: string): LayoutFault => {
    return { list, action: 'add', at: 0, member: null, code: 'MAX', message, rejectedValue: null };
  };
  const faults: LayoutFault[] = [];
  if (change.sections.add.length > 0 && counts.sections > sectionsPerSchemaMax) {
    faults.push(fault('sections', `must leave the schema with at most ${sectionsPerSchemaMax} sections`));
  }
  if (change.seats.add.length === 0) return faults;
  if (counts.seats > seatsPerSchemaMax) {
    faults.push(fault('seats', `must leave the schema with at most ${seatsPerSchemaMax} seats`));
  } else if (counts.indices > indicesPerSchemaMax) {
    faults.push(
      fault(
        'seats',
        `must leave the schema with at most ${indicesPerSchemaMax} seats in its life, removed ones included`,
      ),
    );
  }
  return faults;
}
