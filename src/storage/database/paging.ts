/**
 * Reads one page of a sorted list, and the total count. Ties, and lists without an order, are sorted by id. Also joins
 * the conditions of a list.
 */
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import type { Rows } from './rows.ts';

export interface PageRequest<Property extends string> {
  /** Zero-based. */
  readonly page: number;
  readonly size: number;
  readonly sort: readonly { readonly property: Property; readonly isDescending: boolean }[];
}

export interface PageRows<Row> {
  readonly content: readonly Row[];
  readonly totalElements: number;
}

/** The rows of a page. `from`: the SQL after `from`, tables and condition. */
export async function readPage<Row, Property extends string>(
  connection: CommonQueryMethods,
  { row, columns, sortable }: Rows<z.ZodType<Row>, Property | 'id'>,
  from: FragmentSqlToken,
  { page, size, sort }: PageRequest<Property | 'id'>,
): Promise<PageRows<Row>> {
  const order = sort.map(({ property, isDescending }) =>
    isDescending ? sql.fragment`${sortable[property]} desc` : sortable[property],
  );
  const [content, totalElements] = await Promise.all([
    connection.any(sql.type(row)`
      select ${columns} from ${from}
      order by ${sql.join([...order, sortable.id], sql.fragment`, `)}
      limit ${size} offset ${page * size}
    `),
    connection.oneFirst(sql.type(z.object({ count: z.int() }))`select count(*) from ${from}`),
  ]);
  return { content, totalElements };
}

/** The conditions that are given, joined by `and`; at least one. */
export function allOf(conditions: readonly (FragmentSqlToken | false)[]): FragmentSqlToken {
  const given = conditions.filter((condition) => condition !== false);
  return sql.fragment`${sql.join(given, sql.fragment` and `)}`;
}

/** Whether the text contains this part, in upper or lower case. */
export function contains(text: FragmentSqlToken, part: string): FragmentSqlToken {
  return sql.fragment`strpos(lower(${text}), lower(${part})) > 0`;
}
