/** Which sites may show the map of the organization in their pages. */
import type { ServiceCalls } from './service.ts';
import { succeeded } from './session-calls.ts';

export async function allowFrames({ call, catalog }: ServiceCalls, frameOrigins: readonly string[]): Promise<void> {
  const path = '/api/private/management/v2.0/organization-config/';
  succeeded(await call('PUT', path, { key: catalog.organization.token, body: { frameOrigins } }));
}
