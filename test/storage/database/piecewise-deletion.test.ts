/** Many rows are deleted in short statements, independent of the planner's statistics. */
import { type DatabasePool, sql } from 'slonik';
import { deleteInPieces } from '#storage/database/piecewise-deletion.ts';
import { createPool } from '#storage/database/pool.ts';
import { type Catalog, openCatalog, smallHall, storeSchema } from '../../support/catalog.ts';
import { problemsOnly } from '../../support/logs.ts';

/** Three pieces. */
const seats = 45_000;
const stadium = {
  name: 'Stadium',
  sections: [{ name: 'Ring', rows: Array.from({ length: 450 }, (_, row) => ({ name: `${row}`, seatCount: 100 })) }],
};

let catalog: Catalog;
/** Its statement timeout ends a plan that compares all pairs of rows: it takes minutes, and a piece some 50 ms. */
let pool: DatabasePool;

beforeAll(async () => {
  catalog = await openCatalog();
  const options = { maximumPoolSize: 1, statementTimeoutMs: 40_000, log: problemsOnly };
  pool = await createPool(catalog.connectionString, options);
});

afterAll(async () => {
  await pool.end();
  await catalog.close();
});

const store = async (body: unknown): Promise<number> => (await storeSchema(catalog, body)).id;

async function seatsOf(schemaId: number): Promise<number> {
  return Number(await catalog.pool.oneFirst(sql.unsafe`select count(*) from seat where schema_id = ${schemaId}`));
}

describe('the seats of a large schema are deleted, and no others', () => {
  test.each([
    ['in a table that was never analyzed', [], [stadium]],
    ['that the statistics know', [smallHall, stadium], []],
    ['that they do not know, and one more', [smallHall], [stadium]],
    ['that they do not know, and two more', [smallHall, stadium], [stadium]],
  ])('%s', async (_, known, unknown) => {
    await catalog.pool.query(sql.unsafe`delete from schema`);
    const ids: number[] = [];
    for (const body of known) ids.push(await store(body));
    if (known.length > 0) await catalog.pool.query(sql.unsafe`analyze seat`);
    for (const body of unknown) ids.push(await store(body));
    const others = await seatsOf(ids[0] ?? 0);
    const doomed = ids.at(-1) ?? 0;
    expect(await seatsOf(doomed)).toBe(seats);
    await deleteInPieces(pool, 'seat', 'schema_id', doomed);
    expect(await seatsOf(doomed)).toBe(0);
    if (ids.length > 1) expect(await seatsOf(ids[0] ?? 0)).toBe(others);
  });
});
