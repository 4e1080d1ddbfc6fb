/**
 * Identifies the caller from the headers X-API-Key and X-Organization-ID, or Authorization (contract: Authentication).
 * A login acts for its organization where a key would. A missing key, a wrong key and the key of a deleted organization
 * get the same answer. Never logs a key.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { fieldError } from '#codec/check.ts';
import type { Author, KeyName } from '#domain/author.ts';
import type { Role } from '#storage/catalog/roles.ts';
import type { Caller } from './caller.ts';
import { type Problem, ProblemError, validationFailed } from './problem.ts';
import type { Route } from './route.ts';

interface Organization {
  readonly organizationId: number;
  readonly tenantId: number;
  readonly isDeleted?: boolean;
}

interface KeyOwner extends Organization {
  /** Which of its keys was sent. */
  readonly keyName: KeyName;
}

interface LoginOwner extends Organization {
  readonly accountId: number;
  readonly role: Role;
  readonly events: readonly string[] | null;
  readonly eventNumbers: readonly number[];
}

/** Looks up keys. Answers come from caches that follow the database. */
export interface KeyDirectory {
  /** By organization token or private key, as sent. Returns a cached owner at once. */
  organizationByKey(key: string): KeyOwner | null | Promise<KeyOwner | null>;
  /** By bare tenant token, without its `TEN:…:` prefix. A `maskedTenantId` must equal the one in the prefix, if sent. */
  tenantByToken(token: string): Promise<{ readonly tenantId: number; readonly maskedTenantId?: string } | null>;
  /** By the token of a login that has not expired. */
  loginByToken(token: string): Promise<LoginOwner | null>;
  /** Whether the organization belongs to the tenant and is not deleted. */
  organizationOfTenant(tenantId: number, organizationId: number): Promise<boolean>;
}

const keyLengthMax = 512;
const tenantPrefix = 'TEN:';
const organizationShape = /^\d{1,16}$/;
const bearer = /^Bearer +(\S+)$/i;
const anonymous: Caller = { kind: 'anonymous' };

const denied: Problem = {
  code: 'ACCESS_DENIED',
  detail: 'The header X-API-Key is missing or holds no key that is valid for this call.',
};

export const notLoggedIn: Problem = {
  code: 'UNAUTHENTICATED',
  detail: 'The header Authorization is missing or holds no valid token of a login.',
};

/**
 * Returns the caller of the kind that the route requires; synchronously for anonymous routes and for an organization's
 * key that is cached. Throws or rejects with ACCESS_DENIED, UNAUTHENTICATED or VALIDATION_FAILED.
 */
export function authenticate(
  demanded: Route['caller'],
  headers: IncomingHttpHeaders,
  keys: KeyDirectory,
): Caller | Promise<Caller> {
  if (demanded === 'anonymous') return anonymous;
  const key = headers['x-api-key'];
  if (demanded !== 'organization' || !isKey(key) || key.startsWith(tenantPrefix)) {
    return callerOf(demanded, headers, keys);
  }
  const owner = keys.organizationByKey(key);
  // A look-up that has begun is shared: asking again costs no second query.
  return owner === null || owner instanceof Promise
    ? callerOf(demanded, headers, keys)
    : callerOfOwner(owner, `KEY:${owner.keyName}`);
}

function isKey(sent: string | string[] | undefined): sent is string {
  return typeof sent === 'string' && sent !== '' && sent.length <= keyLengthMax;
}

function callerOfOwner({ organizationId, tenantId, isDeleted }: Organization, by: Author): Caller {
  if (isDeleted === true) throw new ProblemError(denied);
  return { kind: 'organization', organizationId, tenantId, by };
}

async function callerOf(
  demanded: Exclude<Route['caller'], 'anonymous'>,
  headers: IncomingHttpHeaders,
  keys: KeyDirectory,
): Promise<Caller> {
  if (demanded === 'login') return loginOf(headers.authorization, keys);
  const key = headers['x-api-key'];
  if (demanded === 'organization' && key === undefined && headers.authorization !== undefined) {
    return loginOf(headers.authorization, keys);
  }
  if (!isKey(key)) throw new ProblemError(denied);
  if (demanded === 'tenant') {
    if (!key.startsWith(tenantPrefix)) throw new ProblemError(denied);
    return { kind: 'tenant', tenantId: await tenantOf(key, keys) };
  }
  if (!key.startsWith(tenantPrefix)) {
    const owner = await keys.organizationByKey(key);
    if (owner !== null) return callerOfOwner(owner, `KEY:${owner.keyName}`);
    const login = demanded === 'legacy' ? await keys.loginByToken(key) : null;
    if (login !== null) return callerOfLogin(login, denied);
  }
  return actForOrganization(await tenantOf(key, keys), headers['x-organization-id'], keys);
}

/** The caller with a login token, sent as `Authorization: Bearer …`. Clients renew the login when they get 401. */
async function loginOf(header: string | undefined, keys: KeyDirectory): Promise<Caller> {
  const token = header === undefined || header.length > keyLengthMax ? undefined : bearer.exec(header)?.[1];
  const login = token === undefined ? null : await keys.loginByToken(token);
  if (login === null) throw new ProblemError(notLoggedIn);
  return callerOfLogin(login, notLoggedIn);
}

function callerOfLogin({ isDeleted, ...login }: LoginOwner, refusal: Problem): Caller {
  if (isDeleted === true) throw new ProblemError(refusal);
  const { organizationId, tenantId, accountId, role, events, eventNumbers } = login;
  const by: Author = `ACCOUNT:${accountId}`;
  return { kind: 'login', organizationId, tenantId, accountId, by, role, events, eventNumbers };
}

/** Takes a bare tenant token or a whole `TEN:{maskedTenantId}:{tenantToken}` key. */
async function tenantOf(key: string, keys: KeyDirectory): Promise<number> {
  const parts = key.startsWith(tenantPrefix) ? key.split(':') : null;
  if (parts !== null && parts.length !== 3) throw new ProblemError(denied);
  const tenant = await keys.tenantByToken(parts === null ? key : (parts[2] ?? ''));
  if (tenant === null) throw new ProblemError(denied);
  const { tenantId, maskedTenantId = parts?.[1] } = tenant;
  if (parts !== null && parts[1] !== maskedTenantId) throw new ProblemError(denied);
  return tenantId;
}

async function actForOrganization(
  tenantId: number,
  header: string | string[] | undefined,
  keys: KeyDirectory,
): Promise<Caller> {
  const name = 'X-Organization-ID';
  if (header === undefined || header === '') {
    throw new ProblemError(validationFailed([fieldError(name, 'NOT_NULL', 'must be sent with a tenant token')]));
  }
  const organizationId = typeof header === 'string' && organizationShape.test(header) ? Number(header) : Number.NaN;
  if (!Number.isSafeInteger(organizationId)) {
    throw new ProblemError(validationFailed([fieldError(name, 'TYPE', 'must be an organization id', header)]));
  }
  if (!(await keys.organizationOfTenant(tenantId, organizationId))) throw new ProblemError(denied);
  return { kind: 'organization', organizationId, tenantId, by: 'KEY:tenant-token' };
}
