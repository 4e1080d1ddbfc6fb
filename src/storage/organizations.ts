/**
 * Organizations: rows of `organization`, their keys and their settings. Keys are kept as a hash, to look
 * them up, and sealed, to show them again; neither lets a thief of the database in.
 */
import { randomUUID } from 'node:crypto';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { Sealer } from './sealed.ts';
import { hashToken, newOrganizationToken } from './tokens.ts';

export interface NewOrganization {
  readonly id: number;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly token: string;
}

/** Makes an organization with fresh keys and everything switched as by default. */
export async function createOrganization(
  connection: CommonQueryMethods,
  sealer: Sealer,
  { tenantId, name }: { tenantId: number; name: string },
): Promise<NewOrganization> {
  const publicKey = randomUUID();
  const privateKey = randomUUID();
  const token = newOrganizationToken();
  const id = await connection.oneFirst(sql.type(z.object({ id: z.int() }))`
    insert into organization
      (tenant_id, name, public_key, private_key_hash, private_key_sealed, token_hash, token_sealed)
    values (
      ${tenantId}, ${name}, ${publicKey},
      ${sql.binary(hashToken(privateKey))}, ${sql.binary(sealer.seal(privateKey, `private key of ${publicKey}`))},
      ${sql.binary(hashToken(token))}, ${sql.binary(sealer.seal(token, `token of ${publicKey}`))}
    )
    returning id
  `);
  return { id, publicKey, privateKey, token };
}

const settingsRow = z.object({
  publicSessionsEnabled: z.boolean(),
  salesControlEnabled: z.boolean(),
  orphanSeatPrevention: z.boolean(),
  lockTtlSeconds: z.int(),
  holdTypes: z.record(
    z.string(),
    z.object({ ttlSeconds: z.number().nullable(), validState: z.enum(['LOCKED', 'BLOCKED']) }),
  ),
});

export type OrganizationSettings = z.infer<typeof settingsRow>;

/** The settings as they are stored, or null when there is no such organization. */
export function findSettings(
  connection: CommonQueryMethods,
  organizationId: number,
): Promise<OrganizationSettings | null> {
  return connection.maybeOne(sql.type(settingsRow)`
    select public_sessions_enabled and not deleting as "publicSessionsEnabled", sales_control_enabled as "salesControlEnabled",
      orphan_seat_prevention as "orphanSeatPrevention", lock_ttl_seconds as "lockTtlSeconds",
      hold_types as "holdTypes"
    from organization
    where id = ${organizationId}
  `);
}

/** Switches public sessions on or off. */
export async function switchPublicSessions(
  connection: CommonQueryMethods,
  organizationId: number,
  enabled: boolean,
): Promise<void> {
  await connection.query(sql.unsafe`
    update organization set public_sessions_enabled = ${enabled} where id = ${organizationId}
  `);
}
