/** The seat coordinates of a database of an earlier version after its migration. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { migrate } from '#storage/database/migrate.ts';
import { recordingLog } from '../../support/logs.ts';
import { freshDatabase } from '../../support/postgres.ts';

const migrations = new URL('../../../src/storage/migrations/', import.meta.url).pathname;

test('a seat that was drawn before its coordinate columns were renamed keeps its coordinates', async () => {
  const database = await freshDatabase({ empty: true });
  const earlier = await mkdtemp(join(tmpdir(), `usher-test-${process.pid}-earlier-`));
  const client = new pg.Client({ connectionString: database.connectionString });
  try {
    await cp(migrations, earlier, {
      recursive: true,
      filter: (file) => !(basename(file) >= '012') || file === migrations,
    });
    await migrate(database.connectionString, recordingLog(), earlier);
    await client.connect();
    await client.query(`
      insert into seat (id, schema_id, row_id, index, name, x, y, ax, ay, accessible, marked)
      values (1, 1, 1, 0, 'turned', 981, 1019, 19, 19, false, false), (2, 1, 1, 1, 'made by a call', 7, 8, null, null, false, false)
    `);
    await migrate(database.connectionString, recordingLog());
    const { rows } = await client.query('select name, x, y, section_x, section_y from seat order by index');
    expect(rows).toEqual([
      { name: 'turned', x: 981, y: 1019, section_x: 19, section_y: 19 },
      { name: 'made by a call', x: 7, y: 8, section_x: null, section_y: null },
    ]);
  } finally {
    await client.end();
    await rm(earlier, { recursive: true });
    await database.drop();
  }
});
