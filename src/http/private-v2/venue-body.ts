/**
 * A venue in requests and answers, the validation of its fields, and what a call on a venue does: the same in all
 * interfaces.
 */
import { z } from 'zod';
import { absentId, longId, text, timeZone } from '#codec/fields.ts';
import * as venues from '#storage/catalog/venues.ts';
import type { CallChanges } from '#storage/database/call-changes.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { pageSchema } from '../pipeline/paging.ts';
import type { RouteResult } from '../pipeline/route.ts';
import { conflict, noSuch } from '../refusals.ts';

const fields = {
  name: text(1, 255),
  address: text(0, 1000).nullish(),
  lat: z.number().min(-90).max(90).nullish().meta({ description: 'Degrees north.' }),
  lng: z.number().min(-180).max(180).nullish().meta({ description: 'Degrees east.' }),
  timeZone: timeZone.nullish().meta({
    description: 'The zone of the local times of its events, as an IANA name. Absent: as it is; null: not known.',
  }),
};

export const newVenue = z.object({ id: absentId('must be null on create'), ...fields }).meta({ id: 'NewVenue' });
export const changedVenue = z.object({ id: longId, ...fields }).meta({ id: 'ChangedVenue' });

export const venueSchema = z
  .object({
    id: longId,
    name: z.string(),
    address: z.string().nullable(),
    lat: z.number().nullable(),
    lng: z.number().nullable(),
    timeZone: z.string().optional().meta({ description: 'Absent while it is not known.' }),
  })
  .meta({ id: 'Venue' });

export const venuePage = pageSchema('PageVenue', venueSchema);

export const newVenueExample = {
  name: 'City Hall',
  address: '1 Market Square',
  lat: 52.52,
  lng: 13.405,
  timeZone: 'Europe/Berlin',
};
export const venueExample = { id: 3, ...newVenueExample };

export const unknownVenue = noSuch('venue');
const usedVenue = conflict('Schemas belong to the venue; delete them first.');

type Given<Value> = Value | null | undefined;

/** The fields to store: absent members become null, but the time zone, which the contract's clients do not know, stays. */
function venueFieldsOf(body: {
  readonly name: string;
  readonly address?: Given<string>;
  readonly lat?: Given<number>;
  readonly lng?: Given<number>;
  readonly timeZone?: Given<string>;
}): venues.VenueFields {
  const { name, address = null, lat = null, lng = null, timeZone } = body;
  return { name, address, lat, lng, timeZone };
}

export function presentVenue({ timeZone, ...venue }: venues.VenueRecord): z.output<typeof venueSchema> {
  return timeZone === null ? venue : { ...venue, timeZone };
}

export async function createVenue(
  changes: CallChanges,
  organizationId: number,
  body: z.output<typeof newVenue>,
): Promise<RouteResult> {
  return { status: 201, body: presentVenue(await venues.create(changes, organizationId, venueFieldsOf(body))) };
}

export async function readVenue(pool: DatabasePool, organizationId: number, venueId: number): Promise<RouteResult> {
  return answerOf(await venues.find(pool, organizationId, venueId));
}

export async function replaceVenue(
  changes: CallChanges,
  organizationId: number,
  body: z.output<typeof changedVenue>,
): Promise<RouteResult> {
  return answerOf(await venues.replace(changes, organizationId, body.id, venueFieldsOf(body)));
}

export async function removeVenue(changes: CallChanges, organizationId: number, venueId: number): Promise<RouteResult> {
  const outcome = await venues.remove(changes, organizationId, venueId);
  if (outcome === 'unknown') return unknownVenue;
  return outcome === 'used' ? usedVenue : { status: 204 };
}

function answerOf(venue: venues.VenueRecord | null): RouteResult {
  return venue === null ? unknownVenue : { status: 200, body: presentVenue(venue) };
}
