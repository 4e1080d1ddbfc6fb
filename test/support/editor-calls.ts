/** The editor interface over HTTP, called by a logged-in user. */
import { randomUUID } from 'node:crypto';
import { joinOrganization } from '#storage/catalog/accounts.ts';
import { cheapHash } from './cheap-password.ts';
import type { Answer, CallOptions, ServiceCalls } from './service.ts';
import { succeeded } from './session-calls.ts';

const password = 'open sesame';

export interface EditorLogin {
  readonly token: string;
  readonly refreshToken: string;
  readonly user: { readonly id: number; readonly email: string; readonly organizationId: number };
}

/** Creates a user of an organization and logs in. */
export async function logIn(
  service: ServiceCalls,
  organizationId: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<EditorLogin> {
  const email = `${randomUUID()}@example.org`;
  const person = { email, firstName: 'Ed', lastName: 'Itor', passwordHash: cheapHash(password) };
  await joinOrganization(service.catalog.pool, organizationId, person);
  return succeeded(await service.call('POST', '/api/auth/login', { headers, body: { username: email, password } }))
    .body;
}

export const bearer = (token: string): CallOptions => ({ headers: { Authorization: `Bearer ${token}` } });

export type Editor = Awaited<ReturnType<typeof openEditor>>;

/** Calls of a logged-in user of the organization; by default the catalog's own. */
export async function openEditor(service: ServiceCalls, organizationId = service.catalog.organization.id) {
  const login = await logIn(service, organizationId);
  const ask = (method: string, path: string, body?: unknown, headers: object = {}): Promise<Answer> =>
    service.call(method, path, { headers: { ...bearer(login.token).headers, ...headers }, body });
  return {
    login,
    ask,
    /** A venue with an empty schema: their ids. */
    async makeSchema(fields: object = {}): Promise<{ venueId: number; schemaId: number }> {
      const venue = succeeded(await ask('POST', '/api/venues/', { name: 'Hall' })).body;
      const schema = succeeded(await ask('POST', `/api/venues/${venue.id}/schemas/`, { name: 'Map', ...fields })).body;
      return { venueId: venue.id, schemaId: schema.id };
    },
    map: (schemaId: number) => ask('GET', `/api/seatmap/${schemaId}/`),
    draw: (schemaId: number, body: unknown, query = '') => ask('PUT', `/api/seatmap/${schemaId}/${query}`, body),
  };
}
