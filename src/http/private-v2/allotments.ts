/** The allotments of an event (docs/selling-rules.md): who may take which seats, and when. Its actor keeps them. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  allotmentExample,
  allotmentSchema,
  allotmentTermsExample,
  describedTerms,
  presentAllotment,
} from '#codec/answers/allotment.ts';
import {
  type AllotmentPlaces,
  allotmentPlaces,
  allotmentPlacesExample,
  shownAllotmentPlaces,
  shownAllotmentPlacesExample,
} from '#codec/bodies/allotment-places.ts';
import { constraint } from '#codec/constraint.ts';
import { text, uuid } from '#codec/fields.ts';
import { type AllotmentTerms, accesses, soldScopes } from '#domain/allotments/allotment.ts';
import type { AllotmentReply } from '#domain/allotments/allotment-replies.ts';
import type { InvalidBody } from '#domain/command.ts';
import { askOwnEvent, type EventAccess } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route, type RouteSuccess } from '../pipeline/route.ts';

export interface AllotmentDeps extends EventAccess {
  /** Transfers the bytes to a thread: the caller cannot use them afterwards. */
  readonly parsePlaces: (bytes: Uint8Array) => Promise<AllotmentPlaces | InvalidBody>;
}

const path = '/api/private/v2.0/events/{id}/allotments/';
const onePath = '/api/private/v2.0/events/{id}/allotments/{allotmentId}';
const placesPath = '/api/private/v2.0/events/{id}/allotments/{allotmentId}/places';
const shared = { tag: 'Allotments', caller: 'organization' } as const;
const placesBytesMax = 4 * 1024 * 1024;

const byId = z.object({ id: uuid });
const byBoth = z.object({ id: uuid, allotmentId: uuid });

const instant = z.iso.datetime({ offset: true });
const release = z.object({
  at: instant.nullish().meta({ description: describedTerms.at }),
  whenSold: z.enum(soldScopes).nullish().meta({ description: describedTerms.whenSold }),
  to: uuid.nullish().meta({ description: describedTerms.to }),
});

function timeOf(sent: string | null | undefined): number | null {
  return sent == null ? null : Date.parse(sent);
}

const settable = z
  .object({
    name: text(1, 255),
    colour: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #aa3300')
      .nullish()
      .meta({ description: describedTerms.colour }),
    access: z.enum(accesses).meta({ description: describedTerms.access }),
    opensAt: instant.nullish().meta({ description: describedTerms.opensAt }),
    closesAt: instant.nullish().meta({ description: describedTerms.closesAt }),
    maxSeatsPerSession: z.int().min(1).max(1_000_000).nullish().meta({ description: describedTerms.max }),
    release: release.nullish().meta({ description: describedTerms.release }),
  })
  .refine(({ opensAt, closesAt }) => (timeOf(closesAt) ?? Number.POSITIVE_INFINITY) > (timeOf(opensAt) ?? 0), {
    path: ['closesAt'],
    message: 'must be after opensAt',
    params: constraint('INVALID'),
  })
  .meta({ id: 'AllotmentTerms' });

const one = { description: 'The allotment as it is now.', schema: allotmentSchema, example: allotmentExample };

export function allotments(deps: AllotmentDeps): readonly Route[] {
  return [list(deps), create(deps), read(deps), change(deps), remove(deps), readPlaces(deps), fill(deps)];
}

/** Presents the allotment of a reply. */
function shownWith(status: 200 | 201): (reply: AllotmentReply) => RouteSuccess {
  return ({ view }) => ({ status, body: presentAllotment(view) });
}

function termsOf(body: z.output<typeof settable>): AllotmentTerms {
  const planned = body.release ?? null;
  return {
    name: body.name,
    colour: body.colour?.toLowerCase() ?? null,
    access: body.access,
    opensAt: timeOf(body.opensAt),
    closesAt: timeOf(body.closesAt),
    maxSeatsPerSession: body.maxSeatsPerSession ?? null,
    release:
      planned === null ? null : { at: timeOf(planned.at), whenSold: planned.whenSold ?? null, to: planned.to ?? null },
  };
}

function list(deps: EventAccess): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path,
    operationId: 'listAllotments',
    access: may('VIEWER', 'params.id'),
    summary: 'List the allotments of an event',
    description: 'At most 64, in the order of their creation.',
    params: byId,
    responses: { 200: { description: 'All of them.', schema: z.array(allotmentSchema), example: [allotmentExample] } },
    errors: ['ENTITY_NOT_FOUND', 'UPGRADE_NOT_FINALIZED'],
    handle: (request) =>
      askOwnEvent(deps, request, request.params.id, { kind: 'read-allotments' }, 'allotments', (reply) => ({
        status: 200,
        body: reply.allotments.map(presentAllotment),
      })),
  });
}

