/**
 * Reads what PostgreSQL has written to its write-ahead log between two places, by table: for studies on the benchmark's own
 * server, which lets its superuser read the log.
 */
import type { Client } from 'pg';

/** Bytes of the log that changed one table, its large values and its indexes. */
export interface LoggedTable {
  readonly name: string;
  readonly records: number;
  /** Without images of pages. */
  readonly bytes: number;
  /** Of whole pages that changed for the first time after a checkpoint. */
  readonly imageBytes: number;
}

/** Where the log ends now. */
export async function logEnd(client: Client): Promise<string> {
  const { rows } = await client.query<{ end: string }>('SELECT pg_current_wal_flush_lsn()::text AS end');
  return (rows[0] as { end: string }).end;
}

/** Bytes between two places. */
export async function logBytes(client: Client, from: string, to: string): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>('SELECT pg_wal_lsn_diff($1, $2)::float8 AS bytes', [to, from]);
  return (rows[0] as { bytes: number }).bytes;
}

/** The largest first. A record counts to the table of its first page; one without pages to its kind, such as a commit. */
export async function loggedTables(client: Client, from: string, to: string): Promise<readonly LoggedTable[]> {
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
  const { rows } = await client.query<LoggedTable>(
    `WITH page AS MATERIALIZED (
       SELECT start_lsn, block_id, relfilenode, block_fpi_length FROM pg_get_wal_block_info($1, $2, false)
     ), file AS (
       SELECT pg_relation_filenode(named.oid) AS relfilenode, coalesce(parent.relname, owner.relname, named.relname) AS name
       FROM pg_class AS named
       LEFT JOIN pg_index ON indexrelid = named.oid
       LEFT JOIN pg_class AS owner ON owner.oid = indrelid
       LEFT JOIN pg_class AS parent ON parent.reltoastrelid = coalesce(owner.oid, named.oid)
     ), image AS (
       SELECT start_lsn, sum(block_fpi_length) AS bytes FROM page GROUP BY start_lsn
     ), record AS (
       SELECT coalesce(name, resource_manager) AS name, record_length - coalesce(image.bytes, 0) AS bytes,
         coalesce(image.bytes, 0) AS image_bytes
       FROM pg_get_wal_records_info($1, $2) AS record
       LEFT JOIN image USING (start_lsn)
       LEFT JOIN page ON page.start_lsn = record.start_lsn AND block_id = 0
       LEFT JOIN file USING (relfilenode)
     )
     SELECT name, count(*)::int AS records, sum(bytes)::float8 AS bytes, sum(image_bytes)::float8 AS "imageBytes"
     FROM record GROUP BY name ORDER BY sum(bytes + image_bytes) DESC`,
    [from, to],
  );
  return rows;
}
