/**
 * The organization's settings for booking and for embedding its pages, except those of session-config; read and written
 * with its own key.
 */
import { z } from 'zod';
import { constraint } from '#codec/constraint.ts';
import { accessibilityProfiles } from '#domain/policy.ts';
import type { OrganizationSettings } from '#storage/catalog/organization-settings.ts';
import type { Policies } from '#storage/catalog/policies.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route, type RouteResult } from '../pipeline/route.ts';
import { knownMembers, unknownMembers, warnings, withWarnings } from '../pipeline/unknown-members.ts';
import { noSuch } from '../refusals.ts';

const path = '/api/private/management/v2.0/organization-config/';
const tag = 'Organization settings';
const ttlSecondsMax = 10 * 365 * 24 * 3_600;
const holdTypesMax = 100;
/** The service's own hold types. */
const reservedNames = ['CART', 'RESERVED'];
const nameShape = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

const ttlSeconds = z.int().min(1).max(ttlSecondsMax);

const holdTypes = z
  .record(
    z.string(),
    z.object({
      ttlSeconds: ttlSeconds.nullable().meta({ description: 'null: such a hold never expires.' }),
      validState: z.enum(['LOCKED', 'BLOCKED']),
    }),
  )
  .check(({ value, issues }) => {
    const names = Object.keys(value);
    if (names.length > holdTypesMax) {
      const message = `must be at most ${holdTypesMax} types`;
      issues.push({ code: 'custom', message, params: constraint('SIZE'), input: value });
    }
    for (const name of names) {
      if (nameShape.test(name) && !reservedNames.includes(name)) continue;
      const message = 'must be a name of letters, digits, _ and -, a letter first, and neither CART nor RESERVED';
      issues.push({ code: 'custom', path: [name], message, params: constraint('PATTERN'), input: value });
    }
  });

const frameOriginsMax = 20;
const originLengthMax = 255;
/** Letters, digits, dots and hyphens only: an origin is written into a header, where `;` and blanks have a meaning. */
const originShape = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[1-9]\d{0,4})?$/;

const frameOrigins = z
  .array(z.string().max(originLengthMax).regex(originShape, 'must be an origin such as https://shop.example.com'))
  .max(frameOriginsMax);

const members = {
  salesControlEnabled: z.boolean(),
  orphanSeatPrevention: z.boolean(),
  accessibilityProfile: z.enum(accessibilityProfiles).nullable().meta({
    description:
      'US: allotments with the access NEED are released only when everything else is sold. null: as each of them says.',
  }),
  lockTtlSeconds: ttlSeconds.meta({ description: 'Lifetime of a private lock without a custom hold type.' }),
  holdTypes: holdTypes.meta({ description: 'All custom hold types, by name.' }),
  frameOrigins: frameOrigins.meta({ description: 'The sites whose pages may embed the map: scheme, host and port.' }),
};

const config = z.object(members).meta({ id: 'OrganizationConfig' });

const change = z
  .looseObject({
    salesControlEnabled: members.salesControlEnabled.optional(),
    orphanSeatPrevention: members.orphanSeatPrevention.optional(),
    accessibilityProfile: members.accessibilityProfile.optional(),
    lockTtlSeconds: members.lockTtlSeconds.optional(),
    holdTypes: members.holdTypes.optional(),
    frameOrigins: members.frameOrigins.optional(),
  })
  .meta({ id: 'ChangedOrganizationConfig' });

const example = {
  salesControlEnabled: true,
  orphanSeatPrevention: false,
  accessibilityProfile: null,
  lockTtlSeconds: 900,
  holdTypes: { SPONSOR: { ttlSeconds: null, validState: 'BLOCKED' } },
  frameOrigins: ['https://shop.example.com'],
};
const responses = { 200: { description: 'The settings as they are now.', schema: config, example } };
const changed = config.extend({ warnings }).meta({ id: 'StoredOrganizationConfig' });

export function organizationConfig(policies: Policies): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getOrganizationConfig',
      access: may('VIEWER', 'shared'),
      summary: 'Read the settings for booking',
      description: 'Settings that were never set have their defaults.',
      tag,
      caller: 'organization',
      responses,
      errors: ['ENTITY_NOT_FOUND'],
      handle: async ({ organizationId }) => present(await policies.read(organizationId)),
    }),
    defineRoute({
      method: 'PUT',
      idempotency: 'transaction',
      path,
      operationId: 'updateOrganizationConfig',
      access: may('OWNER', 'whole'),
      summary: 'Change the settings for booking',
      description:
        'Absent members keep their values. The change takes effect at once on the node that answers and within a second on every node.',
      tag,
      caller: 'organization',
      body: change,
      requestExample: { orphanSeatPrevention: true, lockTtlSeconds: 600 },
      responses: { 200: { ...responses[200], schema: changed } },
      errors: ['ENTITY_NOT_FOUND'],
      handle: async ({ organizationId, body, changes }) => {
        // Another member may have the name of a setting of another call: it must not be stored.
        const stored = await policies.change(changes, organizationId, knownMembers(change, body));
        return withWarnings(present(stored), unknownMembers(change, body));
      },
    }),
  ];
}

function present(settings: OrganizationSettings | null): RouteResult {
  if (settings === null) return noSuch('organization');
  const { salesControlEnabled, orphanSeatPrevention, accessibilityProfile } = settings;
  const { lockTtlSeconds, holdTypes, frameOrigins } = settings;
  const rules = { salesControlEnabled, orphanSeatPrevention, accessibilityProfile };
  return { status: 200, body: { ...rules, lockTtlSeconds, holdTypes, frameOrigins } };
}
