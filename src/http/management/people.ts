/**
 * The people of the caller's organization: who they are, what they may do, invitations to join. Only an OWNER, or a key,
 * calls it. The token of an invitation is in one answer only. Nothing tells whether another organization knows an address.
 */
import { z } from 'zod';
import { notFinalized } from '#actors/fault.ts';
import { fieldError } from '#codec/check.ts';
import { longId, longText, utcInstant, uuid } from '#codec/fields.ts';
import type { VersionInForce } from '#domain/cluster-version.ts';
import { peopleMax, type Rights } from '#storage/catalog/members.ts';
import type { People, Person, PersonRefusal } from '#storage/catalog/people.ts';
import { roles } from '#storage/catalog/roles.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route, type RouteFailure } from '../pipeline/route.ts';
import { conflict, invalid, noSuch } from '../refusals.ts';
import { email } from './credentials.ts';

export interface PeopleDeps {
  readonly people: Pick<People, 'list' | 'invite' | 'change' | 'remove'>;
  readonly clusterVersion: VersionInForce;
  /** Where people reach the service; absent: the addresses of invitations are paths. */
  readonly publicUrl: string | undefined;
}

const prefix = '/api/private/management/v2.0/people/';
const shared = { tag: 'People', caller: 'organization', access: may('OWNER', 'whole') } as const;
const changing = { ...shared, idempotency: 'transaction' } as const;
const params = z.object({ id: longText });
/** Nodes of earlier releases let every member do everything. */
const since = 2;
const eventsMax = 1_000;

const role = z.enum(roles).meta({
  description: 'OWNER everything; MANAGER events, prices, on-sales and webhooks; BOX_OFFICE sales; VIEWER reads.',
});
const events = z
  .array(uuid)
  .max(eventsMax)
  .nullish()
  .meta({ description: 'The events that the person is limited to; null or absent: all. An OWNER has no limit.' });

const newPerson = z.object({ email, role, events }).meta({ id: 'NewPerson' });
const changedPerson = z.object({ role, events }).meta({ id: 'ChangedPerson' });

const person = z
  .object({
    id: longId,
    email: z.string(),
    role,
    events: z.array(z.uuid()).nullable().meta({ description: 'The only events; null: all.' }),
    lastLogin: utcInstant.nullable().meta({ description: 'When the person has logged in last; null: never.' }),
    invitedUntil: utcInstant
      .nullable()
      .meta({ description: 'The end of the invitation that the person has not accepted; null: there is none.' }),
  })
  .meta({ id: 'Person' });

const invitation = z
  .object({
    id: longId.meta({ description: 'The invited person.' }),
    inviteUrl: z.string().meta({ description: 'A link to the console, for one use. Shown only in this answer.' }),
    expiresAt: utcInstant.meta({ description: 'The end of the link.' }),
  })
  .meta({ id: 'Invitation' });

const example = {
  id: 8,
  email: 'ben@theatre.example',
  role: 'BOX_OFFICE',
  events: null,
  lastLogin: '2027-05-01T10:15:00.000Z',
  invitedUntil: null,
} as const;
const invitationExample = {
  id: 8,
  inviteUrl: 'https://tickets.example/console/#/invitation/usher_inv_4vJ9m1nQXk0r2LrVw0m7b1s6Zt3yUeHc5aFgJkLpQ',
  expiresAt: '2027-05-04T10:15:00.000Z',
};

export function people(deps: PeopleDeps): readonly Route[] {
  return [list(deps), invite(deps), change(deps), remove(deps)];
}

function list({ people }: PeopleDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: prefix,
    operationId: 'listPeople',
    summary: 'List the people of the organization',
    description: 'By id, with those who are invited.',
    responses: {
      200: {
        description: 'All people.',
        schema: z
          .object({ people: z.array(person).meta({ description: 'By id, with those who are invited.' }) })
          .meta({ id: 'People' }),
        example: { people: [example] },
      },
    },
    errors: [],
    handle: async ({ organizationId }) => ({
      status: 200,
      body: { people: (await people.list(organizationId)).map(shownOf) },
    }),
  });
}

