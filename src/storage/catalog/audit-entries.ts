/**
 * The audit of an organization: rows of `audit_entry`. Promises that an entry is there before a change that an event makes, and
 * commits together with a change of the catalog. An entry is never changed, but its outcome is set once.
 */
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { type CallChanges, type Database, inOneTransaction } from '../database/call-changes.ts';

/** A call that changes something. */
export interface AuditEntry {
  readonly organizationId: number;
  /** As `src/domain/author.ts` has it. */
  readonly author: string;
  readonly address: string | null;
  readonly operation: string;
  /** Method and path, without the query. */
  readonly target: string;
  /** The event by its id or by its number; null: none. */
  readonly event: string | number | null;
  readonly requestId: string;
  /** JSON of what there was; null: nothing, or it is not told. */
  readonly before: string | null;
}

export interface AuditOutcome {
  /** Of the answer. */
  readonly status: number;
  /** JSON of what there is since; null: nothing, or it is not told. */
  readonly after: string | null;
  /** The answer is that of an earlier call with the same key. */
  readonly isRepeated: boolean;
}

export interface AuditFilter {
  /** Only entries before this one. */
  readonly after?: number | undefined;
  readonly accountId?: number | undefined;
  readonly operation?: string | undefined;
  readonly eventId?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

const idRow = z.object({ id: z.int() });
const entryRow = z.object({
  id: z.int(),
  at: z.date(),
  author: z.string(),
  /** Of a person who is still known. */
  email: z.string().nullable(),
  address: z.string().nullable(),
  operation: z.string(),
  target: z.string(),
  eventId: z.string().nullable(),
  requestId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  status: z.int().nullable(),
  isRepeated: z.boolean(),
});
export type ReadEntry = z.infer<typeof entryRow>;

const rowsPerPiece = 5_000;

export class AuditEntries {
  readonly #pool: DatabasePool;

  constructor(pool: DatabasePool) {
    this.#pool = pool;
  }

  /** The entry of a change that is about to be made. Returns its id. */
  async begin(entry: AuditEntry): Promise<number> {
    const { id } = await insertEntry(this.#pool, entry, null);
    return id;
  }

  async end(id: number, { status, after, isRepeated }: AuditOutcome): Promise<void> {
    await this.#pool.query(sql.unsafe`
      update audit_entry set status = ${status}, after = ${after}::jsonb, is_repeated = ${isRepeated} where id = ${id}
    `);
  }

  /** The entry of a change, in its transaction. */
  async write(changes: CallChanges, entry: AuditEntry, outcome: AuditOutcome): Promise<void> {
    await insertEntry(changes, entry, outcome);
  }

  /** Runs a call whose changes and entry are one transaction. */
  together<Result>(work: (changes: CallChanges) => Promise<Result>): Promise<Result> {
    return inOneTransaction(this.#pool, work);
  }

  /** The latest first. */
  async list(organizationId: number, filter: AuditFilter, limit: number): Promise<readonly ReadEntry[]> {
    return this.#pool.any(sql.type(entryRow)`
      select
        entry.id, at, author, coalesce(account.address, account.email) as email, entry.address, operation, target,
        event_id as "eventId", request_id as "requestId", before, after, status, is_repeated as "isRepeated"
      from audit_entry entry
      left join account on author = 'ACCOUNT:' || account.id
      where ${sql.join([sql.fragment`entry.organization_id = ${organizationId}`, ...conditionsOf(filter)], sql.fragment` and `)}
      order by entry.id desc
      limit ${limit}
    `);
  }

  /** Deletes entries that are older than so many days. */
  async trim(keepDays: number): Promise<void> {
    for (let rows = rowsPerPiece; rows === rowsPerPiece; ) {
      rows = await this.#pool.transaction(async (transaction) => {
        await transaction.query(sql.unsafe`select set_config('usher.trims_audit', 'yes', true)`);
        const { rowCount } = await transaction.query(sql.unsafe`
          delete from audit_entry where id = any(array(
            select id from audit_entry where at < now() - make_interval(days => ${keepDays}) limit ${rowsPerPiece}
          ))
        `);
        return rowCount;
      });
    }
  }
}

/** The id of the entry. `outcome`: null when it is not known yet. */
export function insertEntry(database: Pick<Database, 'one'>, entry: AuditEntry, outcome: AuditOutcome | null) {
  const { organizationId, author, address, operation, target, event, requestId, before } = entry;
  const eventId =
    typeof event === 'number'
      ? sql.fragment`(select id from event where number = ${event})`
      : sql.fragment`${event}::uuid`;
  return database.one(sql.type(idRow)`
    insert into audit_entry (
      organization_id, author, address, operation, target, event_id, request_id, before, after, status, is_repeated
    )
    values (
      ${organizationId}, ${author}, ${address}, ${operation}, ${target}, ${eventId}, ${requestId}, ${before}::jsonb,
      ${outcome?.after ?? null}::jsonb, ${outcome?.status ?? null}, ${outcome?.isRepeated ?? false}
    )
    returning id
  `);
}

function conditionsOf({ after, accountId, operation, eventId, from, until }: AuditFilter): FragmentSqlToken[] {
  return [
    ...(after === undefined ? [] : [sql.fragment`entry.id < ${after}`]),
    ...(accountId === undefined ? [] : [sql.fragment`author = ${`ACCOUNT:${accountId}`}`]),
    ...(operation === undefined ? [] : [sql.fragment`operation = ${operation}`]),
    ...(eventId === undefined ? [] : [sql.fragment`event_id = ${eventId}::uuid`]),
    ...(from === undefined ? [] : [sql.fragment`at >= ${from.toISOString()}::timestamptz`]),
    ...(until === undefined ? [] : [sql.fragment`at < ${until.toISOString()}::timestamptz`]),
  ];
}
