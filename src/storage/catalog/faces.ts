/**
 * The faces of events: what buyers read of an event beside its map. Its own columns of `event`, its start, its venue and
 * the zone of that. `EventFaces` caches them for the pages of buyers; a change is in force on every node within a second.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { Cache } from '../database/cache.ts';
import type { Database } from '../database/call-changes.ts';
import type { Notifications } from '../database/notifications.ts';
import { assignments, rowsOf } from '../database/rows.ts';
import { isThere } from './events.ts';

const settings = rowsOf(
  z.object({
    /** Null: the event's name. */
    title: z.string().nullable(),
    imageUrl: z.string().nullable(),
    returnUrl: z.string().nullable(),
  }),
);

/** The part that the organization sets. */
export type FaceSettings = z.infer<typeof settings.row>;

const faceRow = settings.row.extend({
  publicKey: z.string(),
  name: z.string(),
  /** Local date-time in canonical form. */
  start: z.string(),
  /** Null: the schema belongs to no venue. */
  venueId: z.int().nullable(),
  venueName: z.string().nullable(),
  venueAddress: z.string().nullable(),
  /** Of the venue, or else of the event's series. */
  timeZone: z.string().nullable(),
});

export type Face = z.infer<typeof faceRow>;

const ofEvent = (organizationId: number, eventId: string) => sql.fragment`
  id = ${eventId} and organization_id = ${organizationId} and ${isThere}
`;

/** Null: the organization has no such event. */
export function findSettings(
  connection: CommonQueryMethods,
  organizationId: number,
  eventId: string,
): Promise<FaceSettings | null> {
  return connection.maybeOne(sql.type(settings.row)`
    select ${settings.columns} from event where ${ofEvent(organizationId, eventId)}
  `);
}

/** Replaces the settings. False: the organization has no such event. */
export async function storeSettings(
  database: Database,
  organizationId: number,
  eventId: string,
  { title, imageUrl, returnUrl }: FaceSettings,
): Promise<boolean> {
  const { rowCount } = await database.query(sql.unsafe`
    update event set ${assignments({ title, imageUrl, returnUrl })} where ${ofEvent(organizationId, eventId)}
  `);
  return rowCount > 0;
}

/** At most 6 KB each, usually 500 bytes. */
const facesMax = 5_000;

export class EventFaces {
  readonly #cache: Cache<string, Face | null>;

  constructor(connection: CommonQueryMethods, notifications: Notifications) {
    this.#cache = new Cache(facesMax, (eventId) => findFace(connection, eventId));
    this.#cache.followByKey(notifications, 'event', String);
    this.#cache.followByMember(notifications, 'venue', 'venueId');
  }

  /** `eventId`: lower case. Null: there is no such event. */
  of(eventId: string): Promise<Face | null> {
    return this.#cache.get(eventId);
  }

  /** Called after a change: the next `of` on this node queries again. */
  drop(eventId: string): void {
    this.#cache.drop(eventId);
  }
}

function findFace(connection: CommonQueryMethods, eventId: string): Promise<Face | null> {
  return connection.maybeOne(sql.type(faceRow)`
    select event.title, event.image_url as "imageUrl", event.return_url as "returnUrl",
      organization.public_key as "publicKey", event.name, event.start_at as start,
      venue.id as "venueId", venue.name as "venueName", venue.address as "venueAddress",
      coalesce(venue.time_zone, series.time_zone) as "timeZone"
    from event
      join organization on organization.id = event.organization_id
      join schema on schema.id = event.schema_id
      left join venue on venue.id = schema.venue_id
      left join series on series.id = event.series_id
    where event.id = ${eventId} and not organization.deleting and ${isThere}
  `);
}
