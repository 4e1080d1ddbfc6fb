/**
 * Organizations of a tenant (contract: Organization, OrganizationWithUser, Management API): create with the initial
 * user, list, read, change, delete. Called with the tenant's key; an organization of another tenant is answered as
 * unknown.
 */
import { z } from 'zod';
import { fieldError } from '#codec/check.ts';
import { absentId, longId, longText, text, uuid } from '#codec/fields.ts';
import type { Organizations } from '#storage/catalog/organizations.ts';
import type { PasswordChecks } from '#storage/catalog/password-checks.ts';
import type { OrganizationRemoval } from '#workflows/organization-removal.ts';
import { answerPage, pageAnswer, pageSchema, pagingQuery } from '../pipeline/paging.ts';
import { type Problem, validationFailed } from '../pipeline/problem.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { invalid, noSuch } from '../refusals.ts';
import { email, newPassword } from './credentials.ts';

export interface OrganizationDeps {
  readonly organizations: Pick<Organizations, 'create' | 'find' | 'list' | 'update'>;
  readonly removal: Pick<OrganizationRemoval, 'remove'>;
  readonly passwords: Pick<PasswordChecks, 'hash'>;
}

const path = '/api/private/management/v2.0/organizations/';
const shared = { tag: 'Organizations', caller: 'tenant' } as const;
const params = z.object({ id: longText });
const changing = { ...shared, idempotency: 'transaction' } as const;
const textLengthMax = 255;
const unknown = noSuch('organization');

const type = z.enum(['VENUE', 'DEFAULT']);

const members = {
  publicKey: uuid.nullish(),
  privateKey: uuid.nullish(),
  domain: text(0, textLengthMax).nullish(),
  autologinEnabled: z.boolean().nullish(),
  appendDomainToLogin: z.boolean().nullish(),
  type: type.nullish(),
  tenantId: longId.nullish().meta({ description: 'The tenant of the key.' }),
};

const newOrganization = z
  .object({
    id: absentId('must be null on create'),
    name: text(1, textLengthMax),
    ...members,
    firstName: text(1, textLengthMax),
    lastName: text(1, textLengthMax),
    email,
    password: newPassword,
  })
  .meta({ id: 'OrganizationWithUser' });

const changedOrganization = z
  .object({ id: longId, name: text(1, textLengthMax).optional(), ...members })
  .meta({ id: 'ChangedOrganization' });

const organization = z
  .object({
    id: longId,
    name: z.string(),
    publicKey: z.uuid(),
    privateKey: z.uuid(),
    domain: z.string().nullable(),
    autologinEnabled: z.boolean(),
    appendDomainToLogin: z.boolean(),
    type,
    tenantId: longId,
  })
  .meta({ id: 'Organization' });

const fields = { name: 'City Theatre', domain: 'theatre.example', type: 'VENUE' };
const example = {
  id: 12,
  ...fields,
  publicKey: '0d2f7c2a-62a5-4e55-a0b7-0f3a52c1c001',
  privateKey: '5b1ff9d4-8a45-4c0e-9d0b-7f2f52c1c002',
  autologinEnabled: false,
  appendDomainToLogin: false,
  tenantId: 3,
};
const user = { firstName: 'Ada', lastName: 'Admin', email: 'ada@theatre.example', password: 'correct horse battery' };

export function organizations(deps: OrganizationDeps): readonly Route[] {
  return [create(deps), list(deps), read(deps), update(deps), remove(deps)];
}

function create({ organizations, passwords }: OrganizationDeps): Route {
  return defineRoute({
    ...changing,
    method: 'POST',
    path,
    operationId: 'createOrganization',
    summary: 'Create an organization with its first user',
    description:
      'Keys that are omitted are generated. If the tenant already has an account with the email, it is used: that account keeps its name ' +
      'and password. An email of another tenant’s user is refused with 409. Passwords have at least 10 characters.',
    body: newOrganization,
    requestExample: { ...fields, ...user },
    responses: { 201: { description: 'The organization.', schema: organization, example } },
    errors: ['DATA_INTEGRITY_VIOLATION'],
    handle: async ({ body, tenantId, changes }) => {
      const foreign = foreignTenant(body.tenantId, tenantId);
      if (foreign !== null) return { problem: foreign };
      const { firstName, lastName, email, password, publicKey, privateKey } = body;
      const passwordHash = await passwords.hash(password);
      const made = await organizations.create(
        changes,
        {
          ...changesOf(body),
          tenantId,
          name: body.name,
          publicKey: publicKey ?? undefined,
          privateKey: privateKey ?? undefined,
        },
        { firstName, lastName, email, passwordHash },
      );
      return typeof made === 'string' ? { problem: taken(made, email) } : { status: 201, body: made };
    },
  });
}