function read(deps: EventAccess): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: onePath,
    operationId: 'getAllotment',
    access: may('VIEWER', 'params.id'),
    summary: 'Read an allotment',
    description: 'Its terms, its phase, and its seats by state.',
    params: byBoth,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND', 'UPGRADE_NOT_FINALIZED'],
    handle: (request) => {
      const { id, allotmentId } = request.params;
      return askOwnEvent(deps, request, id, { kind: 'read-allotment', id: allotmentId }, 'allotment', shownWith(200));
    },
  });
}

function create(deps: EventAccess): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    path,
    operationId: 'createAllotment',
    access: may('MANAGER', 'params.id'),
    summary: 'Create an allotment',
    description: 'It has no seats yet. An event has at most 64.',
    params: byId,
    body: settable,
    requestExample: allotmentTermsExample,
    responses: { 201: { ...one, description: 'The new allotment.' } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: (request) => {
      const command = {
        kind: 'define-allotment',
        id: randomUUID(),
        isNew: true,
        terms: termsOf(request.body),
      } as const;
      return askOwnEvent(deps, request, request.params.id, command, 'allotment', shownWith(201));
    },
  });
}

function change(deps: EventAccess): Route {
  return defineRoute({
    ...shared,
    method: 'PUT',
    path: onePath,
    operationId: 'updateAllotment',
    access: may('MANAGER', 'params.id'),
    summary: 'Change an allotment',
    description: 'The body is the whole of it: an absent member is reset. Its seats, carts and sales stay as they are.',
    params: byBoth,
    body: settable,
    requestExample: allotmentTermsExample,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: (request) => {
      const { params, body } = request;
      const terms = termsOf(body);
      const command = { kind: 'define-allotment', id: params.allotmentId, isNew: false, terms } as const;
      return askOwnEvent(deps, request, params.id, command, 'allotment', shownWith(200));
    },
  });
}

function remove(deps: EventAccess): Route {
  return defineRoute({
    ...shared,
    method: 'DELETE',
    path: onePath,
    operationId: 'deleteAllotment',
    access: may('MANAGER', 'params.id'),
    summary: 'Delete an allotment',
    description: 'Its seats are the public’s from then on. Carts and sales stay as they are.',
    params: byBoth,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: (request) => {
      const { id, allotmentId } = request.params;
      return askOwnEvent(deps, request, id, { kind: 'remove-allotment', id: allotmentId }, 'done', () => ({
        status: 204,
      }));
    },
  });
}

function readPlaces(deps: EventAccess): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: placesPath,
    operationId: 'getAllotmentPlaces',
    access: may('VIEWER', 'params.id'),
    summary: 'Read the seats and places of an allotment',
    description:
      'As they were set: seats that it has given to another allotment in part are that one’s. The answer is a body that ' +
      'sets them again.',
    params: byBoth,
    responses: {
      200: { description: 'All of them.', schema: shownAllotmentPlaces, example: shownAllotmentPlacesExample },
    },
    errors: ['ENTITY_NOT_FOUND', 'UPGRADE_NOT_FINALIZED'],
    handle: (request) => {
      const { id, allotmentId } = request.params;
      const command = { kind: 'read-allotment-places', id: allotmentId } as const;
      return askOwnEvent(deps, request, id, command, 'allotment-places', ({ seats, groupOfSeats }) => ({
        status: 200,
        body: { seats, groupOfSeats },
      }));
    },
  });
}

function fill(deps: AllotmentDeps): Route {
  return defineRoute({
    ...shared,
    method: 'PUT',
    path: placesPath,
    operationId: 'setAllotmentPlaces',
    access: may('MANAGER', 'params.id'),
    summary: 'Set the seats and places of an allotment',
    description:
      'Exactly these seats and places afterwards. A seat that is in another allotment leaves it. The places of all ' +
      'allotments of an area are together at most its capacity; the rest is the public’s.',
    params: byBoth,
    body: allotmentPlaces,
    rawBody: true,
    bodyLimitBytes: placesBytesMax,
    requestExample: allotmentPlacesExample,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async (request) => {
      const { params, rawBody } = request;
      const places = await deps.parsePlaces(rawBody);
      if ('invalid' in places) return { problem: { ...places, code: places.invalid } };
      const command = { kind: 'fill-allotment', id: params.allotmentId, ...places } as const;
      return askOwnEvent(deps, request, params.id, command, 'allotment', shownWith(200));
    },
  });
}
