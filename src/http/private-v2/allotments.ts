/** The allotments of an event (docs/selling-rules.md): who may take which seats, and when. Its actor keeps them. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type AllotmentPlaces, allotmentPlaces, allotmentPlacesExample } from '#codec/bodies/allotment-places.ts';
import { constraint } from '#codec/constraint.ts';
import { text, utcInstant, uuid } from '#codec/fields.ts';
import { type AllotmentTerms, accesses, phases, soldScopes } from '#domain/allotments/allotment.ts';
import type { AllotmentReply, AllotmentView } from '#domain/allotments/allotment-replies.ts';
import type { InvalidBody } from '#domain/command.ts';
import { askOwnEvent, type EventAccess } from '../event-call.ts';
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
const described = {
  access:
    'PUBLIC: everybody. PASS: sessions whose pass names it in its claim `allotments`. STAFF: the organization’s own calls ' +
    'only. NEED: buyers who declare the need of accessible places.',
  colour: 'How it is drawn, such as `#aa3300`; null: the reader chooses.',
  release: 'When its free seats are given away; null: never.',
  opensAt: 'From when its seats can be taken; null: from the beginning.',
  closesAt: 'From when they can no longer be taken; null: never.',
  max: 'How many of its seats one session may hold; null: as many as the session may hold at all.',
  at: 'When its free seats are released; null: not by time.',
  whenSold:
    'Released when everything else of the event, or everything else with the same price, is sold; null: not so.',
  to: 'The allotment that gets the seats; null: the public does.',
};

const release = z.object({
  at: instant.nullish().meta({ description: described.at }),
  whenSold: z.enum(soldScopes).nullish().meta({ description: described.whenSold }),
  to: uuid.nullish().meta({ description: described.to }),
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
      .meta({ description: described.colour }),
    access: z.enum(accesses).meta({ description: described.access }),
    opensAt: instant.nullish().meta({ description: described.opensAt }),
    closesAt: instant.nullish().meta({ description: described.closesAt }),
    maxSeatsPerSession: z.int().min(1).max(1_000_000).nullish().meta({ description: described.max }),
    release: release.nullish().meta({ description: described.release }),
  })
  .refine(({ opensAt, closesAt }) => (timeOf(closesAt) ?? Number.POSITIVE_INFINITY) > (timeOf(opensAt) ?? 0), {
    path: ['closesAt'],
    message: 'must be after opensAt',
    params: constraint('INVALID'),
  })
  .meta({ id: 'AllotmentTerms' });

const count = z.int().min(0);

const shown = z
  .object({
    id: uuid,
    name: z.string(),
    colour: z.string().nullable().meta({ description: described.colour }),
    access: z.enum(accesses).meta({ description: described.access }),
    opensAt: utcInstant.nullable().meta({ description: described.opensAt }),
    closesAt: utcInstant.nullable().meta({ description: described.closesAt }),
    maxSeatsPerSession: z.int().nullable().meta({ description: described.max }),
    release: z
      .object({
        at: utcInstant.nullable().meta({ description: described.at }),
        whenSold: z.enum(soldScopes).nullable().meta({ description: described.whenSold }),
        to: uuid.nullable().meta({ description: described.to }),
      })
      .nullable()
      .meta({ description: described.release }),
    phase: z.enum(phases).meta({ description: 'Before its window, within it, or after it.' }),
    released: z
      .object({
        at: utcInstant.meta({ description: 'When it was released.' }),
        cause: z.enum(['TIME', ...soldScopes]).meta({ description: 'Its time, or what was sold.' }),
      })
      .nullable()
      .meta({ description: 'When it was released as a whole, and by what; null: it was not.' }),
    seats: z
      .object({
        available: count.meta({ description: 'Free seats.' }),
        locked: count.meta({ description: 'Seats that are held or locked.' }),
        sold: count.meta({ description: 'Sold seats.' }),
        blocked: count.meta({ description: 'Blocked seats.' }),
      })
      .meta({ description: 'Its seats by state; seats that were released are counted where they are now.' }),
  })
  .meta({ id: 'Allotment' });

const requestExample = {
  name: 'Fan club',
  colour: '#aa3300',
  access: 'PASS',
  opensAt: '2027-05-01T10:00:00.000Z',
  closesAt: null,
  maxSeatsPerSession: 4,
  release: { at: '2027-05-07T12:00:00.000Z', whenSold: null, to: null },
} as const;
const example = {
  id: '5b0cf2f4-6d52-4d3e-9d5b-0a6c1f0e7a11',
  ...requestExample,
  phase: 'WAITING',
  released: null,
  seats: { available: 800, locked: 0, sold: 0, blocked: 0 },
} as const;

const one = { description: 'The allotment as it is now.', schema: shown, example };

export function allotments(deps: AllotmentDeps): readonly Route[] {
  return [list(deps), create(deps), read(deps), change(deps), remove(deps), fill(deps)];
}

function isoOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function presentAllotment({ allotment, counts }: AllotmentView): z.input<typeof shown> {
  const { slot: _, opensAt, closesAt, release: planned, released, ...rest } = allotment;
  return {
    ...rest,
    opensAt: isoOf(opensAt),
    closesAt: isoOf(closesAt),
    release: planned === null ? null : { ...planned, at: isoOf(planned.at) },
    released: released === null ? null : { at: isoOf(released.at) as string, cause: released.cause },
    seats: { available: counts.ACTIVE, locked: counts.LOCKED, sold: counts.SOLD, blocked: counts.BLOCKED },
  };
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
    summary: 'List the allotments of an event',
    description: 'At most 64, in the order of their creation.',
    params: byId,
    responses: { 200: { description: 'All of them.', schema: z.array(shown), example: [example] } },
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
    summary: 'Create an allotment',
    description: 'It has no seats yet. An event has at most 64.',
    params: byId,
    body: settable,
    requestExample,
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
    summary: 'Change an allotment',
    description: 'The body is the whole of it: an absent member is reset. Its seats, carts and sales stay as they are.',
    params: byBoth,
    body: settable,
    requestExample,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND'],
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
    summary: 'Delete an allotment',
    description: 'Its seats are the public’s from then on. Carts and sales stay as they are.',
    params: byBoth,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: (request) => {
      const { id, allotmentId } = request.params;
      return askOwnEvent(deps, request, id, { kind: 'remove-allotment', id: allotmentId }, 'done', () => ({
        status: 204,
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
    summary: 'Set the seats of an allotment',
    description: 'Exactly these seats afterwards. A seat that is in another allotment leaves it.',
    params: byBoth,
    body: allotmentPlaces,
    rawBody: true,
    bodyLimitBytes: placesBytesMax,
    requestExample: allotmentPlacesExample,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async (request) => {
      const { params, rawBody } = request;
      const places = await deps.parsePlaces(rawBody);
      if ('invalid' in places) return { problem: { ...places, code: places.invalid } };
      const command = { kind: 'fill-allotment', id: params.allotmentId, ...places } as const;
      return askOwnEvent(deps, request, params.id, command, 'allotment', shownWith(200));
    },
  });
}
