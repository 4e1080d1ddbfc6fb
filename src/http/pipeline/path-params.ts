/**
 * Checks the parameters of a path. Skips the schema where it accepts any text, as on all calls of a session: they are
 * texts already.
 */
import { z } from 'zod';
import { checked } from './checked.ts';

export type PathParams = Readonly<Record<string, string>>;

/** Returns what the schema makes of the parameters, or throws `ProblemError`; null without a schema. */
export function pathCheckOf(schema: z.ZodType | undefined): (params: PathParams) => unknown {
  if (schema === undefined) return () => null;
  return takesAnyTexts(schema) ? (params) => params : (params) => checked(schema, params);
}

function takesAnyTexts(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && !hasChecks(schema) && Object.values(schema.shape).every(takesAnyText);
}

/** A schema with a format, such as a UUID, is of another class. */
function takesAnyText(schema: unknown): boolean {
  return schema instanceof z.ZodString && !hasChecks(schema) && schema.def.coerce !== true;
}

function hasChecks({ def }: z.ZodObject | z.ZodString): boolean {
  return def.checks !== undefined && def.checks.length > 0;
}
