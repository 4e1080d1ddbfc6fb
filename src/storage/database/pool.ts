/**
 * Connections to Postgres, and how its types become JavaScript's: int8 a safe integer number, numeric a string,
 * timestamptz a Date, timestamp and date the text as stored (they have no zone to guess), bytea a Buffer, jsonb parsed.
 * Rows of `sql.type(schema)` are checked; those of `sql.unsafe` are not. The pool never retries a query, and does not
 * reset connections between uses: never leave a SET behind on one.
 */
import {
  type ClientConfigurationInput,
  type CommonQueryMethods,
  createPool as createSlonikPool,
  type DatabasePool,
  type DriverTypeParser,
  type Interceptor,
  sql,
} from 'slonik';
import { driverFactoryOf } from './driver.ts';
import type { StorageLog } from './log.ts';
import { Route } from './route.ts';

export type { DatabasePool };

export type PoolOptions = {
  maximumPoolSize: number;
  /** Connections that are opened at the start and kept; default 0. */
  minimumPoolSize?: number;
  /** Postgres settings of every connection, such as `lock_timeout: '250ms'`. */
  settings?: Record<string, string>;
  /** Postgres aborts a statement after this long; default 30 s, null for never. */
  statementTimeoutMs?: number | null;
  /** False skips the check of rows: for a pool whose queries are all `sql.unsafe` or trusted. */
  rowsChecked?: boolean;
  log: StorageLog;
};

const statementTimeoutMsDefault = 30_000;
const idleInTransactionMs = 30_000;

/** A row does not match its query's schema. Carries the paths, never the values: rows may hold secrets. */
class RowShapeError extends Error {
  override name = 'RowShapeError';
}

/** Opens a pool; rejects when the server cannot be reached. */
export async function createPool(connectionString: string, options: PoolOptions): Promise<DatabasePool> {
  const timeoutMs = options.statementTimeoutMs === undefined ? statementTimeoutMsDefault : options.statementTimeoutMs;
  const route = new Route(connectionString);
  const configuration: ClientConfigurationInput = {
    driverFactory: driverFactoryOf(route, {
      idle_in_transaction_session_timeout: `${idleInTransactionMs}`,
      ...(timeoutMs === null ? {} : { statement_timeout: `${timeoutMs}` }),
      ...options.settings,
    }),
    maxPoolSize: options.maximumPoolSize,
    minPoolSize: options.minimumPoolSize ?? 0,
    // The default sends DISCARD ALL after every use and doubles the cost of a query.
    resetConnection: async () => {},
    // Slonik binds a transaction to the async context. No event is asked inside one, but a loop that serves all callers
    // may have been started there, and must still be able to use its own connection.
    dangerouslyAllowForeignConnections: true,
    transactionRetryLimit: 0,
    queryRetryLimit: 0,
    // Saves two timers per query. The pool is small, and connections are replaced by age.
    idleTimeout: 'DISABLE_TIMEOUT',
    connectionTimeout: route.address.connectTimeoutMs,
    // Both are among the settings above.
    statementTimeout: 'DISABLE_TIMEOUT',
    idleInTransactionSessionTimeout: 'DISABLE_TIMEOUT',
    typeParsers,
    interceptors: options.rowsChecked === false ? [] : [rowCheck],
  };
  const pool = await createSlonikPool('', configuration);
  pool.on('error', (error) => options.log.warn({ reason: error.message }, 'a database connection failed'));
  return pool;
}

/** Runs reads that must all see the database as it is at the first of them. */
export function inSnapshot<Result>(
  pool: DatabasePool,
  read: (transaction: CommonQueryMethods) => Promise<Result>,
): Promise<Result> {
  return pool.transaction(async (transaction) => {
    await transaction.query(sql.unsafe`set transaction isolation level repeatable read, read only`);
    return read(transaction);
  });
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is beyond what a number holds exactly`);
  return value;
}

function instant(text: string): Date {
  const value = new Date(text);
  if (Number.isNaN(value.getTime())) throw new RangeError(`timestamptz ${text} is not an instant`);
  return value;
}

const asStored = (text: string) => text;

const typeParsers: DriverTypeParser[] = [
  { name: 'int8', parse: safeInteger },
  { name: 'numeric', parse: asStored },
  { name: 'timestamptz', parse: instant },
  { name: 'timestamp', parse: asStored },
  { name: 'date', parse: asStored },
  { name: 'interval', parse: asStored },
];

const rowCheck: Interceptor = {
  name: 'row-check',
  transformRow: ({ resultParser }, query, row) => {
    const parsed = resultParser?.['~standard'].validate(row);
    if (parsed === undefined) return row;
    if (parsed instanceof Promise) throw new TypeError('Row schemas must be synchronous');
    if (parsed.issues === undefined) return parsed.value as typeof row;
    const places = parsed.issues.map(({ path, message }) => `${path?.join('.') ?? 'row'}: ${message}`);
    throw new RowShapeError(`A row is not what its query declares (${places.join('; ')}): ${query.sql.trim()}`);
  },
};
