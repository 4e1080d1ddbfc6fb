/**
 * The common parts of the editor interface: its tag in the OpenAPI document, the search in lists, the answer for an
 * unknown schema.
 */
import { text } from '#codec/fields.ts';
import { pagingFields } from '../pipeline/paging.ts';
import { noSuch } from '../refusals.ts';

export const editorTag = 'Editor';
/** Large, because editors fill a menu with one call. */
const pageSizeMax = 1_000;

export const unknownSchema = noSuch('schema');

/** The fields of a paged list's query that can be searched by name. */
export function searchQuery<const Property extends string>(sortable: readonly Property[]) {
  return {
    search: text(0, 255).optional().meta({ description: 'Part of the name; upper and lower case are the same.' }),
    ...pagingFields(sortable, pageSizeMax),
  };
}
