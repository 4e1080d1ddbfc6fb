/** Venues: the places that schemas belong to. Create, list, read, replace, delete. */
import { z } from 'zod';
import { longText } from '#codec/fields.ts';
import * as stored from '#storage/catalog/venues.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { may } from '../pipeline/access.ts';
import { answerPage, pageAnswer, pagingQuery } from '../pipeline/paging.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import {
  changedVenue,
  createVenue,
  newVenue,
  newVenueExample,
  presentVenue,
  readVenue,
  removeVenue,
  replaceVenue,
  venueExample,
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
    access: may('MANAGER', 'whole'),
    summary: 'Create a venue',
    description: 'Layouts and events refer to a venue; it holds no seats itself.',
    body: newVenue,
    requestExample: newVenueExample,
    responses: { 201: one },
    errors: [],
    handle: ({ body, organizationId, changes }) => createVenue(changes, organizationId, body),
  });
}

function list(pool: DatabasePool): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: prefix,
    operationId: 'listVenues',
    access: may('VIEWER', 'shared'),
    summary: 'List the venues',
    description: 'In the requested order, by default by id.',
    query: pagingQuery(['id', 'name', 'address', 'lat', 'lng']),
    responses: pageAnswer('A page of venues.', venuePage, [venueExample]),
    errors: [],
    handle: async ({ query, organizationId }) =>
      answerPage(await stored.list(pool, organizationId, query), query, presentVenue),
  });
}

function read(pool: DatabasePool): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: `${prefix}{id}`,
    operationId: 'getVenue',
    access: may('VIEWER', 'shared'),
    summary: 'Read a venue',
    description: 'The venue with its address and coordinates.',
    params,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND'],
    handle: ({ params, organizationId }) => readVenue(pool, organizationId, params.id),
  });
}

function replace(): Route {
  return defineRoute({
    ...changing,
    method: 'PUT',
    path: prefix,
    operationId: 'replaceVenue',
    access: may('MANAGER', 'whole'),
    summary: 'Replace a venue',
    description: 'The body is the whole venue: members that are absent become null, but `timeZone` stays.',
    body: changedVenue,
    requestExample: venueExample,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND'],
    handle: ({ body, organizationId, changes }) => replaceVenue(changes, organizationId, body),
  });
}

function remove(): Route {
  return defineRoute({
    ...changing,
    method: 'DELETE',
    path: `${prefix}{id}`,
    operationId: 'deleteVenue',
    access: may('MANAGER', 'whole'),
    summary: 'Delete a venue',
    description: 'Refused while schemas belong to it.',
    params,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: ({ params, organizationId, changes }) => removeVenue(changes, organizationId, params.id),
  });
}
