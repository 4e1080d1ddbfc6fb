/**
 * Recorded answers of calls with an idempotency key: rows of `idempotency_key`. A call claims its key before it runs and
 * records its answer afterwards. The node renews its claims while the calls run; a claim that is not renewed belongs to
 * a node that has died, and a repetition of the call may take it over. Answers are sealed, because some show a secret.
 */
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { type CommonQueryMethods, type DatabasePool, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { Fault } from '#actors/fault.ts';
import type { RequestKey } from '#domain/call-context.ts';
import { isReadable, onlyFormat } from '#domain/formats.ts';
import { type CallChanges, type Database, inOneTransaction, separateChanges } from '../database/call-changes.ts';
import type { StorageLog } from '../database/log.ts';
import type { Sealer } from '../database/sealed.ts';

/** The right to run a call and to record its answer. */
export interface Claim {
  readonly id: string;
  readonly scope: string;
  readonly keyHash: string;
}

export type ClaimOutcome =
  /** `done`: what an earlier run has committed before its node died, as `noteDone` has stored it; null: nothing. */
  | { readonly state: 'claimed'; readonly claim: Claim; readonly done: string | null }
  /** Another call with the key is running. */
  | { readonly state: 'running' }
  /** The key belongs to another request. */
  | { readonly state: 'reused' }
  | { readonly state: 'recorded'; readonly status: number; readonly answer: string };

/** Another node has taken the claim over: the call counts as one that never ran. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

export interface CallRecordsWorld {
  readonly pool: DatabasePool;
  readonly sealer: Sealer;
  readonly log: StorageLog;
}

const keepHours = 24;
const renewEveryMs = 5_000;
/** A claim that was not renewed for so long belongs to a dead node. */
const staleAfterSeconds = 20;
const trimEveryMs = 10 * 60_000;
const rowsPerPiece = 1_000;
/** In the first byte of an answer, with a bit that says whether it is deflated. */
const format = onlyFormat('recorded answer');
/** A longer answer is not recorded: a repetition runs the call again, and events then repeat their own part. */
const answerBytesMax = 8 * 1024 * 1024;
const deflatedFromBytes = 1024;
/** The row can vanish between two statements. */
const attemptsMax = 3;

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

const found = z.object({
  requestHash: z.string(),
  status: z.int().nullable(),
  answer: z.instanceof(Buffer).nullable(),
});

export class CallRecords {
  /** The changes of calls without a key. */
  readonly unkeyed: CallChanges;
  readonly #world: CallRecordsWorld;
  readonly #running = new Set<string>();
  #timers: readonly NodeJS.Timeout[] = [];
  #working: Promise<unknown> = Promise.resolve();

  constructor(world: CallRecordsWorld) {
    this.unkeyed = separateChanges(world.pool);
    this.#world = world;
  }

  start(): void {
    this.#timers = [
      setInterval(() => this.#work(() => this.#renew()), renewEveryMs).unref(),
      setInterval(() => this.#work(() => this.trim()), trimEveryMs).unref(),
    ];
    this.#work(() => this.trim());
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#working;
  }

  /** Claims the key for a call, or says what became of the call that claimed it before. */
  async claim(scope: string, { keyHash, bodyHash }: RequestKey): Promise<ClaimOutcome> {
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const id = randomUUID();
      const inserted = await this.#insert({ id, scope, keyHash }, bodyHash);
      if (inserted !== null) {
        this.#running.add(id);
        return { state: 'claimed', claim: { id, scope, keyHash }, done: inserted.done };
      }
      const row = await this.#world.pool.maybeOne(sql.type(found)`
        select request_hash as "requestHash", status, answer from idempotency_key
        where scope = ${scope} and key_hash = ${keyHash}
      `);
      if (row === null) continue;
      if (row.requestHash !== bodyHash) return { state: 'reused' };
      if (row.status === null || row.answer === null) return { state: 'running' };
      return { state: 'recorded', status: row.status, answer: await this.#opened(row.answer, scope, keyHash) };
    }
    return { state: 'running' };
  }

  /** Records the answer of a call that has taken effect. False: it is too long. Rejects with `ClaimLost`. */
  async record(claim: Claim, status: number, answer: string): Promise<boolean> {
    const sealed = await this.#sealed(claim, answer);
    if (sealed === null) return false;
    await this.#write(this.#world.pool, claim, status, sealed);
    return true;
  }

  /** Runs the work, whose changes commit together with the record of its answer. Rejects with `ClaimLost`. */
  recordWith<Result>(
    claim: Claim,
    work: (
      changes: CallChanges,
    ) => Promise<{ readonly result: Result; readonly status: number; readonly answer: string }>,
  ): Promise<Result> {
    return inOneTransaction(this.#world.pool, async (changes) => {
      const { result, status, answer } = await work(changes);
      const sealed = await this.#sealed(claim, answer);
      if (sealed !== null) await this.#write(changes, claim, status, sealed);
      return result;
    });
  }

  /**
   * Gives the key back: a repetition runs the call again, or finishes what it has committed. Does nothing once the
   * answer is recorded. Never rejects.
   */
  async release({ id, scope, keyHash }: Claim): Promise<void> {
    this.#running.delete(id);
    try {
      await this.#world.pool.query(sql.unsafe`
        delete from idempotency_key
        where scope = ${scope} and key_hash = ${keyHash} and claim = ${id} and status is null and done is null
      `);
      await this.#world.pool.query(sql.unsafe`
        update idempotency_key set renewed_at = '-infinity' where claim = ${id} and status is null
      `);
    } catch (error) {
      this.#world.log.warn({ err: error }, 'an idempotency key stays in use until its claim is old');
    }
  }

  /** Deletes expired records; resolves with their number. */
  async trim(): Promise<number> {
    for (let total = 0; ; ) {
      const { rowCount } = await this.#world.pool.query(sql.unsafe`
        delete from idempotency_key
        where ctid = any(array(
          select ctid from idempotency_key where expires_at < now() limit ${rowsPerPiece} for update skip locked
        ))
      `);
      total += rowCount;
      if (rowCount < rowsPerPiece) return total;
    }
  }

  /** Null unless the key was new, expired, or claimed by a node that has died while it ran the same request. */
  #insert({ id, scope, keyHash }: Claim, bodyHash: string): Promise<{ readonly done: string | null } | null> {
    return this.#world.pool.maybeOne(sql.type(z.object({ done: z.string().nullable() }))`
      insert into idempotency_key as known (scope, key_hash, request_hash, claim, renewed_at, expires_at)
      values (${scope}, ${keyHash}, ${bodyHash}, ${id}, now(), now() + make_interval(hours => ${keepHours}))
      on conflict (scope, key_hash) do update set
        request_hash = excluded.request_hash, claim = excluded.claim, renewed_at = excluded.renewed_at,
        expires_at = excluded.expires_at, status = null, answer = null,
        done = case when known.expires_at < now() then null else known.done end
      where known.expires_at < now() or (
        known.status is null and known.request_hash = excluded.request_hash
        and known.renewed_at < now() - make_interval(secs => ${staleAfterSeconds})
      )
      returning done
    `);
  }

  async #write(database: Database, claim: Claim, status: number, sealed: Buffer): Promise<void> {
    this.#running.delete(claim.id);
    await updateClaimed(database, claim, sql.fragment`status = ${status}, answer = ${sql.binary(sealed)}`);
  }

  /** Null when the answer is too long. */
  async #sealed({ scope, keyHash }: Claim, answer: string): Promise<Buffer | null> {
    const plain = Buffer.from(answer);
    const isLong = plain.length >= deflatedFromBytes;
    const packed = isLong ? await deflate(plain) : plain;
    if (packed.length > answerBytesMax) return null;
    return this.#world.sealer.seal(
      Buffer.concat([Buffer.of(2 * format + (isLong ? 1 : 0)), packed]),
      nameOfRecord(scope, keyHash),
    );
  }

  async #opened(sealed: Buffer, scope: string, keyHash: string): Promise<string> {
    const packed = this.#world.sealer.openBytes(sealed, nameOfRecord(scope, keyHash));
    const [mark = 0] = packed;
    if (!isReadable('recorded answer', mark >> 1))
      throw new Fault('UNAVAILABLE', 'The answer was recorded by a newer release.');
    const rest = packed.subarray(1);
    return (mark % 2 === 1 ? await inflate(rest) : rest).toString();
  }

  async #renew(): Promise<void> {
    if (this.#running.size === 0) return;
    await this.#world.pool.query(sql.unsafe`
      update idempotency_key set renewed_at = now()
      where claim = any(${sql.array([...this.#running], 'uuid')}) and status is null
    `);
  }

  /** Never rejects: the next round tries again. */
  #work(round: () => Promise<unknown>): void {
    this.#working = this.#working.then(round).catch((error) => {
      this.#world.log.warn({ err: error }, 'the records of idempotency keys could not be maintained');
    });
  }
}

/**
 * Notes, in the transaction of a call's effect, that it has taken effect, and what its answer is made from. Rejects with
 * `ClaimLost`.
 */
export function noteDone(transaction: CommonQueryMethods, claim: Claim, done: unknown): Promise<void> {
  return updateClaimed(transaction, claim, sql.fragment`done = ${JSON.stringify(done)}`);
}

async function updateClaimed(
  database: Pick<Database, 'query'>,
  { id, scope, keyHash }: Claim,
  change: FragmentSqlToken,
): Promise<void> {
  const { rowCount } = await database.query(sql.unsafe`
    update idempotency_key set ${change}
    where scope = ${scope} and key_hash = ${keyHash} and claim = ${id} and status is null
  `);
  if (rowCount === 0) throw new ClaimLost('Another node has taken over the call.');
}

/** The name that an answer is sealed for. */
export function nameOfRecord(scope: string, keyHash: string): string {
  return `answer:${scope}:${keyHash}`;
}