function invite({ people, clusterVersion, publicUrl = '' }: PeopleDeps): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path: prefix,
    operationId: 'invitePerson',
    summary: 'Invite a person',
    description:
      'The service sends no mail: hand the link over. It is valid for 72 hours and one use, and leads to the page of the console where ' +
      'the person sets a password. Inviting a person again who has not accepted makes the former link void. An address is ' +
      `invited without regard to what other organizations know of it. An organization has at most ${peopleMax} people.`,
    body: newPerson,
    requestExample: { email: example.email, role: example.role },
    responses: { 201: { description: 'The invitation.', schema: invitation, example: invitationExample } },
    errors: ['DATA_INTEGRITY_VIOLATION', 'UPGRADE_NOT_FINALIZED'],
    handle: async ({ organizationId, body, changes }) => {
      if (clusterVersion.current < since) throw notFinalized;
      const rights = rightsOf(body);
      if ('problem' in rights) return rights;
      const made = await people.invite(changes, organizationId, body.email, rights);
      if (typeof made === 'string') return refusals[made];
      const { id, token, expiresAt } = made;
      const inviteUrl = `${publicUrl.replace(/\/$/, '')}/console/#/invitation/${token}`;
      return { status: 201, body: { id, inviteUrl, expiresAt: expiresAt.toISOString() } };
    },
  });
}

function change({ people, clusterVersion }: PeopleDeps): Route {
  return defineRoute({
    ...changing,
    method: 'PUT',
    path: `${prefix}{id}`,
    operationId: 'changePerson',
    summary: 'Change what a person may do',
    description: 'Tokens of the person have the new role within a second on every node. The last OWNER stays OWNER.',
    params,
    body: changedPerson,
    requestExample: { role: 'MANAGER', events: null },
    responses: { 200: { description: 'The person as it is now.', schema: person, example } },
    errors: ['ENTITY_NOT_FOUND', 'LAST_OWNER', 'UPGRADE_NOT_FINALIZED'],
    handle: async ({ organizationId, params, body, changes }) => {
      if (clusterVersion.current < since) throw notFinalized;
      const rights = rightsOf(body);
      if ('problem' in rights) return rights;
      const changed = await people.change(changes, organizationId, params.id, rights);
      return typeof changed === 'string' ? refusals[changed] : { status: 200, body: shownOf(changed) };
    },
  });
}

function remove({ people }: PeopleDeps): Route {
  return defineRoute({
    ...changing,
    method: 'DELETE',
    path: `${prefix}{id}`,
    operationId: 'removePerson',
    summary: 'Remove a person',
    description:
      'Its tokens are refused within a second on every node; an invitation that is not accepted is void. The last OWNER stays.',
    params,
    responses: { 204: { description: 'Removed.' } },
    errors: ['ENTITY_NOT_FOUND', 'LAST_OWNER'],
    handle: async ({ organizationId, params, changes }) => {
      const outcome = await people.remove(changes, organizationId, params.id);
      return outcome === 'removed' ? { status: 204 } : refusals[outcome];
    },
  });
}

const refusals: Readonly<Record<PersonRefusal, RouteFailure>> = {
  unknown: noSuch('person'),
  known: conflict('The address is the one of a person of the organization.'),
  'too many': conflict(`The organization has ${peopleMax} people, the most it may have; remove one first.`),
  'last owner': { problem: { code: 'LAST_OWNER', detail: 'The organization would have no OWNER who can log in.' } },
  event: invalid(fieldError('events', 'UNKNOWN_VALUE', 'must name events of the organization only')),
};

function rightsOf({ role, events }: z.output<typeof changedPerson>): Rights | RouteFailure {
  if (events === null || events === undefined) return { role, events: null };
  if (role === 'OWNER') return invalid(fieldError('events', 'NULL', 'must be null: an OWNER has no limit'));
  return { role, events: [...new Set(events)] };
}

function shownOf({ lastLogin, invitedUntil, events, ...shown }: Person): z.output<typeof person> {
  return {
    ...shown,
    events: events === null ? null : [...events],
    lastLogin: lastLogin?.toISOString() ?? null,
    invitedUntil: invitedUntil?.toISOString() ?? null,
  };
}
