/** Checks a value or the headers that a client sent, and throws what is wrong with them as a problem. */
import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import { check } from '#codec/check.ts';
import { problemOfCheck } from './invalid-body.ts';
import { requestHeadersOf } from './keyed-call.ts';
import { ProblemError } from './problem.ts';
import type { Route } from './route.ts';

/** The value that the schema makes; throws `ProblemError`. */
export function checked(schema: z.ZodType, value: unknown): unknown {
  const result = check(schema, value);
  if (!result.ok) throw new ProblemError(problemOfCheck(result));
  return result.value;
}

/** Checks the headers that the route declares. Skips the check when all of them are optional and none was sent. */
export function headerCheckOf(route: Route): (headers: IncomingHttpHeaders) => void {
  const requestHeaders = requestHeadersOf(route);
  if (requestHeaders === undefined) return () => {};
  const names = Object.keys(requestHeaders.shape).map((name) => [name, name.toLowerCase()] as const);
  const areOptional = check(requestHeaders, {}).ok;
  return (headers) => {
    if (areOptional && names.every(([, key]) => headers[key] === undefined)) return;
    checked(requestHeaders, Object.fromEntries(names.map(([name, key]) => [name, headers[key]])));
  };
}
