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
/** Lists are looked for among the members of a body and among the members of these, such as `bestAvailable.priceIds`. */
const depthMax = 2;

/** The names that lead from a body to one of its lists. */
type Way = readonly string[];
type List = readonly unknown[];

/**
 * The issues of the first piece that has any, with paths in the whole value. Null: no long list, or no error in one.
 */
export function issuesInLists(schema: z.ZodType, value: unknown): readonly Issue[] | null {
  if (Array.isArray(value)) return value.length > pieceEntries ? issuesIn(schema, value, [], (piece) => piece) : null;
  if (!hasLongList(value, depthMax)) return null;
  const ways = longListsIn(value, depthMax);
  let shortened = value as object;
  for (const way of ways) shortened = withList(shortened, way, listAt(value, way).slice(0, pieceEntries));
  for (const way of ways) {
    const issues = issuesIn(schema, listAt(value, way), way, (piece) => withList(shortened, way, piece));
    if (issues !== null) return issues;
  }
  return null;
}

/** Allocates nothing: most bodies have no long list. */
function hasLongList(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (Array.isArray(member) ? member.length > pieceEntries : depth > 1 && hasLongList(member, depth - 1)) return true;
  }
  return false;
}

function longListsIn(value: unknown, depth: number): Way[] {
  if (typeof value !== 'object' || value === null) return [];
  const ways: Way[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (Array.isArray(member)) {
      if (member.length > pieceEntries) ways.push([name]);
    } else if (depth > 1) for (const way of longListsIn(member, depth - 1)) ways.push([name, ...way]);
  }
  return ways;
}

function listAt(value: unknown, way: Way): List {
  return way.reduce((part, name) => (part as Readonly<Record<string, unknown>>)[name], value) as List;
}

/** A copy with another list at the end of the way. */
function withList(value: object, [name = '', ...rest]: Way, list: List): object {
  const member = (value as Readonly<Record<string, unknown>>)[name];
  return { ...value, [name]: rest.length === 0 ? list : withList(member as object, rest, list) };
}

function issuesIn(schema: z.ZodType, list: List, way: Way, around: (piece: List) => unknown): readonly Issue[] | null {
  for (let from = 0; from < list.length; from += pieceEntries) {
    const { success, error } = schema.safeParse(around(list.slice(from, from + pieceEntries)), ownMessages);
    if (success) continue;
    return error.issues.map((issue) => {
      const place = issue.path[way.length];
      if (typeof place !== 'number' || way.some((name, at) => issue.path[at] !== name)) return issue;
      return { ...issue, path: issue.path.with(way.length, place + from) };
    });
  }
  return null;
}
