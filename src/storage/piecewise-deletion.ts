/** Deletes many rows in statements that are short each: nobody waits for them long, and none runs into its time limit. */
import { type DatabasePool, sql } from 'slonik';

/** A few hundred milliseconds at most. */
const rowsPerPiece = 20_000;

/** Deletes the rows of a table whose indexed `column` has the value. What is added meanwhile may stay. */
export async function deleteInPieces(pool: DatabasePool, table: string, column: string, value: number): Promise<void> {
  const from = sql.identifier([table]);
  const where = sql.fragment`${sql.identifier([column])} = ${value}`;
  for (;;) {
    const { rowCount } = await pool.query(sql.unsafe`
      delete from ${from} where ctid = any(array(select ctid from ${from} where ${where} limit ${rowsPerPiece})) and ${where}
    `);
    if (rowCount < rowsPerPiece) return;
  }
}
