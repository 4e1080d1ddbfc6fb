/** Reads one page of a sorted list, and the total count. Ties, and lists without an order, are sorted by id. */
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';

export interface PageRequest<Property extends string> {
  /** Zero-based. */
  readonly page: number;
  readonly size: number;
  readonly sort: readonly { readonly property: Property; readonly isDescending: boolean }[];
}

export interface ListSource<Property extends string> {
  /** The columns of each row. */
  readonly columns: FragmentSqlToken;
  /** The SQL after `from`: tables and condition. */
  readonly from: FragmentSqlToken;
  /** The sort expression of each property; `id` makes the order unique. */
  readonly sortable: Readonly<Record<Property | 'id', FragmentSqlToken>>;
}

export interface PageRows<Row> {
  readonly content: readonly Row[];
  readonly totalElements: number;
}

/** The rows of a page, each as `shape` declares it. */
export async function readPage<Property extends string, Row>(
  connection: CommonQueryMethods,
  shape: z.ZodType<Row>,
  { columns, from, sortable }: ListSource<Property>,
  { page, size, sort }: PageRequest<Property>,
): Promise<PageRows<Row>> {
  const order = sort.map(({ property, isDescending }) =>
    isDescending ? sql.fragment`${sortable[property]} desc` : sortable[property],
  );
  const [content, totalElements] = await Promise.all([
    connection.any(sql.type(shape)`
      select ${columns} from ${from}
      order by ${sql.join([...order, sortable.id], sql.fragment`, `)}
      limit ${size} offset ${page * size}
    `),
    connection.oneFirst(sql.type(z.object({ count: z.int() }))`select count(*) from ${from}`),
  ]);
  return { content, totalElements };
}
