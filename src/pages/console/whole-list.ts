/** Reads a list that the service answers in pages, to its end or to a bound. */

interface Page<Row> {
  readonly content: readonly Row[];
  readonly totalPages: number;
}

/** The most that the service answers in one page. */
export const pageSize = 100;
const pagesMax = 20;

/** `read`: one page of `pageSize` rows, from 0. At most 2,000 rows. Rejects as `read` does. */
export async function wholeList<Row>(read: (page: number) => Promise<Page<Row>>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 0; page < pagesMax; page++) {
    const { content, totalPages } = await read(page);
    rows.push(...content);
    if (page + 1 >= totalPages) break;
  }
  return rows;
}
