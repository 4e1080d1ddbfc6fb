/**
 * Erasures: rows of `erasure`, a bounded queue that `src/workflows/erasure.ts` processes. Promises that a request is
 * stored before it is answered, that one run at a time moves it, and that the reference it names is gone when it is done.
 */
import { randomUUID } from 'node:crypto';
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { storedReference } from '#codec/stored-session.ts';
import type { Database } from '../database/call-changes.ts';
import { type PageRequest, type PageRows, readPage } from '../database/paging.ts';
import { rowsOf } from '../database/rows.ts';

/** Unfinished requests of one organization. */
const ownOpenMax = 10;
/** A run that has not stored anything for so long belongs to a node that has died, or has met an error. */
const staleAfterSeconds = 20;
/** How long a finished erasure can be looked up. */
const keepDays = 366;

export const erasureStates = ['CREATED', 'IN_PROCESS', 'DONE'] as const;
export const selections = ['SESSION', 'REFERENCE', 'AGE'] as const;

/** What is forgotten. */
export type Selection =
  | { readonly sessionId: string }
  | { readonly reference: string }
  | { readonly olderThanDays: number };

const erasures = rowsOf(
  z.object({
    id: z.string(),
    state: z.enum(erasureStates),
    selects: z.enum(selections),
    sessionId: z.string().nullable(),
    olderThanDays: z.int().nullable(),
    sessions: z.int(),
    records: z.int(),
    changes: z.int(),
    error: z.string().nullable(),
    createdAt: z.date(),
    finishedAt: z.date().nullable(),
  }),
);

export type ErasureRecord = z.infer<typeof erasures.row>;
export type ErasureProperty = 'id' | 'createdAt';

const positionSchema = z.discriminatedUnion('step', [
  /** Sessions of the event up to `ordinal` are erased, those up to `counted` are counted. Events before it are done. */
  z.object({ step: z.literal('sessions'), event: z.int(), ordinal: z.int(), counted: z.int() }),
  /** Records of the event up to `seq` are rewritten; the last one to rewrite is `until`. */
  z.object({ step: z.literal('journal'), event: z.int(), seq: z.int(), until: z.int() }),
  /** Rows of the feed up to this one are rewritten. `xid`: 64 bits. */
  z.object({ step: z.literal('feed'), era: z.int(), xid: z.string(), number: z.int() }),
]);

/** Where an erasure goes on. */
export type Position = z.infer<typeof positionSchema>;

export const begin: Extract<Position, { step: 'sessions' }> = { step: 'sessions', event: 0, ordinal: 0, counted: 0 };

const jobs = rowsOf(
  z.object({
    id: z.string(),
    organizationId: z.int(),
    sessionId: z.string().nullable(),
    reference: z.string().nullable(),
    olderThanDays: z.int().nullable(),
    position: z
      .string()
      .nullable()
      .transform((text) => (text === null ? begin : positionSchema.parse(JSON.parse(text)))),
    sessions: z.int(),
    claim: z.string(),
  }),
);

/** An erasure that this node has claimed. */
export type ErasureJob = z.infer<typeof jobs.row>;

/** What a piece of work has erased. */
export interface Erased {
  readonly sessions?: number;
  readonly records?: number;
  readonly changes?: number;
}

/** Queues an erasure; null: the organization has too many unfinished ones. */
export function request(
  database: Database,
  organizationId: number,
  selection: Selection,
): Promise<ErasureRecord | null> {
  const { sessionId, reference, olderThanDays } = { ...none, ...selection };
  const selects = sessionId !== null ? 'SESSION' : reference !== null ? 'REFERENCE' : 'AGE';
  return database.transaction(async (transaction) => {
    // Serializes the requests of an organization, so that the count is right.
    await transaction.query(sql.unsafe`select from organization where id = ${organizationId} for no key update`);
    return transaction.maybeOne(sql.type(erasures.row)`
      insert into erasure (organization_id, selects, session_id, reference, older_than_days)
      select ${organizationId}::int8, ${selects}, ${sessionId}::uuid,
        ${reference === null ? null : storedReference(reference)}, ${olderThanDays}::int4
      where (
        select count(*) from erasure where organization_id = ${organizationId} and state <> 'DONE'
      ) < ${ownOpenMax}
      returning ${erasures.columns}
    `);
  });
}

