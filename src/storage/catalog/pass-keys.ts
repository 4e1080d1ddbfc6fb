/**
 * The keys that verify an organization's passes: rows of `pass_key`, with secrets sealed. Keys in use are cached; a key
 * that was replaced or removed verifies nothing on this node once the change is answered, and within a second on the
 * others. A secret leaves this file only to verify.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { Cache } from '../database/cache.ts';
import type { CallChanges } from '../database/call-changes.ts';
import type { Notifications } from '../database/notifications.ts';
import { rowsOf } from '../database/rows.ts';
import type { Sealer } from '../database/sealed.ts';

export const passAlgorithms = ['HS256', 'ES256', 'EdDSA'] as const;
export type PassAlgorithm = (typeof passAlgorithms)[number];

export const passKeysMax = 10;
/** Organizations whose keys are in memory. */
const ringsMax = 5_000;

/** The public half of a key pair as a JSON Web Key. */
const publicKey = z.record(z.string(), z.string());
export type PublicKey = z.infer<typeof publicKey>;

const shownKeys = rowsOf(
  z.object({
    kid: z.string(),
    algorithm: z.enum(passAlgorithms),
    publicKey: publicKey.nullable(),
    validUntil: z.date().nullable(),
    createdDate: z.date(),
  }),
  { expressions: { createdDate: sql.fragment`created_at` } },
);

export type PassKeyRecord = z.infer<typeof shownKeys.row>;
type PassKeyFields = Pick<PassKeyRecord, 'kid' | 'algorithm' | 'validUntil'>;

/** What proves a signature. */
export type PassKeyMaterial = { readonly secret: string } | { readonly publicKey: PublicKey };

/** A key that verifies. Times are in milliseconds. */
export interface VerifyingKey {
  readonly kid: string;
  readonly algorithm: PassAlgorithm;
  readonly material: PassKeyMaterial;
  /** Null: it has no end. */
  readonly validUntil: number | null;
}

export class PassKeys {
  readonly #pool: DatabasePool;
  readonly #sealer: Sealer;
  readonly #notifications: Notifications;
  readonly #rings: Cache<number, readonly VerifyingKey[]>;

  constructor(pool: DatabasePool, sealer: Sealer, notifications: Notifications) {
    this.#pool = pool;
    this.#sealer = sealer;
    this.#notifications = notifications;
    this.#rings = new Cache(ringsMax, (organizationId) => this.#load(organizationId));
    this.#rings.followByKey(notifications, 'pass-key', Number);
  }

  /** The organization's keys; the same array until one of them changes. */
  verifying(organizationId: number): Promise<readonly VerifyingKey[]> {
    return this.#rings.get(organizationId);
  }

  /** By `kid`. */
  list(organizationId: number): Promise<readonly PassKeyRecord[]> {
    return this.#pool.any(sql.type(shownKeys.row)`
      select ${shownKeys.columns} from pass_key where organization_id = ${organizationId} order by kid
    `);
  }

  /**
   * Stores a key, or replaces the one with its `kid`. In force on this node when it resolves. Without `given` material a
   * key of that `kid` and algorithm keeps what it has; when there is none, the key gets the `fresh` material.
   */
  async put(
    changes: CallChanges,
    organizationId: number,
    fields: PassKeyFields,
    { given, fresh }: { readonly given: PassKeyMaterial | null; readonly fresh: PassKeyMaterial | null },
    now: number,
  ): Promise<{ readonly key: PassKeyRecord; readonly isFresh: boolean } | 'too many' | 'unknown'> {
    const stored = await changes.transaction(async (transaction) => {
      // One change after the other, so that the count stays true and a fresh secret is not replaced unseen.
      await transaction.query(sql.unsafe`select from organization where id = ${organizationId} for update`);
      const kept = given === null ? await this.#extend(transaction, organizationId, fields) : null;
      if (kept !== null) return { key: kept, isFresh: false };
      const material = given ?? fresh;
      if (material === null) return 'unknown';
      const others = await transaction.oneFirst(sql.type(z.object({ count: z.int() }))`
        select count(*) from pass_key where organization_id = ${organizationId} and kid <> ${fields.kid}
      `);
      if (others >= passKeysMax) return 'too many';
      return { key: await this.#store(transaction, organizationId, fields, material, now), isFresh: given === null };
    });
    await changes.afterCommit(() => this.#notifications.applied('pass-key', organizationId));
    return stored;
  }

  /** False: there is no such key. In force on this node when it resolves. */
  async remove(changes: CallChanges, organizationId: number, kid: string): Promise<boolean> {
    const { rowCount } = await changes.query(sql.unsafe`
      delete from pass_key where organization_id = ${organizationId} and kid = ${kid}
    `);
    await changes.afterCommit(() => this.#notifications.applied('pass-key', organizationId));
    return rowCount > 0;
  }

  #extend(
    connection: CommonQueryMethods,
    organizationId: number,
    { kid, algorithm, validUntil }: PassKeyFields,
  ): Promise<PassKeyRecord | null> {
    return connection.maybeOne(sql.type(shownKeys.row)`
      update pass_key set valid_until = ${instant(validUntil)}
      where organization_id = ${organizationId} and kid = ${kid} and algorithm = ${algorithm}
      returning ${shownKeys.columns}
    `);
  }

  #store(
    connection: CommonQueryMethods,
    organizationId: number,
    { kid, algorithm, validUntil }: PassKeyFields,
    material: PassKeyMaterial,
    now: number,
  ): Promise<PassKeyRecord> {
    const secret =
      'secret' in material ? sql.binary(this.#sealer.seal(material.secret, passSecretName(organizationId, kid))) : null;
    const shared = 'publicKey' in material ? JSON.stringify(material.publicKey) : null;
    return connection.one(sql.type(shownKeys.row)`
      insert into pass_key (organization_id, kid, algorithm, secret, public_key, valid_until, created_at)
      values (
        ${organizationId}, ${kid}, ${algorithm}, ${secret}, ${shared}::jsonb, ${instant(validUntil)},
        ${instant(new Date(now))}
      )
      on conflict (organization_id, kid) do update
      set algorithm = excluded.algorithm, secret = excluded.secret, public_key = excluded.public_key,
        valid_until = excluded.valid_until, created_at = excluded.created_at
      returning ${shownKeys.columns}
    `);
  }

  async #load(organizationId: number): Promise<readonly VerifyingKey[]> {
    const rows = await this.#pool.any(sql.type(shownKeys.row.extend({ secret: z.instanceof(Buffer).nullable() }))`
      select ${shownKeys.columns}, secret from pass_key where organization_id = ${organizationId} order by kid
    `);
    return rows.map(({ kid, algorithm, secret, publicKey: shared, validUntil }) => {
      const material: PassKeyMaterial =
        secret === null
          ? { publicKey: shared ?? {} }
          : { secret: this.#sealer.open(secret, passSecretName(organizationId, kid)) };
      return { kid, algorithm, material, validUntil: validUntil?.getTime() ?? null };
    });
  }
}

/** The name that a key's secret is sealed for. */
export function passSecretName(organizationId: number, kid: string): string {
  return `organization:${organizationId}:pass-key:${kid}`;
}

function instant(date: Date | null) {
  return date === null ? sql.fragment`null::timestamptz` : sql.fragment`to_timestamp(${date.getTime() / 1000})`;
}
