/**
 * The sign-on of the caller's organization: its provider of OpenID Connect, and the roles of the provider's groups. Only an OWNER, or
 * a key, calls it. The provider's own document is read before anything is stored. The secret is in no answer.
 */
import { z } from 'zod';
import { notFinalized } from '#actors/fault.ts';
import { fieldError } from '#codec/check.ts';
import { text, utcInstant, uuid } from '#codec/fields.ts';
import type { VersionInForce } from '#domain/cluster-version.ts';
import { roles } from '#storage/catalog/roles.ts';
import type { SignOnRecord, SignOnRefusal, SignOns } from '#storage/catalog/sign-ons.ts';
import { ProviderFault } from '../auth/provider-failures.ts';
import type { SignOnProviders } from '../auth/sign-on-provider.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route, type RouteFailure } from '../pipeline/route.ts';
import { invalid } from '../refusals.ts';

export interface SignOnSettingsDeps {
  readonly signOns: Pick<SignOns, 'find' | 'put' | 'remove'>;
  readonly providers: Pick<SignOnProviders, 'inspect' | 'whyNotIssuer'>;
  readonly clusterVersion: VersionInForce;
}

const path = '/api/private/management/v2.0/sign-on/';
const shared = { path, tag: 'People', caller: 'organization', access: may('OWNER', 'whole') } as const;
const changing = { ...shared, idempotency: 'transaction' } as const;
/** Nodes of earlier releases renew a login beyond its end. */
const since = 2;
const groupsMax = 100;
const eventsMax = 1_000;
const nameLengthMax = 255;

/** What the settings show, beside the secret. */
const members = {
  issuer: text(1, 1_024).meta({ description: 'The address of the provider, as its document names it.' }),
  clientId: text(1, nameLengthMax).meta({ description: 'The name of this service at the provider.' }),
  groupsClaim: text(1, nameLengthMax).meta({ description: 'The claim that names the groups of a person.' }),
  localLogin: z.boolean().meta({ description: 'Whether people may also log in with a password.' }),
};
const groupMembers = {
  group: text(1, nameLengthMax).meta({ description: 'As the provider names it in the claim.' }),
  role: z.enum(roles).meta({ description: 'The role of people who are in the group.' }),
};
const groupsText = 'The roles of groups. The first one of the list that a person is in decides.';
const eventsText = 'The events that people of the group are limited to; null: all. An OWNER has no limit.';

const group = z
  .object({ ...groupMembers, events: z.array(uuid).max(eventsMax).nullish().meta({ description: eventsText }) })
  .meta({ id: 'GivenSignOnGroup' });
const given = z
  .object({
    ...members,
    clientSecret: text(1, 1_024).nullish().meta({
      description: 'Absent or null: the stored one stays. Another issuer needs it again. Shown in no answer.',
    }),
    groups: z.array(group).min(1).max(groupsMax).meta({ description: groupsText }),
  })
  .meta({ id: 'GivenSignOn' });

const shownGroup = z
  .object({ ...groupMembers, events: z.array(z.uuid()).nullable().meta({ description: eventsText }) })
  .meta({ id: 'SignOnGroup' });
const shown = z
  .object({
    ...members,
    groups: z.array(shownGroup).meta({ description: groupsText }),
    ownerSignedOnAt: utcInstant
      .nullable()
      .meta({ description: 'When an OWNER has signed on with these settings last; null: not yet.' }),
  })
  .meta({ id: 'SignOn' });
const found = z
  .object({ signOn: shown.nullable().meta({ description: 'Null: people log in with passwords only.' }) })
  .meta({ id: 'FoundSignOn' });

const settings = {
  issuer: 'https://login.theatre.example',
  clientId: 'usher',
  groupsClaim: 'groups',
  groups: [
    { group: 'ticketing-owners', role: 'OWNER', events: null },
    { group: 'box-office', role: 'BOX_OFFICE', events: null },
  ],
  localLogin: true,
} as const;
const example = { ...settings, ownerSignedOnAt: '2027-05-01T10:15:00.000Z' };

export function signOnSettings(deps: SignOnSettingsDeps): readonly Route[] {
  return [read(deps), put(deps), remove(deps)];
}

function read({ signOns }: SignOnSettingsDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    operationId: 'readSignOn',
    summary: 'Read the sign-on of the organization',
    description: 'Without the secret.',
    responses: { 200: { description: 'The settings.', schema: found, example: { signOn: example } } },
    errors: [],
    handle: async ({ organizationId }) => {
      const record = await signOns.find(organizationId);
      return { status: 200, body: { signOn: record === null ? null : shownOf(record) } };
    },
  });
}

