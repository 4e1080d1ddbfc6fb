/**
 * The processes that work on the database, each with what it knows: rows of `cluster_node`. A process is listed before it
 * works, and only while the version in force is one that it knows. Written in the database, because single nodes and
 * workers have no other place in common, and because the version is raised in one transaction with this list.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { type Build, lastMigrationOf } from './build.ts';
import type { Readable } from './in-force.ts';

/** A process that was not heard of for so long has died. */
const aliveSeconds = 20;
const keptHours = 24;

const nodeRow = z.object({
  name: z.string(),
  release: z.string(),
  oldest: z.int(),
  newest: z.int(),
  migration: z.int(),
  hasLeft: z.boolean(),
  /** Since it was heard of. */
  silentSeconds: z.number(),
  /** Since its start. */
  ageSeconds: z.number(),
});

export interface KnownNode extends z.output<typeof nodeRow> {
  readonly isAlive: boolean;
}

/** Lists the process, or renews its row. False: the version in force is none that it knows. */
export async function listNode(pool: DatabasePool, id: string, name: string, build: Build): Promise<boolean> {
  const { release, oldest, newest } = build;
  // The lock makes a raise wait for this row, or this row for the raise.
  const { rowCount } = await pool.query(sql.unsafe`
    with fitting as (
      select from cluster_version where version between ${oldest} and ${newest} for share
    )
    insert into cluster_node (id, name, release, oldest, newest, migration)
    select ${id}, ${name}, ${release}, ${oldest}::int, ${newest}::int, ${lastMigrationOf(build)}::int from fitting
    on conflict (id) do update set seen_at = now()
  `);
  return rowCount > 0;
}

export async function markLeft(pool: DatabasePool, id: string): Promise<void> {
  await pool.query(sql.unsafe`update cluster_node set seen_at = now(), left_at = now() where id = ${id}`);
}

/** Those that are alive or were heard of within so many seconds; the first started is the first. */
export async function nodesSince(database: Readable, seconds = 0): Promise<readonly KnownNode[]> {
  const rows = await database.any(sql.type(nodeRow)`
    select
      name, release, oldest, newest, migration, left_at is not null as "hasLeft",
      extract(epoch from now() - seen_at)::float8 as "silentSeconds",
      extract(epoch from now() - started_at)::float8 as "ageSeconds"
    from cluster_node
    order by started_at, id
  `);
  return rows
    .map((node) => ({ ...node, isAlive: !node.hasLeft && node.silentSeconds < aliveSeconds }))
    .filter(({ isAlive, silentSeconds }) => isAlive || silentSeconds < seconds);
}

/** Deletes the rows of processes that ended a day ago. */
export async function trimNodes(pool: DatabasePool): Promise<void> {
  await pool.query(sql.unsafe`
    delete from cluster_node where seen_at < now() - make_interval(hours => ${keptHours})
  `);
}
