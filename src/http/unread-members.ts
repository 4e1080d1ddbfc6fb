/**
 * Names the members of a body that the service does not understand, so that a client learns of them instead of losing them
 * in silence. For interfaces whose clients are many and whose format has no version.
 */
import { z } from 'zod';
import type { RouteResult } from './route.ts';

const namesMax = 100;
const nameLengthMax = 100;

/** The member of an answer that lists them. */
export const warnings = z
  .array(z.string())
  .optional()
  .meta({ description: 'Members of the body that were not understood and had no effect, such as `seats[].colour`.' });

/** The members that the schema of a loose object does not have. */
export function unreadMembers({ shape }: z.ZodObject, body: object): readonly string[] {
  return shownNames(Object.keys(body).filter((name) => !Object.hasOwn(shape, name)));
}

/** As many names as an answer lists, none of them long. */
function shownNames(names: Iterable<string>): readonly string[] {
  const shown: string[] = [];
  for (const name of names) {
    if (shown.length === namesMax) break;
    shown.push(name.length > nameLengthMax ? `${name.slice(0, nameLengthMax).toWellFormed()}…` : name);
  }
  return shown;
}

/** A success with `warnings` in its body when there are any. */
export function withWarnings(result: RouteResult, warnings: readonly string[]): RouteResult {
  if (warnings.length === 0 || 'problem' in result || result.body === undefined) return result;
  return { ...result, body: { ...(result.body as object), warnings } };
}
