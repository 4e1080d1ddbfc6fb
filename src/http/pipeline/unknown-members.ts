/**
 * Lists the unknown members of a body, so that a client learns that they had no effect. For interfaces with many
 * clients and a format without versions.
 */
import { z } from 'zod';
import type { RouteResult } from './route.ts';

const namesMax = 100;
const nameLengthMax = 100;

/** The member of an answer that lists them. */
export const warnings = z
  .array(z.string())
  .optional()
  .meta({ description: 'Members of the body that are unknown and had no effect, such as `seats[].colour`.' });

/** The members of the body that the schema of a loose object does not know. */
export function unknownMembers({ shape }: z.ZodObject, body: object): readonly string[] {
  return shownNames(Object.keys(body).filter((name) => !Object.hasOwn(shape, name)));
}

/** The body without its unknown members. */
export function knownMembers<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  body: object,
): z.output<z.ZodObject<Shape>> {
  const known = Object.entries(body).filter(([name]) => Object.hasOwn(shape, name));
  return Object.fromEntries(known) as z.output<z.ZodObject<Shape>>;
}

/** At most `namesMax` names, long ones cut. */
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
