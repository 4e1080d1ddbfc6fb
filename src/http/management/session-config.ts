/** The organization's switch for public sessions (contract: session-config), read and written with its own key. */
import { z } from 'zod';
import type { Policies } from '#storage/catalog/policies.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { unknownMembers, warnings, withWarnings } from '../pipeline/unknown-members.ts';

const path = '/api/private/management/v2.0/session-config/';
const tag = 'Organization settings';
const config = z
  .object({ publicSessionsEnabled: z.boolean() })
  .meta({ id: 'SessionConfig', outputId: 'SessionConfig' });
const change = z.looseObject({ publicSessionsEnabled: z.boolean() }).meta({ id: 'ChangedSessionConfig' });
const example = { publicSessionsEnabled: true };
const responses = { 200: { description: 'The setting as it is now.', schema: config, example } };
const changed = config.extend({ warnings }).meta({ id: 'StoredSessionConfig' });

export function sessionConfig(policies: Policies): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getSessionConfig',
      access: may('VIEWER', 'shared'),
      summary: 'Read whether public sessions are enabled',
      description: 'Off by default.',
      tag,
      caller: 'organization',
      responses,
      errors: [],
      handle: async ({ organizationId }) => {
        const { publicSessionsEnabled } = (await policies.get(organizationId)).current;
        return { status: 200, body: { publicSessionsEnabled } };
      },
    }),
    defineRoute({
      method: 'PUT',
      idempotency: 'transaction',
      path,
      operationId: 'replaceSessionConfig',
      access: may('OWNER', 'whole'),
      summary: 'Enable or disable public sessions',
      description:
        'Takes effect at once on the node that answers and within a second on every node. Private session calls always work.',
      tag,
      caller: 'organization',
      body: change,
      requestExample: example,
      responses: { 200: { ...responses[200], schema: changed } },
      errors: [],
      handle: async ({ organizationId, body, changes }) => {
        const { publicSessionsEnabled } = body;
        await policies.change(changes, organizationId, { publicSessionsEnabled });
        return withWarnings({ status: 200, body: { publicSessionsEnabled } }, unknownMembers(change, body));
      },
    }),
  ];
}