const none: { readonly sessionId: string | null; readonly reference: string | null; olderThanDays: number | null } = {
  ...{ sessionId: null, reference: null, olderThanDays: null },
};

/** The organization's erasure; null: there is none. */
export function find(
  connection: CommonQueryMethods,
  organizationId: number,
  id: string,
): Promise<ErasureRecord | null> {
  return connection.maybeOne(sql.type(erasures.row)`
    select ${erasures.columns} from erasure where id = ${id} and organization_id = ${organizationId}
  `);
}

export function list(
  pool: DatabasePool,
  organizationId: number,
  paging: PageRequest<ErasureProperty>,
): Promise<PageRows<ErasureRecord>> {
  return readPage(pool, erasures, sql.fragment`erasure where organization_id = ${organizationId}`, paging);
}

/** Unfinished erasures of all organizations. */
export function countOpenErasures(connection: CommonQueryMethods): Promise<number> {
  return connection.oneFirst(sql.type(z.object({ count: z.int() }))`
    select count(*) as count from erasure where state <> 'DONE'
  `);
}

/** Claims the oldest erasure that no node works on; null: there is none. */
export function takeNext(pool: DatabasePool): Promise<ErasureJob | null> {
  return pool.maybeOne(sql.type(jobs.row)`
    update erasure set claim = ${randomUUID()}, renewed_at = now(), state = 'IN_PROCESS'
    where id = (
      select id from erasure
      where state <> 'DONE'
        and (claim is null or renewed_at < now() - make_interval(secs => ${staleAfterSeconds}))
      order by created_at, id
      limit 1
      for update skip locked
    )
    returning ${jobs.columns}
  `);
}

/** Stores how far the erasure has come. False: another run has it, or its organization is gone. */
export async function advance(
  pool: DatabasePool,
  { id, claim }: ErasureJob,
  position: Position,
  { sessions = 0, records = 0, changes = 0 }: Erased,
): Promise<boolean> {
  const { rowCount } = await pool.query(sql.unsafe`
    update erasure
    set position = ${JSON.stringify(position)}, sessions = sessions + ${sessions}, records = records + ${records},
      changes = changes + ${changes}, error = null, renewed_at = now()
    where id = ${id} and claim = ${claim} and state <> 'DONE'
  `);
  return rowCount > 0;
}

/** The erasure is done. Its own row names the person no longer. */
export async function finish(pool: DatabasePool, { id, claim }: ErasureJob): Promise<void> {
  await pool.query(sql.unsafe`
    update erasure
    set state = 'DONE', reference = null, position = null, error = null, claim = null, finished_at = now()
    where id = ${id} and claim = ${claim}
  `);
}

/** Notes why the erasure does not come on. It is tried again when its claim is old. */
export async function noteError(pool: DatabasePool, { id, claim }: ErasureJob, reason: string): Promise<void> {
  await pool.query(sql.unsafe`
    update erasure set error = ${reason}, renewed_at = now() where id = ${id} and claim = ${claim}
  `);
}

/** Gives the erasure back: any node may go on with it at once. */
export async function release(pool: DatabasePool, { id, claim }: ErasureJob): Promise<void> {
  await pool.query(sql.unsafe`update erasure set claim = null where id = ${id} and claim = ${claim}`);
}

/** Deletes erasures that were finished long ago. */
export async function trimErasures(pool: DatabasePool): Promise<void> {
  await pool.query(sql.unsafe`
    delete from erasure where finished_at < now() - make_interval(days => ${keepDays})
  `);
}
