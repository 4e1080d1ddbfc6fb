/**
 * The face of an event for the pages of buyers (docs/pages.md): what is on, where and when. Also of drafts and archived
 * events, as the map. The address to return to is shown only while its site may embed the organization's pages, so that
 * no page of this service sends a buyer elsewhere.
 */
import { z } from 'zod';
import { shownLocalTime, utcInstant, uuid } from '#codec/fields.ts';
import { instantIn } from '#domain/series/time-zones.ts';
import type { Brand, Brands } from '#storage/catalog/brands.ts';
import type { EventDirectory } from '#storage/catalog/events.ts';
import type { EventFaces, Face } from '#storage/catalog/faces.ts';
import type { FrameOrigins } from '#storage/catalog/frame-origins.ts';
import { shownBrand } from '../management/brand-body.ts';
import { tagHeaders, tagOfText, unchanged } from '../pipeline/entity-tag.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import {
  findPublicEvent,
  mapHeaders,
  mapTag,
  publicKey,
  unchangedResponse,
  unknownIdOrKey,
} from '../public-v1/map-query.ts';

export interface PublicFaces {
  readonly events: EventDirectory;
  readonly faces: Pick<EventFaces, 'of'>;
  readonly brands: Pick<Brands, 'of'>;
  readonly frameOrigins: Pick<FrameOrigins, 'of'>;
}

const venue = z
  .object({ name: z.string(), address: z.string().nullable() })
  .nullable()
  .meta({ description: 'Null: the layout belongs to no venue.' });

const shown = z
  .object({
    title: z.string().meta({ description: 'The name of the event, unless it has a title.' }),
    venue,
    start: shownLocalTime,
    timeZone: z
      .string()
      .nullable()
      .meta({ description: 'The zone of `start`: of the venue, or else of the series. Null: not known.' }),
    startsAt: utcInstant.nullable().meta({ description: 'The start as an instant; null: the zone is not known.' }),
    imageUrl: z.string().nullable().meta({ description: 'A picture beside the title. Null: there is none.' }),
    returnUrl: z.string().nullable().meta({
      description: 'Where a buyer goes after a checkout, with `code` in the query (docs/pages.md). Null: nowhere.',
    }),
    brand: shownBrand.optional().meta({ description: 'Absent: the organization has none.' }),
  })
  .meta({ id: 'EventFace' });

const example = {
  title: 'Opening night with the City Orchestra',
  venue: { name: 'City Hall', address: '1 Market Square' },
  start: '2027-05-01T19:30:00',
  timeZone: 'Europe/Berlin',
  startsAt: '2027-05-01T17:30:00.000Z',
  imageUrl: 'https://shop.example.com/opening-night.jpg',
  returnUrl: 'https://shop.example.com/pay',
};

/** Revalidated before every use, like the map. */
const caching = 'no-cache';

export function publicFaces({ events, faces, brands, frameOrigins }: PublicFaces): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/public/v2.0/event/{eventId}/face/',
      operationId: 'getPublicFace',
      summary: 'Read what is on',
      description: 'Title, place and time of the event, and the brand of its organization, for the pages of buyers.',
      tag: mapTag,
      caller: 'anonymous',
      params: z.object({ eventId: uuid }),
      query: z.object({ publicKey }),
      requestHeaders: mapHeaders,
      responses: { 200: { description: 'The face.', schema: shown, example }, 304: unchangedResponse },
      errors: ['ENTITY_NOT_FOUND'],
      handle: async (request) => {
        const { params, query } = request;
        const event = await findPublicEvent(events, params.eventId, query.publicKey);
        const face = event === null ? null : await faces.of(params.eventId);
        if (face === null) return unknownIdOrKey;
        const brand = await brands.of(query.publicKey);
        const body = present(face, brand, await frameOrigins.of(query.publicKey));
        const tag = tagOfText(JSON.stringify(body));
        const headers = tagHeaders(tag, caching);
        return unchanged(request.header('if-none-match'), tag, caching) ?? { status: 200, headers, body };
      },
    }),
  ];
}

function present(face: Face, brand: Brand | null, origins: readonly string[]): z.input<typeof shown> {
  const { name, start, timeZone, imageUrl, returnUrl } = face;
  const isListed = returnUrl !== null && origins.includes(new URL(returnUrl).origin);
  return {
    title: face.title ?? name,
    venue: face.venueName === null ? null : { name: face.venueName, address: face.venueAddress },
    start,
    timeZone,
    startsAt: timeZone === null ? null : new Date(instantIn(timeZone, start)).toISOString(),
    imageUrl,
    returnUrl: isListed ? returnUrl : null,
    ...(brand === null ? {} : { brand }),
  };
}
