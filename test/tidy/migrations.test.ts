/** Each migration says whether nodes of older releases can go on beside it; the rule is tried, then applied. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkMigration } from './migrations.ts';

const root = join(import.meta.dirname, '../..');

test.each([
  ['no first line', 'create table a (b int);', 1],
  ['an expansion', '-- expands\n-- For more.\nalter table a add column b int, add column c int not null default 1;', 0],
  ['a column dropped by an expansion', '-- expands\nalter table a drop column b;', 1],
  ['a column that older releases leave out', '-- expands\nalter table a add column b int not null;', 1],
  ['a contraction that the database is not told of', '-- contracts: needs 024\nalter table a drop column b;', 1],
  [
    'a contraction',
    '-- contracts: needs 024\nupdate cluster_version set oldest_migration = 24;\nalter table a drop column b;',
    0,
  ],
  ['a need of what comes later', '-- contracts: needs 026\nupdate cluster_version set oldest_migration = 26;', 1],
])('for migrations finds %s', (_what, text, count) => {
  expect(checkMigration({ path: 'src/storage/migrations/025_next.sql', text })).toHaveLength(count);
  expect(checkMigration({ path: 'src/storage/migrations/022_before.sql', text })).toEqual([]);
});

test('has migrations that say whether older releases can go on beside them', () => {
  const folder = 'src/storage/migrations';
  const migrations = readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  const texts = migrations.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.flatMap(checkMigration)).toEqual([]);
});
