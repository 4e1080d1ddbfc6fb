/**
 * Declares a route of the editor interface: called with the token of a login, for the login's own organization. The field's
 * tools name an organization with every call; another one than the login's is refused. Members of a body that are not
 * understood are named in the answer.
 */
import { z } from 'zod';
import { defineRoute, type Route, type RouteResult, type RouteSpec } from '../route.ts';
import { unreadMembers, withWarnings } from '../unread-members.ts';
import { editorTag } from './terms.ts';

const organization = z.union([z.string(), z.number()]).nullish();
const orgId = organization.meta({ description: 'The login’s own organization, if it is given at all.' });

const foreign: RouteResult = {
  problem: { code: 'ACCESS_DENIED', detail: 'The login is one of another organization than `orgId` names.' },
};

type EditorSpec<P extends z.ZodType, Q extends z.ZodObject, B extends z.ZodObject> = Omit<
  RouteSpec<P, Q, B>,
  'tag' | 'caller'
>;

export function editorRoute<P extends z.ZodType, Q extends z.ZodObject, B extends z.ZodObject>(
  spec: EditorSpec<P, Q, B>,
): Route {
  const { body, query = z.object({}), rawBody = false } = spec;
  const known = body?.extend({ orgId });
  return defineRoute({
    ...(spec as unknown as Route),
    tag: editorTag,
    caller: 'login',
    query: query.extend({ orgId: orgId.optional() }),
    ...(known === undefined ? {} : { body: rawBody ? known : known.loose() }),
    errors: [...spec.errors, 'ACCESS_DENIED'],
    handle: async (request) => {
      const sent = (request.body ?? {}) as { readonly orgId?: unknown };
      const refused = foreignOrganization(request, request.query.orgId) ?? foreignOrganization(request, sent.orgId);
      if (refused !== null) return refused;
      const result = await (spec as unknown as Route).handle(request);
      return known === undefined || rawBody ? result : withWarnings(result, unreadMembers(known, sent));
    },
  });
}

/** Refuses a call that names another organization than its login's. */
export function foreignOrganization(
  { organizationId }: { readonly organizationId: number },
  named: unknown,
): RouteResult | null {
  return isGiven(named) && String(named) !== String(organizationId) ? foreign : null;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
