/** How many rows each update of a table changes: a large change is made in pieces, so that nobody waits long for it. */
import { type DatabasePool, sql } from 'slonik';

export interface WatchedUpdates {
  /** The rows of each statement so far, in order. */
  rows(): Promise<readonly number[]>;
}

/** Watches from now on, once in a test file: the trigger stays in its database. */
export async function watchUpdates(pool: DatabasePool, table: string): Promise<WatchedUpdates> {
  await pool.query(sql.unsafe`create table noted_update (place serial, rows int)`);
  await pool.query(sql.unsafe`
    create function note_update() returns trigger language plpgsql as $$
    begin
      insert into noted_update (rows) select count(*) from former;
      return null;
    end $$
  `);
  await pool.query(sql.unsafe`
    create trigger note_update after update on ${sql.identifier([table])}
    referencing old table as former for each statement execute function note_update()
  `);
  return {
    rows: async () => {
      const rows = await pool.anyFirst(sql.unsafe`select rows from noted_update order by place`);
      return rows.map(Number);
    },
  };
}
