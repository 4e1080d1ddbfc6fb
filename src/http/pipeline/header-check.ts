/** Makes the check of a route's request headers, which are checked like a body. */
import type { IncomingHttpHeaders } from 'node:http';
import { check } from '#codec/check.ts';
import { checked } from './checked.ts';
import { requestHeadersOf } from './keyed-call.ts';
import type { Route } from './route.ts';

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
