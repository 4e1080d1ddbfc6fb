/** The organization's switch for public sessions (contract: session-config), read and written with its own key. */
import { z } from 'zod';
import { defineRoute, type Route } from '../pipeline/route.ts';

export interface SessionConfigDeps {
  readonly policies: {
    get(organizationId: number): Promise<{ readonly current: { readonly publicSessionsEnabled: boolean } }>;
    switchPublicSessions(organizationId: number, enabled: boolean): Promise<void>;
  };
}

const path = '/api/private/management/v2.0/session-config/';
const tag = 'Organization settings';
const config = z
  .object({ publicSessionsEnabled: z.boolean() })
  .meta({ id: 'SessionConfig', outputId: 'SessionConfig' });
const example = { publicSessionsEnabled: true };
const responses = { 200: { description: 'The setting as it is now.', schema: config, example } };

export function sessionConfig({ policies }: SessionConfigDeps): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getSessionConfig',
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
      summary: 'Enable or disable public sessions',
      description:
        'Takes effect at once on the node that answers and within a second on every node. Private session calls always work.',
      tag,
      caller: 'organization',
      body: config,
      requestExample: example,
      responses,
      errors: [],
      handle: async ({ organizationId, body }) => {
        await policies.switchPublicSessions(organizationId, body.publicSessionsEnabled);
        return { status: 200, body };
      },
    }),
  ];
}
