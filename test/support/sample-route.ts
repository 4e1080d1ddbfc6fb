/** Routes for tests of the HTTP layer, with defaults for all members that a test does not name. */
import { defineRoute, type Route } from '#http/pipeline/route.ts';

/** The prefix of the family that sample routes belong to. */
export const samplePrefix = '/api/private/v2.0';

/** A route without key and schemas; `more` overrides any member. */
export function sampleRoute(
  method: Route['method'],
  path: string,
  handle: Route['handle'],
  more: Partial<Route> = {},
): Route {
  const declared = defineRoute({
    method,
    path,
    operationId: 'sample',
    summary: 'A sample',
    tag: 'Sample',
    caller: 'anonymous',
    responses: { 200: { description: 'Fine' } },
    errors: [],
    handle,
  });
  return { ...declared, ...more };
}

/** A handler that always answers 200 with `body`. */
export function says(body: unknown): Route['handle'] {
  return async () => ({ status: 200, body });
}
