/** The calls that forget persons, and the wait until they are done. */
import { eventually } from './eventually.ts';
import type { Answer, ServiceCalls } from './service.ts';

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
