/**
 * Reads and checks the query of a request. A route remembers the queries that it has checked last: the box office of an
 * event sends the same one with every call. Never remembers a refused query.
 */
import { parse } from 'node:querystring';
import type { z } from 'zod';
import { check } from '#codec/check.ts';
import type { FieldError } from '#domain/refusal.ts';
import { problemOfCheck } from './invalid-body.ts';
import { ProblemError } from './problem.ts';

/** Of one route. About 300 bytes each. */
const rememberedMax = 500;
/** A longer query is checked every time. */
const rememberedLengthMax = 100;

/** The check of a route's query, from the target of a request. Returns null on a route that declares none; throws `ProblemError`. */
export function queryCheckOf(schema: z.ZodType | undefined): (target: string | undefined) => unknown {
  if (schema === undefined) return () => null;
  const remembered = new Map<string, unknown>();
  return (target = '') => {
    const from = target.indexOf('?');
    const text = from === -1 ? '' : target.slice(from + 1);
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const query = checkedQuery(schema, parsed(text));
    if (text.length > rememberedLengthMax) return query;
    if (remembered.size >= rememberedMax) remembered.clear();
    // All calls with this query share the value.
    remembered.set(text, Object.freeze(query));
    return query;
  };
}

function parsed(text: string): unknown {
  if (text.includes('%00')) {
    throw new ProblemError({ code: 'MALFORMED_REQUEST', detail: 'The query contains a NUL character.' });
  }
  return text === '' ? {} : parse(text);
}

function checkedQuery(schema: z.ZodType, sent: unknown): unknown {
  const result = check(schema, sent);
  if (result.ok) return result.value;
  throw new ProblemError(problemOfCheck({ ...result, errors: result.errors.map(namingTheQuery) }));
}

/** A caller that sends the member in the body would not understand that it must not be null. */
function namingTheQuery(error: FieldError): FieldError {
  if (error.code !== 'NOT_NULL') return error;
  return { ...error, message: `must be in the query (?${error.field}=…), not in the body` };
}