function list({ organizations }: OrganizationDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path,
    operationId: 'listOrganizations',
    summary: 'List the organizations of the tenant',
    description: 'In the requested order, by default by id, with their keys.',
    query: pagingQuery([
      'id',
      'name',
      'publicKey',
      'domain',
      'autologinEnabled',
      'appendDomainToLogin',
      'type',
      'tenantId',
    ]),
    responses: pageAnswer('A page of organizations.', pageSchema('PageOrganization', organization), [example]),
    errors: [],
    handle: async ({ query, tenantId }) => answerPage(await organizations.list(tenantId, query), query),
  });
}

function read({ organizations }: OrganizationDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: `${path}{id}`,
    operationId: 'getOrganization',
    summary: 'Read an organization',
    description: 'The organization with its keys.',
    params,
    responses: { 200: { description: 'The organization.', schema: organization, example } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, tenantId }) => {
      const found = await organizations.find(tenantId, params.id);
      return found === null ? unknown : { status: 200, body: found };
    },
  });
}

function update({ organizations }: OrganizationDeps): Route {
  return defineRoute({
    ...changing,
    method: 'PUT',
    path,
    operationId: 'updateOrganization',
    summary: 'Change an organization',
    description:
      'Absent members keep their values. Keys and tenantId cannot change: if they are sent, they must have their current values.',
    body: changedOrganization,
    requestExample: { id: 12, name: 'City Theatre', domain: null },
    responses: { 200: { description: 'The organization as it is now.', schema: organization, example } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ body, tenantId, changes }) => {
      const found = await organizations.find(tenantId, body.id);
      if (found === null) return unknown;
      const changed = (['publicKey', 'privateKey', 'tenantId'] as const)
        .filter((name) => (body[name] ?? found[name]) !== found[name])
        .map((name) => fieldError(name, 'INVALID', 'must not change', body[name]));
      if (changed.length > 0) return invalid(...changed);
      const updated = await organizations.update(changes, tenantId, body.id, changesOf(body));
      return updated === null ? unknown : { status: 200, body: updated };
    },
  });
}

function remove({ removal }: OrganizationDeps): Route {
  return defineRoute({
    ...changing,
    method: 'DELETE',
    path: `${path}{id}`,
    operationId: 'deleteOrganization',
    summary: 'Delete an organization with all its data',
    description:
      'Cannot be undone. From the answer on its keys and its events are unknown. Its data is removed by then, or soon after when there is much of it.',
    params,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, tenantId, changes }) =>
      (await removal.remove(changes, tenantId, params.id)) ? { status: 204 } : unknown,
  });
}

function taken(what: 'key' | 'email', email: string): Problem {
  if (what === 'key') return { code: 'DATA_INTEGRITY_VIOLATION', detail: 'One of the keys is taken.' };
  const error = fieldError('user.email', 'INVALID', 'must not be the email of another tenant’s user', email);
  return { code: 'DATA_INTEGRITY_VIOLATION', detail: `${error.field}: ${error.message}`, errors: [error] };
}

/** Null counts as an absent member, except for the domain, which null removes. */
function changesOf(body: z.output<typeof changedOrganization> | z.output<typeof newOrganization>) {
  return {
    name: body.name,
    domain: body.domain,
    type: body.type ?? undefined,
    autologinEnabled: body.autologinEnabled ?? undefined,
    appendDomainToLogin: body.appendDomainToLogin ?? undefined,
  };
}

function foreignTenant(sent: number | null | undefined, tenantId: number): Problem | null {
  if ((sent ?? tenantId) === tenantId) return null;
  return validationFailed([fieldError('tenantId', 'UNKNOWN_VALUE', 'must be the tenant of the key', sent)]);
}
