/** The calls that forget persons, and the wait until they are done. */
import { eventually } from './eventually.ts';
import type { Answer, ServiceCalls } from './service.ts';
import type { SessionCalls } from './session-calls.ts';

export const erasurePath = '/api/private/v2.0/erasure/';

export function requestErasure(
  service: ServiceCalls,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return service.call('POST', erasurePath, { key: service.catalog.organization.token, headers, body });
}

/** The erasure once it is done. */
export function whenErased(service: ServiceCalls, id: string): Promise<Answer['body']> {
  return eventually(async () => {
    const { body } = await service.call('GET', `${erasurePath}${id}`, { key: service.catalog.organization.token });
    return body.state === 'DONE' ? body : null;
  });
}

/** The session once it is erased, or why it is not. */
export async function eraseSession(
  service: ServiceCalls,
  calls: Pick<SessionCalls, 'read'>,
  sessionId: string,
): Promise<Answer> {
  const requested = await requestErasure(service, { sessionId });
  if (requested.status !== 202) return requested;
  await whenErased(service, requested.body.id);
  return calls.read(sessionId);
}
