/**
 * The face of an event (docs/pages.md): the title and the image that its buyers see, and the page of the shop to which
 * they return after a checkout. Its start, its venue and the zone are the event's and the venue's own.
 */
import { z } from 'zod';
import { text, uuid } from '#codec/fields.ts';
import { webAddress } from '#codec/web-address.ts';
import * as faces from '#storage/catalog/faces.ts';
import type { Policies } from '#storage/catalog/policies.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route, type RouteFailure, type RouteSuccess } from '../pipeline/route.ts';
import { invalid, unknownEvent } from '../refusals.ts';

export interface FaceRoutes {
  readonly pool: DatabasePool;
  readonly faces: Pick<faces.EventFaces, 'drop'>;
  readonly policies: Pick<Policies, 'read'>;
}

const path = '/api/private/v2.0/events/{id}/face/';
const byId = z.object({ id: uuid });
const titleLengthMax = 255;

const described = {
  title: 'What buyers read above the map. Null: the name of the event.',
  imageUrl: 'A picture beside the title.',
  returnUrl: 'The page of the shop that takes over after a checkout; its origin must be one of `frameOrigins`.',
};

const settable = z
  .object({
    title: text(1, titleLengthMax).nullish().meta({ description: described.title }),
    imageUrl: webAddress.nullish().meta({ description: described.imageUrl }),
    returnUrl: webAddress.nullish().meta({ description: described.returnUrl }),
  })
  .meta({ id: 'FaceSettings' });

const shown = z
  .object({
    title: z.string().nullable().meta({ description: described.title }),
    imageUrl: z.string().nullable().meta({ description: described.imageUrl }),
    returnUrl: z.string().nullable().meta({ description: described.returnUrl }),
  })
  .meta({ id: 'StoredFace' });

const example = {
  title: 'Opening night with the City Orchestra',
  imageUrl: 'https://shop.example.com/opening-night.jpg',
  returnUrl: 'https://shop.example.com/pay',
};
const responses = { 200: { description: 'The face as it is now.', schema: shown, example } };

export function faceRoutes(deps: FaceRoutes): readonly Route[] {
  return [read(deps), replace(deps)];
}

function read({ pool }: FaceRoutes): Route {
  return defineRoute({
    method: 'GET',
    path,
    operationId: 'getFace',
    summary: 'Read the face of an event',
    description: 'What the organization has set. Buyers read it with the start and the venue.',
    tag: 'Events',
    caller: 'organization',
    access: may('VIEWER', 'params.id'),
    params: byId,
    responses,
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, organizationId }) => {
      const settings = await faces.findSettings(pool, organizationId, params.id);
      return settings === null ? unknownEvent : present(settings);
    },
  });
}

function replace(deps: FaceRoutes): Route {
  return defineRoute({
    method: 'PUT',
    path,
    operationId: 'setFace',
    summary: 'Set the face of an event',
    description: 'The body is the whole face: an absent member is reset. Buyers see it within a second.',
    tag: 'Events',
    caller: 'organization',
    access: may('MANAGER', 'params.id'),
    idempotency: 'transaction',
    params: byId,
    body: settable,
    requestExample: { ...example, returnUrl: null },
    responses,
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, body, organizationId, changes }) => {
      const { title = null, imageUrl = null, returnUrl = null } = body;
      if (returnUrl !== null && !(await isListed(deps, organizationId, returnUrl))) return unlisted(returnUrl);
      const settings = { title, imageUrl, returnUrl };
      if (!(await faces.storeSettings(changes, organizationId, params.id, settings))) return unknownEvent;
      await changes.afterCommit(async () => deps.faces.drop(params.id));
      return present(settings);
    },
  });
}

/** Whether the organization lets the site of this address embed its pages. */
async function isListed({ policies }: FaceRoutes, organizationId: number, url: string): Promise<boolean> {
  const settings = await policies.read(organizationId);
  return settings?.frameOrigins.includes(new URL(url).origin) === true;
}

function unlisted(rejectedValue: string): RouteFailure {
  const message = 'must be of an origin that is listed in frameOrigins of the organization-config';
  return invalid({ field: 'returnUrl', code: 'UNKNOWN_VALUE', message, rejectedValue });
}

function present(settings: faces.FaceSettings): RouteSuccess {
  return { status: 200, body: settings };
}
