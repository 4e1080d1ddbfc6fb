/**
 * The public key of the caller's organization, which browsers need for maps and sessions. Never shows a secret: the
 * organization token is in the answer of a login, the private key in the management of the tenant.
 */
import { z } from 'zod';
import { longId } from '#codec/fields.ts';
import type { Organizations } from '#storage/catalog/organizations.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';

const keys = z
  .object({
    organizationId: longId,
    organizationName: z.string().meta({ description: 'Name of the organization.' }),
    publicKey: z.uuid(),
  })
  .meta({ id: 'ApiKeys' });
const example = {
  organizationId: 12,
  organizationName: 'Theatre',
  publicKey: '0d2f7c2a-62a5-4e55-a0b7-0f3a52c1c001',
};

export function apiKeys(organizations: Organizations): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/private/management/v2.0/api-keys/',
      operationId: 'getApiKeys',
      access: may('VIEWER', 'shared'),
      summary: 'Read the public key of the organization',
      description: 'For frontends: the public key opens the map of an event and creates sessions. It is no secret.',
      tag: 'Organization settings',
      caller: 'organization',
      responses: { 200: { description: 'The organization and its public key.', schema: keys, example } },
      errors: ['ENTITY_NOT_FOUND'],
      handle: async ({ tenantId, organizationId }) => {
        const found = await organizations.find(tenantId, organizationId);
        if (found === null) {
          return { problem: { code: 'ENTITY_NOT_FOUND', detail: 'The organization is being deleted.' } };
        }
        const { name: organizationName, publicKey } = found;
        return { status: 200, body: { organizationId, organizationName, publicKey } };
      },
    }),
  ];
}
