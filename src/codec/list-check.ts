/**
 * Checks the long lists of a body piece by piece and stops at the first piece with an error. A schema collects every
 * issue that it finds: 4 MB of booleans in place of objects blocked the event loop for seconds and took 1.7 GB. When
 * all pieces are valid, the caller still has to check the whole body against the schema.
 */
import type { z } from 'zod';
import { ownMessages } from './messages.ts';

type Issue = z.core.$ZodIssue;

/** Entries per piece: some milliseconds of the event loop when all are wrong. Lists up to this length are not cut. */
const pieceEntries = 2_000;

/**
 * The issues of the first piece that has any, with paths in the whole value. Null: no long list, or no error in one.
 */
export function issuesInLists(schema: z.ZodType, value: unknown): readonly Issue[] | null {
  if (Array.isArray(value)) return value.length > pieceEntries ? issuesIn(schema, value, 0, (piece) => piece) : null;
  if (typeof value !== 'object' || value === null) return null;
  const long = Object.entries(value).filter(([, member]) => Array.isArray(member) && member.length > pieceEntries);
  if (long.length === 0) return null;
  const shortened = {
    ...value,
    ...Object.fromEntries(long.map(([name, list]) => [name, list.slice(0, pieceEntries)])),
  };
  for (const [name, list] of long) {
    const issues = issuesIn(schema, list, 1, (piece) => ({ ...shortened, [name]: piece }), name);
    if (issues !== null) return issues;
  }
  return null;
}

/** `depth`: the number of names before the position in a path; `name`: the last of them. */
function issuesIn(
  schema: z.ZodType,
  list: readonly unknown[],
  depth: number,
  around: (piece: readonly unknown[]) => unknown,
  name?: string,
): readonly Issue[] | null {
  for (let from = 0; from < list.length; from += pieceEntries) {
    const { success, error } = schema.safeParse(around(list.slice(from, from + pieceEntries)), ownMessages);
    if (success) continue;
    return error.issues.map((issue) => {
      const place = issue.path[depth];
      if (typeof place !== 'number' || (name !== undefined && issue.path[0] !== name)) return issue;
      return { ...issue, path: issue.path.with(depth, place + from) };
    });
  }
  return null;
}
