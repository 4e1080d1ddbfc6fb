/** Venues: the places that schemas belong to. Create, list, read, replace, delete. */
import { z } from 'zod';
import { longText } from '#codec/fields.ts';
import * as stored from '#storage/catalog/venues.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { answerPage, pageAnswer, pagingQuery } from '../pipeline/paging.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import {
  changedVenue,
  newVenue,
  newVenueExample,
  unknownVenue,
  usedVenue,
  venueExample,
  venueFieldsOf,
  venuePage,
  venueSchema,
} from './venue-body.ts';

const prefix = '/api/private/v2.0/venues/';
const shared = { tag: 'Venues', caller: 'organization' } as const;
const params = z.object({ id: longText });
const one = { description: 'The venue.', schema: venueSchema, example: venueExample };
const changing = { ...shared, idempotency: 'transaction' } as const;

export function venues(pool: DatabasePool): readonly Route[] {
  return [create(), list(pool), read(pool), replace(), remove()];
}

function create(): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path: prefix,
    operationId: 'createVenue',
    summary: 'Create a venue',
    description: 'Layouts and events refer to a venue; it holds no seats itself.',
    body: newVenue,
    requestExample: newVenueExample,
    responses: { 201: one },
    errors: [],
    handle: async ({ body, organizationId, changes }) => ({
      status: 201,
      body: await stored.create(changes, organizationId, venueFieldsOf(body)),
    }),
  });
}

function list(pool: DatabasePool): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: prefix,
    operationId: 'listVenues',
    summary: 'List the venues',
    description: 'In the requested order, by default by id.',
    query: pagingQuery(['id', 'name', 'address', 'lat', 'lng']),
    responses: pageAnswer('A page of venues.', venuePage, [venueExample]),
    errors: [],
    handle: async ({ query, organizationId }) => answerPage(await stored.list(pool, organizationId, query), query),
  });
}

function read(pool: DatabasePool): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: `${prefix}{id}`,
    operationId: 'getVenue',
    summary: 'Read a venue',
    description: 'The venue with its address and coordinates.',
    params,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, organizationId }) => {
      const found = await stored.find(pool, organizationId, params.id);
      return found === null ? unknownVenue : { status: 200, body: found };
    },
  });
}

function replace(): Route {
  return defineRoute({
    ...changing,
    method: 'PUT',
    path: prefix,
    operationId: 'replaceVenue',
    summary: 'Replace a venue',
    description: 'The body is the whole venue: members that are absent become null.',
    body: changedVenue,
    requestExample: venueExample,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ body, organizationId, changes }) => {
      const replaced = await stored.replace(changes, organizationId, body.id, venueFieldsOf(body));
      return replaced === null ? unknownVenue : { status: 200, body: replaced };
    },
  });
}

function remove(): Route {
  return defineRoute({
    ...changing,
    method: 'DELETE',
    path: `${prefix}{id}`,
    operationId: 'deleteVenue',
    summary: 'Delete a venue',
    description: 'Refused while schemas belong to it.',
    params,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ params, organizationId, changes }) => {
      const outcome = await stored.remove(changes, organizationId, params.id);
      if (outcome === 'unknown') return unknownVenue;
      return outcome === 'used' ? usedVenue : { status: 204 };
    },
  });
}
