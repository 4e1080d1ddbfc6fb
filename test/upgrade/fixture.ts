/**
 * The database of a release as a file: what the release showed of it over HTTP, and the statements that make it again. The
 * embedded PostgreSQL has no `pg_dump`; the tables are those of the release's own migrations, and the rows travel as JSON.
 * A file is made once, by the release itself, and never again by later code.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { runToEnd } from '../../bench/stand/cluster/command.ts';
import { withDatabase } from '../../bench/stand/database.ts';
import type { Demo } from '../../bench/stand/service.ts';

/** One answer of the release. */
export interface Shown {
  readonly path: string;
  /** With the organization's key. */
  readonly isPrivate: boolean;
  readonly body: unknown;
}

/** A call with an idempotency key that the event remembers. */
export interface RememberedCall {
  readonly path: string;
  readonly key: string;
  readonly body: unknown;
  readonly answer: unknown;
}

export interface Fixture {
  readonly version: string;
  readonly commit: string;
  /** Milliseconds since 1970: later than every record, earlier than every deadline. */
  readonly at: number;
  readonly secretKey: string;
  readonly keys: Pick<Demo, 'organizationToken' | 'publicKey'>;
  readonly shown: readonly Shown[];
  readonly remembered: readonly RememberedCall[];
  readonly sql: string;
}

const folder = join(import.meta.dirname, 'fixtures');
const jobSchema = 'webhook_retries';

const pathOf = (version: string): string => join(folder, `${version}.json.gz`);

export function readFixture(version: string): Fixture {
  return JSON.parse(gunzipSync(readFileSync(pathOf(version))).toString());
}

export function hasFixture(version: string): boolean {
  return existsSync(pathOf(version));
}

/** Returns the number of bytes. There must be no file yet. */
export function writeFixture(fixture: Fixture): number {
  const bytes = gzipSync(JSON.stringify(fixture), { level: 9 });
  writeFileSync(pathOf(fixture.version), bytes, { flag: 'wx' });
  return bytes.length;
}

/** Makes the database again; it must be empty. */
export function restore(url: string, { sql }: Pick<Fixture, 'sql'>): Promise<void> {
  return withDatabase(url, async (client) => void (await client.query(sql)));
}

/** The statements that make a database of the tree's version again. Nobody may write to it meanwhile. */
export async function dump(url: string, tree: string): Promise<string> {
  return await withDatabase(url, async (client) => {
    const textsOf = async (query: string): Promise<string[]> =>
      (await client.query<{ text: string }>(query)).rows.map(({ text }) => text);
    const { rows: tables } = await client.query<{ name: string; columns: string }>(columnsOfTables);
    const filled: string[] = [];
    for (const { name, columns } of tables) {
      const [text] = await textsOf(`select json_agg(one)::text as text from (select ${columns} from ${name}) as one`);
      if (text == null) continue;
      const source = `json_populate_recordset(null::${name}, ${quoted(text)})`;
      filled.push(`insert into ${name} (${columns}) overriding system value select ${columns} from ${source}`);
    }
    // Migrations put rows into some tables.
    const emptied = `truncate ${tables.map(({ name }) => name).join(', ')}`;
    // Neither triggers nor foreign keys look at the rows.
    const quiet = 'set session_replication_role = replica';
    const numbers = await textsOf(numbersOfSequences);
    return `${[await schemaOf(tree), emptied, quiet, ...filled, ...numbers].join(';\n')};\n`;
  });
}

/** The tables of the tree's own migrations, and those of its library for jobs. */
async function schemaOf(tree: string): Promise<string> {
  const migrations = join(tree, 'src', 'storage', 'migrations');
  const own = readdirSync(migrations)
    .sort()
    .map((file) => readFileSync(join(migrations, file), 'utf8'));
  const table =
    'create table migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null);';
  const print = `import('pg-boss').then(({ getConstructionPlans }) => console.log(getConstructionPlans('${jobSchema}')))`;
  const jobs = await runToEnd(process.execPath, ['-e', print], { directory: tree });
  return [table, ...own, jobs].join('\n');
}

/** The columns that are stored, by table; the rows of a partition belong to its table. */
const columnsOfTables = `
  select format('%I.%I', nspname, relname) as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
  from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = pg_class.oid
  where nspname in ('public', '${jobSchema}') and relkind in ('r', 'p') and not relispartition
    and attnum > 0 and not attisdropped and attgenerated = ''
  group by nspname, relname order by nspname, relname`;

const numbersOfSequences = `
  select format('select setval(%L, %s)', format('%I.%I', schemaname, sequencename), last_value) as text
  from pg_sequences where schemaname in ('public', '${jobSchema}') and last_value is not null`;

function quoted(text: string): string {
  return `$rows$${text}$rows$`;
}
