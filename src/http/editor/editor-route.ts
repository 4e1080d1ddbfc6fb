/**
 * Declares a route of the editor interface: called with the token of a login, for the login's own organization. Common
 * editor tools name an organization with every call; one that is not the login's is refused. The answer lists members
 * of the body that were not understood.
 */
import { z } from 'zod';
import { defineRoute, type Route, type RouteResult, type RouteSpec } from '../pipeline/route.ts';
import { unknownMembers, withWarnings } from '../pipeline/unknown-members.ts';
import { editorTag } from './terms.ts';

const organization = z.union([z.string(), z.number()]).nullish();
const orgId = organization.meta({ description: 'Optional; must be the login’s own organization.' });

export const foreign: RouteResult = {
  problem: { code: 'ACCESS_DENIED', detail: 'The login belongs to another organization than `orgId`.' },
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
      return known === undefined || rawBody ? result : withWarnings(result, unknownMembers(known, sent));
    },
  });
}

/** Refuses a call that names another organization than its login's. */
function foreignOrganization(
  { organizationId }: { readonly organizationId: number },
  named: unknown,
): RouteResult | null {
  return isGiven(named) && String(named) !== String(organizationId) ? foreign : null;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
