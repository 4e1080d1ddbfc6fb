/**
 * The columns that a layout change writes to one table. Each is named once, with its type; the lists of the statements
 * follow from that. A piece of items comes as JSON, in which a column has the name of its member.
 */
import { type FragmentSqlToken, sql } from 'slonik';
import { columnOf } from '../../database/rows.ts';

interface WrittenColumns {
  /** The list of an `insert`. */
  readonly columns: FragmentSqlToken;
  /** The same columns of `item`. */
  readonly values: FragmentSqlToken;
  /** The columns of `item`, behind `jsonb_to_recordset(…) as item`. */
  readonly definition: FragmentSqlToken;
  /** The list behind `set`. */
  readonly assignments: FragmentSqlToken;
}

/** `types`: of each member the type of its column. `names`: the columns that do not have the name of their member. */
export function writtenColumns(
  types: Readonly<Record<string, string>>,
  names: Readonly<Record<string, string>> = {},
): WrittenColumns {
  const members = Object.entries(types).map(([member, type]) => ({
    column: sql.identifier([names[member] ?? columnOf(member)]),
    value: sql.identifier(['item', member]),
    defined: sql.fragment`${sql.identifier([member])} ${sql.identifier([type])}`,
  }));
  const listOf = (parts: readonly Parameters<typeof sql.join>[0][number][]) =>
    sql.fragment`${sql.join(parts, sql.fragment`, `)}`;
  return {
    columns: listOf(members.map(({ column }) => column)),
    values: listOf(members.map(({ value }) => value)),
    definition: listOf(members.map(({ defined }) => defined)),
    assignments: listOf(members.map(({ column, value }) => sql.fragment`${column} = ${value}`)),
  };
}
