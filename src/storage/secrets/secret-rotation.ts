/**
 * Replaces the secret key of a database: everything sealed is sealed again with the new key, in one transaction. A run
 * that is killed has changed nothing; a run that is repeated after its end changes nothing more.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { nameOfRecord } from '../catalog/call-records.ts';
import { privateKeyName, tokenName } from '../catalog/organizations.ts';
import { passSecretName } from '../catalog/pass-keys.ts';
import { clientSecretName } from '../catalog/sign-ons.ts';
import { Sealer } from '../database/sealed.ts';
import { secretName } from '../webhooks/webhooks.ts';
import { claimSecretKey, fingerprintOf, storeSecretKeys } from './secret-keys.ts';

/** A column of sealed texts, and what each of them was sealed for. */
interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The one or two columns that the name is made of. */
  readonly parts: readonly string[];
  readonly nameOf: (first: string, second: string) => string;
}

const webhookName = (id: string): string => secretName(Number(id));

/** Everything that is sealed. */
const columns: readonly SealedColumn[] = [
  { table: 'organization', column: 'private_key_sealed', parts: ['public_key'], nameOf: privateKeyName },
  { table: 'organization', column: 'token_sealed', parts: ['public_key'], nameOf: tokenName },
  {
    table: 'pass_key',
    column: 'secret',
    parts: ['organization_id', 'kid'],
    nameOf: (organizationId, kid) => passSecretName(Number(organizationId), kid),
  },
  {
    table: 'sign_on',
    column: 'client_secret',
    parts: ['organization_id'],
    nameOf: (organizationId) => clientSecretName(Number(organizationId)),
  },
  { table: 'webhook', column: 'secret', parts: ['id'], nameOf: webhookName },
  { table: 'webhook', column: 'former_secret', parts: ['id'], nameOf: webhookName },
  { table: 'idempotency_key', column: 'answer', parts: ['scope', 'key_hash'], nameOf: nameOfRecord },
];

export interface RotationOutcome {
  /** Texts that are sealed with the new key now. */
  readonly sealed: number;
  /** Texts that no known key opens: they stay as they are, and cannot be read. */
  readonly unreadable: number;
}

/** Null: the new key is the database's already. Throws `OtherSecretKey` when the old one is not. */
export async function rotateSecretKey(
  pool: DatabasePool,
  oldKey: string,
  newKey: string,
): Promise<RotationOutcome | null> {
  const isDone = await pool.exists(sql.unsafe`
    select from secret_key where fingerprint = ${fingerprintOf(newKey)}
  `);
  if (isDone) return null;
  return pool.transaction(async (transaction) => {
    // Of two rotations at the same time the second one finds another key.
    await transaction.query(sql.unsafe`lock table secret_key in exclusive mode`);
    const { former } = await claimSecretKey(transaction, oldKey);
    const eventsUpTo = await transaction.oneFirst(sql.type(z.object({ last: z.int() }))`
      select coalesce(max(number), 0) as last from event
    `);
    const keys = { current: newKey, former: [{ key: oldKey, eventsUpTo }, ...former] };
    const total = { sealed: 0, unreadable: 0 };
    for (const column of columns) {
      const { sealed, unreadable } = await sealAgain(transaction, column, new Sealer(keys));
      total.sealed += sealed;
      total.unreadable += unreadable;
    }
    await storeSecretKeys(transaction, keys);
    return total;
  });
}

const sealedRow = z.object({
  place: z.string(),
  first: z.string(),
  second: z.string(),
  sealed: z.instanceof(Buffer),
});

async function sealAgain(
  transaction: CommonQueryMethods,
  { table: tableName, column: columnName, parts, nameOf }: SealedColumn,
  sealer: Sealer,
): Promise<RotationOutcome> {
  const [first, second] = parts.map((name) => sql.fragment`${sql.identifier([name])}::text`);
  const [table, column] = [sql.identifier([tableName]), sql.identifier([columnName])];
  const outcome = { sealed: 0, unreadable: 0 };
  await transaction.query(sql.unsafe`
    declare sealed_texts no scroll cursor for
    select ctid::text as place, ${first ?? sql.fragment`''`} as first, ${second ?? sql.fragment`''`} as second,
      ${column} as sealed
    from ${table} where ${column} is not null
  `);
  for (;;) {
    // Few, because a recorded answer may have megabytes.
    const rows = await transaction.any(sql.type(sealedRow)`
      fetch 20 from sealed_texts
    `);
    for (const row of rows) {
      const name = nameOf(row.first, row.second);
      const content = tried(() => sealer.openBytes(row.sealed, name));
      if (content === null) {
        outcome.unreadable++;
        continue;
      }
      // A row that another process has changed meanwhile is elsewhere: it stays sealed with a former key.
      await transaction.query(sql.unsafe`
        update ${table} set ${column} = ${sql.binary(sealer.seal(content, name))} where ctid = ${row.place}::tid
      `);
      outcome.sealed++;
    }
    if (rows.length === 0) break;
  }
  await transaction.query(sql.unsafe`close sealed_texts`);
  return outcome;
}

function tried<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
