/** Venues: rows of `venue`, the places that layouts belong to. Every query takes the organization. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';

export interface VenueFields {
  readonly name: string;
  readonly address: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
}

/** Makes a venue and returns its id. */
export function createVenue(
  connection: CommonQueryMethods,
  organizationId: number,
  venue: VenueFields,
): Promise<number> {
  return connection.oneFirst(sql.type(z.object({ id: z.int() }))`
    insert into venue (organization_id, name, address, lat, lng)
    values (${organizationId}, ${venue.name}, ${venue.address}, ${venue.lat}, ${venue.lng})
    returning id
  `);
}