function put({ signOns, providers, clusterVersion }: SignOnSettingsDeps): Route {
  return defineRoute({
    ...changing,
    method: 'PUT',
    operationId: 'putSignOn',
    summary: 'Set the sign-on of the organization',
    description:
      'Reads the document of the provider first. Passwords can be switched off once an OWNER has signed on with the settings as they are; ' +
      'from then on logins that were opened with a password end. Another issuer ends the logins by sign-on. An OWNER who can log in ' +
      'stays.',
    body: given,
    requestExample: { ...settings, clientSecret: 'k2vC0w8yQ1rT' },
    responses: {
      200: {
        description: 'The settings as they are now.',
        schema: shown,
        example: { ...example, ownerSignedOnAt: null },
      },
    },
    errors: ['LAST_OWNER', 'SIGN_ON_PROVIDER', 'SIGN_ON_UNTRIED', 'UPGRADE_NOT_FINALIZED'],
    handle: async ({ organizationId, body, changes }) => {
      if (clusterVersion.current < since) throw notFinalized;
      const { clientSecret = null, ...sent } = body;
      const reason = providers.whyNotIssuer(sent.issuer);
      if (reason !== null) return invalid(fieldError('issuer', 'PATTERN', reason));
      const wrong = sent.groups.findIndex(({ role, events }) => role === 'OWNER' && (events ?? null) !== null);
      if (wrong !== -1) {
        return invalid(fieldError(`groups[${wrong}].events`, 'NULL', 'must be null: an OWNER has no limit'));
      }
      const known = await issuerOf(providers, sent.issuer);
      if ('problem' in known) return known;
      const groups = sent.groups.map(({ events, ...rest }) => ({ ...rest, events: withoutRepetition(events) }));
      const stored = await signOns.put(
        changes,
        organizationId,
        { ...sent, issuer: known.issuer, groups },
        clientSecret,
      );
      return typeof stored === 'string' ? refusals[stored] : { status: 200, body: shownOf(stored) };
    },
  });
}

function remove({ signOns }: SignOnSettingsDeps): Route {
  return defineRoute({
    ...changing,
    method: 'DELETE',
    operationId: 'removeSignOn',
    summary: 'Remove the sign-on of the organization',
    description:
      'Logins by sign-on are refused within a second on every node, and people log in with passwords again. An OWNER who has a password ' +
      'must be there. Without a sign-on the call changes nothing.',
    responses: { 204: { description: 'Removed.' } },
    errors: ['LAST_OWNER'],
    handle: async ({ organizationId, changes }) => {
      const outcome = await signOns.remove(changes, organizationId);
      return outcome === 'last owner' ? refusals[outcome] : { status: 204 };
    },
  });
}

const refusals: Readonly<Record<SignOnRefusal, RouteFailure>> = {
  secret: invalid(fieldError('clientSecret', 'NOT_NULL', 'must not be null: there is none for this issuer')),
  event: invalid(fieldError('groups', 'UNKNOWN_VALUE', 'must name events of the organization only')),
  untried: {
    problem: {
      code: 'SIGN_ON_UNTRIED',
      detail: 'No OWNER has signed on with these settings: let one sign on before passwords are switched off.',
    },
  },
  'last owner': { problem: { code: 'LAST_OWNER', detail: 'The organization would have no OWNER who can log in.' } },
};

/** The issuer as the provider writes it. */
async function issuerOf(
  providers: SignOnSettingsDeps['providers'],
  address: string,
): Promise<{ readonly issuer: string } | RouteFailure> {
  try {
    const { issuer } = await providers.inspect(address);
    return { issuer };
  } catch (error) {
    if (error instanceof ProviderFault) return { problem: { code: 'SIGN_ON_PROVIDER', detail: error.message } };
    throw error;
  }
}

function withoutRepetition(events: readonly string[] | null | undefined): string[] | null {
  return events === null || events === undefined ? null : [...new Set(events)];
}

function shownOf({ organizationId: _, ownerSignedOnAt, groups, ...rest }: SignOnRecord): z.output<typeof shown> {
  return {
    ...rest,
    groups: groups.map(({ group, role, events }) => ({ group, role, events })),
    ownerSignedOnAt: ownerSignedOnAt?.toISOString() ?? null,
  };
}
