/**
 * Paging of list endpoints (contract: Paging objects, Limits): the query's `page`, `size` and `sort`, and the
 * page object that answers it. Sort properties are named by each route; others are refused.
 */
import { z } from 'zod';
import { constraint } from '#codec/constraint.ts';
import { shownAs, wholeNumberText } from '#codec/fields.ts';
import type { RouteSuccess } from './route.ts';

const pageSizeDefault = 20;
const pageSizeMax = 100;
const pageMax = 2 ** 31 - 1;

export interface SortOrder<Property extends string = string> {
  readonly property: Property;
  readonly isDescending: boolean;
}

export interface Paging<Property extends string = string> {
  readonly page: number;
  readonly size: number;
  /** As requested, first criterion first; empty means id ascending. */
  readonly sort: readonly SortOrder<Property>[];
}

/** The fields of a paged list's query; spread them into the route's query object beside its filters. `sizeMax`: of a page. */
export function pagingFields<const Property extends string>(sortable: readonly Property[], sizeMax = pageSizeMax) {
  const parameter = z.union([z.string(), z.array(z.string())]).transform((value, context) => {
    const orders: SortOrder<Property>[] = [];
    for (const text of typeof value === 'string' ? [value] : value) {
      const [name = '', direction = 'asc', ...rest] = text.split(',');
      const property = sortable.find((known) => known === name);
      const isKnown = property !== undefined && /^(asc|desc)$/i.test(direction) && rest.length === 0;
      if (!isKnown) {
        const message = `must be property,(asc|desc) with one of ${sortable.join(', ')}`;
        context.addIssue({ code: 'custom', message, params: constraint('UNKNOWN_VALUE') });
        return z.NEVER;
      }
      if (!orders.some((order) => order.property === property)) {
        orders.push({ property, isDescending: direction.toLowerCase() === 'desc' });
      }
    }
    return orders;
  });
  const description = `property,(asc|desc), may be repeated; properties: ${sortable.join(', ')}. Default: id ascending`;
  const shape = { type: 'array', items: { type: 'string' } };
  return {
    page: wholeNumberText(0, pageMax)
      .default(0)
      .meta(shownAs({ type: 'integer', minimum: 0, maximum: pageMax, default: 0 })),
    size: wholeNumberText(1, sizeMax)
      .default(pageSizeDefault)
      .meta(shownAs({ type: 'integer', minimum: 1, maximum: sizeMax, default: pageSizeDefault })),
    sort: parameter.default([]).meta({ ...shownAs(shape), description }),
  };
}

/** The query of a paged list without filters. */
export function pagingQuery<const Property extends string>(sortable: readonly Property[]) {
  return z.object(pagingFields(sortable));
}

const sortObject = z
  .object({ sorted: z.boolean(), unsorted: z.boolean(), empty: z.boolean() })
  .meta({ id: 'SortObject' });

const pageableObject = z
  .object({
    paged: z.boolean(),
    unpaged: z.boolean(),
    pageNumber: z.int(),
    pageSize: z.int(),
    offset: z.int(),
    sort: sortObject,
  })
  .meta({ id: 'PageableObject' });

/** The schema of a page of items, for the OpenAPI document. `id` names the component. */
export function pageSchema(id: string, item: z.ZodType) {
  return z
    .object({
      content: z.array(item),
      pageable: pageableObject,
      totalPages: z.int(),
      totalElements: z.int(),
      first: z.boolean(),
      last: z.boolean(),
      empty: z.boolean(),
      size: z.int(),
      number: z.int().meta({ description: 'Zero-based page index' }),
      numberOfElements: z.int(),
      sort: sortObject,
    })
    .meta({ id });
}

export type Page<Item> = Omit<z.infer<ReturnType<typeof pageSchema>>, 'content'> & {
  readonly content: readonly Item[];
};

/** The page object of one page's items; `totalElements` counts all pages. */
export function pageOf<Item>(content: readonly Item[], totalElements: number, paging: Paging): Page<Item> {
  const { page, size } = paging;
  const isSorted = paging.sort.length > 0;
  const sort = { sorted: isSorted, unsorted: !isSorted, empty: !isSorted };
  const totalPages = Math.ceil(totalElements / size);
  return {
    content,
    pageable: { paged: true, unpaged: false, pageNumber: page, pageSize: size, offset: page * size, sort },
    totalPages,
    totalElements,
    first: page === 0,
    last: page + 1 >= totalPages,
    empty: content.length === 0,
    size,
    number: page,
    numberOfElements: content.length,
    sort,
  };
}

/** A paged list's answer in the API document. `items`: the example's content. */
export function pageAnswer(description: string, schema: z.ZodType, items: readonly unknown[]) {
  const example = pageOf(items, items.length, { page: 0, size: pageSizeDefault, sort: [] });
  return { 200: { description, schema, example } } as const;
}

/** A paged list's answer; `present` shows one row. */
export function answerPage<Row>(
  { content, totalElements }: { readonly content: readonly Row[]; readonly totalElements: number },
  paging: Paging,
  present: (row: Row) => unknown = (row) => row,
): RouteSuccess {
  return { status: 200, body: pageOf(content.map(present), totalElements, paging) };
}

type SortValue = string | number | boolean | null;

/**
 * Sorts items in memory and returns one page of them. Ties and unsorted lists go by id; null comes last, as in the
 * database.
 */
export function pageInMemory<Property extends string, Item extends { readonly id: number | string }>(
  items: readonly Item[],
  paging: Paging<Property>,
  sortValueOf: (item: Item, property: Property) => SortValue,
): Page<Item> {
  const sorted = items.toSorted((a, b) => {
    for (const { property, isDescending } of paging.sort) {
      const order = compare(sortValueOf(a, property), sortValueOf(b, property));
      if (order !== 0) return isDescending ? -order : order;
    }
    return compare(a.id, b.id);
  });
  const from = paging.page * paging.size;
  return pageOf(sorted.slice(from, from + paging.size), items.length, paging);
}

function compare(a: SortValue, b: SortValue): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
