/**
 * Organizations: rows of `organization` and their keys. Keys are stored as a hash for look-ups, and sealed (encrypted)
 * to show them again; neither helps a thief of the database. Organizations that are being deleted are hidden.
 */
import { randomUUID } from 'node:crypto';
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Database } from '../database/call-changes.ts';
import { type PageRequest, type PageRows, readPage } from '../database/paging.ts';
import { assignments, type ChangeOf, rowsOf } from '../database/rows.ts';
import type { Sealer } from '../database/sealed.ts';
import { hashToken, newOrganizationToken } from '../database/tokens.ts';
import { type AccountFields, ForeignAccount, joinOrganization } from './accounts.ts';

export interface NewOrganization {
  readonly id: number;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly token: string;
}

interface OrganizationSeed extends OrganizationFields {
  readonly tenantId: number;
  readonly name: string;
  /** Generated when absent. */
  readonly publicKey?: string | undefined;
  readonly privateKey?: string | undefined;
}

/** The public or the private key belongs to another organization. */
class KeyTaken extends Error {}

/** Creates an organization with default settings; absent keys are generated. Throws when a key is taken. */
export async function createOrganization(
  connection: CommonQueryMethods,
  sealer: Sealer,
  seed: OrganizationSeed,
): Promise<NewOrganization> {
  const { publicKey = randomUUID(), privateKey = randomUUID() } = seed;
  const token = newOrganizationToken();
  const id = await connection.maybeOneFirst(sql.type(z.object({ id: z.int() }))`
    insert into organization (
      tenant_id, name, type, domain, autologin_enabled, append_domain_to_login,
      public_key, private_key_hash, private_key_sealed, token_hash, token_sealed
    )
    values (
      ${seed.tenantId}, ${seed.name}, ${seed.type ?? 'DEFAULT'}, ${seed.domain ?? null},
      ${seed.autologinEnabled ?? false}, ${seed.appendDomainToLogin ?? false}, ${publicKey},
      ${sql.binary(hashToken(privateKey))}, ${sql.binary(sealer.seal(privateKey, privateKeyName(publicKey)))},
      ${sql.binary(hashToken(token))}, ${sql.binary(sealer.seal(token, tokenName(publicKey)))}
    )
    on conflict do nothing
    returning id
  `);
  if (id === null) throw new KeyTaken('one of the keys is taken');
  return { id, publicKey, privateKey, token };
}

/** What an organization's private key is sealed for. */
export const privateKeyName = (publicKey: string): string => `private key of ${publicKey}`;

/** The name that an organization's token is sealed for. */
export const tokenName = (publicKey: string): string => `token of ${publicKey}`;

const rows = rowsOf(
  z.object({
    id: z.int(),
    name: z.string(),
    publicKey: z.string(),
    privateKeySealed: z.instanceof(Buffer),
    domain: z.string().nullable(),
    autologinEnabled: z.boolean(),
    appendDomainToLogin: z.boolean(),
    type: z.enum(['VENUE', 'DEFAULT']),
    tenantId: z.int(),
  }),
);

type OrganizationRow = z.infer<typeof rows.row>;

/** The changeable members of an organization. Absent ones get their defaults, or keep their values. */
type OrganizationFields = ChangeOf<
  Pick<OrganizationRow, 'name' | 'type' | 'domain' | 'autologinEnabled' | 'appendDomainToLogin'>
>;

/** An organization as its tenant sees it. */
export type OrganizationRecord = Omit<OrganizationRow, 'privateKeySealed'> & { readonly privateKey: string };

/** The organizations of one tenant; every query takes the tenant. */
export class Organizations {
  readonly #pool: DatabasePool;
  readonly #sealer: Sealer;

  constructor(pool: DatabasePool, sealer: Sealer) {
    this.#pool = pool;
    this.#sealer = sealer;
  }

  /**
   * Creates an organization and its first user atomically; `key` or `email` when that one is taken (the email: by
   * another tenant).
   */
  async create(
    database: Database,
    seed: OrganizationSeed,
    admin: AccountFields,
  ): Promise<OrganizationRecord | 'key' | 'email'> {
    try {
      return await database.transaction(async (transaction) => {
        const { id } = await createOrganization(transaction, this.#sealer, seed);
        await joinOrganization(transaction, id, admin);
        return (await this.#find(transaction, seed.tenantId, id)) ?? 'key';
      });
    } catch (error) {
      if (error instanceof KeyTaken) return 'key';
      if (error instanceof ForeignAccount) return 'email';
      throw error;
    }
  }

  find(tenantId: number, organizationId: number): Promise<OrganizationRecord | null> {
    return this.#find(this.#pool, tenantId, organizationId);
  }

  async list(
    tenantId: number,
    paging: PageRequest<Exclude<keyof OrganizationRow, 'privateKeySealed'>>,
  ): Promise<PageRows<OrganizationRecord>> {
    const from = sql.fragment`organization where tenant_id = ${tenantId} and not deleting`;
    const page = await readPage(this.#pool, rows, from, paging);
    return { ...page, content: page.content.map((row) => this.#opened(row)) };
  }

  /** The updated organization; null when the tenant has no such organization. */
  async update(
    database: Database,
    tenantId: number,
    organizationId: number,
    fields: OrganizationFields,
  ): Promise<OrganizationRecord | null> {
    const { name, type, domain, autologinEnabled, appendDomainToLogin } = fields;
    const row = await database.maybeOne(sql.type(rows.row)`
      update organization set ${assignments({ name, type, domain, autologinEnabled, appendDomainToLogin })}
      where id = ${organizationId} and tenant_id = ${tenantId} and not deleting
      returning ${rows.columns}
    `);
    return row === null ? null : this.#opened(row);
  }

  async #find(database: Database, tenantId: number, organizationId: number): Promise<OrganizationRecord | null> {
    const row = await database.maybeOne(sql.type(rows.row)`
      select ${rows.columns} from organization
      where id = ${organizationId} and tenant_id = ${tenantId} and not deleting
    `);
    return row === null ? null : this.#opened(row);
  }

  #opened({ privateKeySealed, ...rest }: OrganizationRow): OrganizationRecord {
    return { ...rest, privateKey: this.#sealer.open(privateKeySealed, privateKeyName(rest.publicKey)) };
  }
}
