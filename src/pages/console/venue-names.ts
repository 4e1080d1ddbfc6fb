/** The names of the organization's venues, by their ids: layouts know only the id of their venue. */
import type { Service } from './service.ts';
import { pageSize, wholeList } from './whole-list.ts';

/** Rejects as `Service.ask` does. */
export async function readVenueNames(service: Service): Promise<ReadonlyMap<number, string>> {
  const venues = await wholeList((page) => {
    const query = { page, size: pageSize, sort: ['id,asc'] };
    return service.ask((client) => client.GET('/api/private/v2.0/venues/', { params: { query } }));
  });
  return new Map(venues.map(({ id, name }) => [id, name]));
}
