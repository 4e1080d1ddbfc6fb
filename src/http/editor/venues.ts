/**
 * Venues for editors of layouts: the same venues as everywhere, called with the token of a login. A deletion names the
 * venue in the path or, as common editor tools do it, in the query.
 */
import { z } from 'zod';
import { longText } from '#codec/fields.ts';
import * as venues from '#storage/catalog/venues.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { may } from '../pipeline/access.ts';
import { answerPage, pageAnswer } from '../pipeline/paging.ts';
import type { Route } from '../pipeline/route.ts';
import { warnings } from '../pipeline/unknown-members.ts';
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
} from '../private-v2/venue-body.ts';
import { editorRoute } from './editor-route.ts';
import { searchQuery } from './terms.ts';

const prefix = '/api/venues/';
const byId = z.object({ id: longText });
const one = { description: 'The venue.', schema: venueSchema, example: venueExample };
const stored = { ...one, schema: venueSchema.extend({ warnings }).meta({ id: 'StoredVenue' }) };

export function editorVenues(pool: DatabasePool): readonly Route[] {
  return [list(pool), read(pool), create(), replace(), ...remove()];
}

function list(pool: DatabasePool): Route {
  return editorRoute({
    method: 'GET',
    path: prefix,
    operationId: 'listEditorVenues',
    access: may('VIEWER', 'shared'),
    summary: 'List the venues of the login’s organization',
    description: 'In the requested order, by default by id.',
    query: z.object(searchQuery(['id', 'name', 'address', 'lat', 'lng'])),
    responses: pageAnswer('A page of venues.', venuePage, [venueExample]),
    errors: [],
    handle: async ({ query, organizationId }) =>
      answerPage(await venues.list(pool, organizationId, query, query.search ?? null), query, presentVenue),
  });
}

function read(pool: DatabasePool): Route {
  return editorRoute({
    method: 'GET',
    path: `${prefix}{id}`,
    operationId: 'getEditorVenue',
    access: may('VIEWER', 'shared'),
    summary: 'Read a venue of the login’s organization',
    description: 'The venue with its address and coordinates.',
    params: byId,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND'],
    handle: ({ params, organizationId }) => readVenue(pool, organizationId, params.id),
  });
}

function create(): Route {
  return editorRoute({
    method: 'POST',
    idempotency: 'transaction',
    path: prefix,
    operationId: 'createEditorVenue',
    access: may('MANAGER', 'whole'),
    summary: 'Create a venue in the login’s organization',
    description: 'Schemas are drawn for a venue.',
    body: newVenue,
    requestExample: newVenueExample,
    responses: { 201: stored },
    errors: [],
    handle: ({ body, organizationId, changes }) => createVenue(changes, organizationId, body),
  });
}

function replace(): Route {
  return editorRoute({
    method: 'PUT',
    idempotency: 'transaction',
    path: prefix,
    operationId: 'replaceEditorVenue',
    access: may('MANAGER', 'whole'),
    summary: 'Replace a venue of the login’s organization',
    description: 'The body is the whole venue: members that are absent become null, but `timeZone` stays.',
    body: changedVenue,
    requestExample: venueExample,
    responses: { 200: stored },
    errors: ['ENTITY_NOT_FOUND'],
    handle: ({ body, organizationId, changes }) => replaceVenue(changes, organizationId, body),
  });
}

function remove(): readonly Route[] {
  const named = {
    method: 'DELETE',
    idempotency: 'transaction',
    summary: 'Delete a venue of the login’s organization',
    description: 'Refused while schemas belong to it.',
    responses: { 204: { description: 'Deleted.' } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
  } as const;
  return [
    editorRoute({
      ...named,
      operationId: 'deleteEditorVenue',
      access: may('MANAGER', 'whole'),
      path: `${prefix}{id}`,
      params: byId,
      handle: ({ params, organizationId, changes }) => removeVenue(changes, organizationId, params.id),
    }),
    editorRoute({
      ...named,
      operationId: 'deleteEditorVenueByQuery',
      access: may('MANAGER', 'whole'),
      path: prefix,
      query: byId,
      handle: ({ query, organizationId, changes }) => removeVenue(changes, organizationId, query.id),
    }),
  ];
}
