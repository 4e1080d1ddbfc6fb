/** The prices of an event, in the order in which they were made. */
import type { components } from '../../../client/index.ts';
import type { Service } from '../service.ts';
import { pageSize, wholeList } from '../whole-list.ts';

/** Rejects as `Service.ask` does. */
export function readPrices(service: Service, eventId: string): Promise<readonly components['schemas']['Price'][]> {
  return wholeList((page) => {
    const params = { path: { eventId }, query: { page, size: pageSize, sort: ['id,asc'] } };
    return service.ask((client) => client.GET('/api/private/v2.0/event/{eventId}/prices/', { params }));
  });
}
