/**
 * Which secret key a database belongs to: its fingerprint is stored at the first start, and every other key is refused.
 * A database of an earlier version has no fingerprint; it takes the key that opens what is stored there. Keys that have
 * been replaced stay readable for the service, sealed with the present one.
 */
import { createHmac } from 'node:crypto';
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { nameOfRecord } from '../catalog/call-records.ts';
import { tokenName } from '../catalog/organizations.ts';
import { silentLog } from '../database/log.ts';
import { createPool } from '../database/pool.ts';
import { type FormerKey, onlyKey, Sealer, type SecretKeys } from '../database/sealed.ts';

/** The version of the fingerprint's format. */
const format = 1;
const formerName = 'former secret keys';

const row = z.object({ fingerprint: z.string(), former: z.instanceof(Buffer).nullable() });
const formerKeys = z.array(z.object({ key: z.string(), eventsUpTo: z.int() }));
const sealedText = z.object({ sealed: z.instanceof(Buffer), one: z.string(), other: z.string() });

/** The database belongs to another key; the message is one line for the operator. */
class OtherSecretKey extends Error {
  override readonly name = 'OtherSecretKey';

  constructor(found: string) {
    super(`SECRET_KEY_OTHER: ${found}: start with the key that this database was made with`);
  }
}

const otherFingerprint = 'SECRET_KEY is not the one of this database';

/** Tells nothing about the key, which is random. */
export function fingerprintOf(secretKey: string): string {
  const digest = createHmac('sha256', Buffer.from(secretKey, 'hex')).update('usher secret key').digest('hex');
  return `${format}:${digest}`;
}

/** Stores the key's fingerprint in a database that has none, and reads the former keys. Throws `OtherSecretKey`. */
export async function claimSecretKey(connection: CommonQueryMethods, secretKey: string): Promise<SecretKeys> {
  const readRow = () => connection.maybeOne(sql.type(row)`select fingerprint, former from secret_key`);
  const known = await readRow();
  if (known !== null) return keysOf(known, secretKey);
  if (!(await opensWhatIsStored(connection, secretKey))) {
    throw new OtherSecretKey('what is stored in this database cannot be opened with SECRET_KEY');
  }
  await connection.query(sql.unsafe`
    insert into secret_key (fingerprint) values (${fingerprintOf(secretKey)}) on conflict do nothing
  `);
  // Another node may have been first.
  const stored = await readRow();
  if (stored === null) throw new Error('the row of the secret key has disappeared');
  return keysOf(stored, secretKey);
}

/** Whether the database has this key. False too when it has none, and when it has never been migrated. */
export async function hasSecretKey(connectionString: string, secretKey: string): Promise<boolean> {
  const pool = await createPool(connectionString, { maximumPoolSize: 1, log: silentLog });
  try {
    const isMade = await pool.exists(sql.unsafe`select where to_regclass('secret_key') is not null`);
    return isMade && (await whyOtherKey(pool, secretKey)) === null;
  } finally {
    await pool.end();
  }
}

/** One line for the operator when the database belongs to another key now, else null. */
export async function whyOtherKey(pool: DatabasePool, secretKey: string): Promise<string | null> {
  const known = await pool.maybeOneFirst(sql.type(row.pick({ fingerprint: true }))`select fingerprint from secret_key`);
  return known === fingerprintOf(secretKey) ? null : new OtherSecretKey(otherFingerprint).message;
}

/** Makes `secretKey` the database's key. */
export async function storeSecretKeys(connection: CommonQueryMethods, { current, former }: SecretKeys): Promise<void> {
  const sealed = new Sealer(onlyKey(current)).seal(JSON.stringify(former), formerName);
  await connection.query(sql.unsafe`
    update secret_key set fingerprint = ${fingerprintOf(current)}, former = ${sql.binary(sealed)}
  `);
}

function keysOf({ fingerprint, former }: z.output<typeof row>, secretKey: string): SecretKeys {
  if (fingerprint !== fingerprintOf(secretKey)) throw new OtherSecretKey(otherFingerprint);
  const opened = former === null ? '[]' : new Sealer(onlyKey(secretKey)).open(former, formerName);
  const read: readonly FormerKey[] = formerKeys.parse(JSON.parse(opened));
  return { current: secretKey, former: read };
}

/** By the oldest organization; without one by the oldest recorded answer. An empty database takes any key. */
async function opensWhatIsStored(connection: CommonQueryMethods, secretKey: string): Promise<boolean> {
  const token = await connection.maybeOne(sql.type(sealedText)`
    select token_sealed as sealed, public_key as one, '' as other from organization order by id limit 1
  `);
  const record = await connection.maybeOne(sql.type(sealedText)`
    select answer as sealed, scope as one, key_hash as other
    from idempotency_key where answer is not null order by expires_at limit 1
  `);
  const sealer = new Sealer(onlyKey(secretKey));
  try {
    if (token !== null) sealer.openBytes(token.sealed, tokenName(token.one));
    else if (record !== null) sealer.openBytes(record.sealed, nameOfRecord(record.one, record.other));
    return true;
  } catch {
    return false;
  }
}
