/**
 * Finds the owner of a key: tenant tokens, organization tokens, private keys and login tokens are looked up by hash and
 * cached until the row changes. Never keeps or logs a key itself.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { KeyName } from '#domain/author.ts';
import { Cache } from '../database/cache.ts';
import type { Notifications } from '../database/notifications.ts';
import { hashTokenToHex, isLoginToken, isSameHash, isTenantToken } from '../database/tokens.ts';
import { roles } from './roles.ts';

const keysMax = 100_000;

const organizationRow = z.object({ organizationId: z.int(), tenantId: z.int(), isDeleted: z.boolean() });
const keyRow = organizationRow.extend({
  tokenHash: z.instanceof(Buffer),
  privateKeyHash: z.instanceof(Buffer),
});
const tenantRow = z.object({ tenantId: z.int(), maskedTenantId: z.string(), tokenHash: z.instanceof(Buffer) });

const loginRow = organizationRow.extend({
  loginId: z.int(),
  accountId: z.int(),
  role: z.enum(roles),
  /** The events that the person is limited to, by id and by number; null: there is no limit. */
  events: z.array(z.string()).nullable(),
  eventNumbers: z.array(z.int()),
  lifeMs: z.number(),
});

type Organization = z.infer<typeof organizationRow>;
/** `keyName`: which of its keys was sent. */
type KeyOwner = Organization & { readonly keyName: KeyName };
/** `until`: by the process's monotonic clock. */
type LoginOwner = Omit<z.infer<typeof loginRow>, 'lifeMs'> & { readonly until: number };
type Tenant = Omit<z.infer<typeof tenantRow>, 'tokenHash'>;

export class Keys {
  readonly #organizationsByKey: Cache<string, KeyOwner | null>;
  readonly #tenants: Cache<string, Tenant | null>;
  readonly #organizations: Cache<number, Organization | null>;
  readonly #logins: Cache<string, LoginOwner | null>;

  constructor(connection: CommonQueryMethods, notifications: Notifications) {
    this.#organizationsByKey = new Cache(keysMax, (hash) => findByKey(connection, Buffer.from(hash, 'hex')));
    this.#tenants = new Cache(keysMax, (hash) => findTenant(connection, Buffer.from(hash, 'hex')));
    this.#organizations = new Cache(keysMax, (id) => findOrganization(connection, id));
    this.#logins = new Cache(keysMax, (hash) => findLogin(connection, Buffer.from(hash, 'hex')));
    this.#organizationsByKey.followByMember(notifications, 'organization', 'organizationId');
    this.#tenants.followByMember(notifications, 'tenant', 'tenantId');
    this.#organizations.followByKey(notifications, 'organization', Number);
    this.#logins.followByMember(notifications, 'login', 'loginId');
    this.#logins.followByMember(notifications, 'organization', 'organizationId');
  }

  /** By organization token or private key, as sent. Returns a cached owner at once. */
  organizationByKey(key: string): KeyOwner | null | Promise<KeyOwner | null> {
    if (isTenantToken(key)) return null;
    const hash = hashTokenToHex(key);
    return this.#organizationsByKey.peek(hash) ?? this.#organizationsByKey.get(hash);
  }

  /** By bare tenant token. */
  async tenantByToken(token: string): Promise<Tenant | null> {
    return isTenantToken(token) ? this.#tenants.get(hashTokenToHex(token)) : null;
  }

  /** The owner of a login by its access token; null when the token is unknown or expired. */
  async loginByToken(token: string): Promise<LoginOwner | null> {
    if (!isLoginToken(token)) return null;
    const login = await this.#logins.get(hashTokenToHex(token));
    return login === null || performance.now() >= login.until ? null : login;
  }

  /** Whether the organization belongs to the tenant and is not deleted. */
  async organizationOfTenant(tenantId: number, organizationId: number): Promise<boolean> {
    const organization = await this.#organizations.get(organizationId);
    return organization !== null && organization.tenantId === tenantId && !organization.isDeleted;
  }
}

const organizationColumns = sql.fragment`id as "organizationId", tenant_id as "tenantId", deleting as "isDeleted"`;

async function findByKey(connection: CommonQueryMethods, hash: Buffer): Promise<KeyOwner | null> {
  const row = await connection.maybeOne(sql.type(keyRow)`
    select ${organizationColumns}, token_hash as "tokenHash", private_key_hash as "privateKeyHash"
    from organization
    where token_hash = ${sql.binary(hash)} or private_key_hash = ${sql.binary(hash)}
  `);
  if (row === null) return null;
  const { tokenHash, privateKeyHash, ...owner } = row;
  if (isSameHash(tokenHash, hash)) return { ...owner, keyName: 'organization-token' };
  return isSameHash(privateKeyHash, hash) ? { ...owner, keyName: 'private-key' } : null;
}

async function findTenant(connection: CommonQueryMethods, hash: Buffer): Promise<Tenant | null> {
  const row = await connection.maybeOne(sql.type(tenantRow)`
    select id as "tenantId", masked_id as "maskedTenantId", token_hash as "tokenHash"
    from tenant
    where token_hash = ${sql.binary(hash)}
  `);
  if (row === null) return null;
  const { tokenHash, ...tenant } = row;
  return isSameHash(tokenHash, hash) ? tenant : null;
}

function findOrganization(connection: CommonQueryMethods, organizationId: number): Promise<Organization | null> {
  return connection.maybeOne(sql.type(organizationRow)`
    select ${organizationColumns} from organization where id = ${organizationId}
  `);
}

async function findLogin(connection: CommonQueryMethods, hash: Buffer): Promise<LoginOwner | null> {
  const asked = performance.now();
  const row = await connection.maybeOne(sql.type(loginRow)`
    select login.id as "loginId", account_id as "accountId", organization.id as "organizationId",
      tenant_id as "tenantId", deleting as "isDeleted", role, events,
      array(select number from event where id = any(events)) as "eventNumbers",
      (extract(epoch from token_expires_at - now()) * 1000)::float8 as "lifeMs"
    from login
    join organization on organization.id = login.organization_id
    join membership using (account_id, organization_id)
    where login.token_hash = ${sql.binary(hash)} and token_expires_at > now()
  `);
  if (row === null) return null;
  const { lifeMs, ...login } = row;
  return { ...login, until: asked + lifeMs };
}
