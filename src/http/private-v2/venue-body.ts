/** A venue in requests and answers, the validation of its fields, and the refusals of calls on venues. */
import { z } from 'zod';
import { absentId, longId, text } from '#codec/fields.ts';
import type { VenueFields } from '#storage/catalog/venues.ts';
import { pageSchema } from '../pipeline/paging.ts';
import { conflict, noSuch } from '../refusals.ts';

const fields = {
  name: text(1, 255),
  address: text(0, 1000).nullish(),
  lat: z.number().min(-90).max(90).nullish().meta({ description: 'Degrees north.' }),
  lng: z.number().min(-180).max(180).nullish().meta({ description: 'Degrees east.' }),
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
  })
  .meta({ id: 'Venue' });

export const venuePage = pageSchema('PageVenue', venueSchema);

export const newVenueExample = { name: 'City Hall', address: '1 Market Square', lat: 52.52, lng: 13.405 };
export const venueExample = { id: 3, ...newVenueExample };

export const unknownVenue = noSuch('venue');
export const usedVenue = conflict('Schemas belong to the venue; delete them first.');

type Given<Value> = Value | null | undefined;

/** The fields to store: absent members become null. */
export function venueFieldsOf(body: {
  readonly name: string;
  readonly address?: Given<string>;
  readonly lat?: Given<number>;
  readonly lng?: Given<number>;
}): VenueFields {
  return { name: body.name, address: body.address ?? null, lat: body.lat ?? null, lng: body.lng ?? null };
}
