/**
 * The audit of an organization: rows of `audit_entry`. Promises that an entry is there before a change that an event makes, and
 * commits together with a change of the catalog. An entry is never changed, but its outcome is set once. Calls that ask events at the
 * same time share statements. Otherwise each of them would need two commits of its own.
 */
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { BatchedQuery } from '../database/batched-query.ts';
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

const idsRow = z.object({ ids: z.string() });
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
/** An entry has up to 8 KB of states. */
const entriesPerStatementMax = 500;

type EndedEntry = readonly [id: number, outcome: AuditOutcome];

export class AuditEntries {
  readonly #pool: DatabasePool;
  readonly #begun: BatchedQuery<AuditEntry, number>;
  readonly #ended: BatchedQuery<EndedEntry, null>;

  constructor(pool: DatabasePool) {
    const bound = { questionsMax: entriesPerStatementMax };
    this.#pool = pool;
    this.#begun = new BatchedQuery((entries) => insertEntries(pool, entries, null), bound);
    this.#ended = new BatchedQuery((ended) => setOutcomes(pool, ended), bound);
  }

  /** The entry of a change that is about to be made. Resolves with its id once it is durable. */
  begin(entry: AuditEntry): Promise<number> {
    return this.#begun.ask(entry);
  }

  async end(id: number, outcome: AuditOutcome): Promise<void> {
    await this.#ended.ask([id, outcome]);
  }

  /** The entry of a change, in its transaction. */
  async write(changes: CallChanges, entry: AuditEntry, outcome: AuditOutcome): Promise<void> {
    await insertEntries(changes, [entry], outcome);
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

/** The ids of the entries, in their order. `outcome`: of all of them; null when it is not known yet. */
export async function insertEntries(
  database: Pick<Database, 'oneFirst'>,
  entries: readonly AuditEntry[],
  outcome: AuditOutcome | null,
): Promise<readonly number[]> {
  const rows = entries.map(({ organizationId, author, address, operation, target, event, requestId, before }) => [
    ...[organizationId, author, address, operation, target],
    ...(typeof event === 'number' ? [event, null] : [null, event]),
    ...[requestId, before],
  ]);
  const types = ['int8', 'text', 'text', 'text', 'text', 'int8', 'uuid', 'text', 'text'];
  // Ids are given in the order of the rows.
  const ids = await database.oneFirst(sql.type(idsRow)`
    with added as (
      insert into audit_entry (
        organization_id, author, address, operation, target, event_id, request_id, before, after, status, is_repeated
      )
      select
        organization_id, author, address, operation, target,
        coalesce(event_id, (select id from event where number = event_number)), request_id, before::jsonb,
        ${outcome?.after ?? null}::jsonb, ${outcome?.status ?? null}::int4, ${outcome?.isRepeated ?? false}::bool
      from ${sql.unnest(rows, types)} with ordinality as entry (
        organization_id, author, address, operation, target, event_number, event_id, request_id, before, place
      )
      order by place
      returning id
    )
    select string_agg(id::text, ',' order by id) as ids from added
  `);
  return ids.split(',').map(Number);
}

async function setOutcomes(pool: DatabasePool, ended: readonly EndedEntry[]): Promise<readonly null[]> {
  const rows = ended.map(([id, { status, after, isRepeated }]) => [id, status, after, isRepeated]);
  await pool.query(sql.unsafe`
    update audit_entry as entry set status = ended.status, after = ended.after::jsonb, is_repeated = ended.is_repeated
    from ${sql.unnest(rows, ['int8', 'int4', 'text', 'bool'])} as ended (id, status, after, is_repeated)
    where entry.id = ended.id
  `);
  return ended.map(() => null);
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
