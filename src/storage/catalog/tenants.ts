/**
 * Tenants: rows of `tenant`, created by the operator's command. The token is shown once, at its creation; only its hash
 * is kept.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { hashToken, newMaskedId, newTenantToken, tenantKey } from '../database/tokens.ts';

export interface NewTenant {
  readonly id: number;
  readonly token: string;
  /** The whole `TEN:…` header value. */
  readonly key: string;
}

/** Creates a tenant; its token and key cannot be read again. */
export async function createTenant(connection: CommonQueryMethods, name: string): Promise<NewTenant> {
  const token = newTenantToken();
  const maskedId = newMaskedId();
  const id = await connection.oneFirst(sql.type(z.object({ id: z.int() }))`
    insert into tenant (name, masked_id, token_hash)
    values (${name}, ${maskedId}, ${sql.binary(hashToken(token))})
    returning id
  `);
  return { id, token, key: tenantKey(maskedId, token) };
}

/** Whether there is a tenant with another name. */
export function hasTenantNotNamed(connection: CommonQueryMethods, name: string): Promise<boolean> {
  return connection.exists(sql.unsafe`select from tenant where name <> ${name}`);
}
