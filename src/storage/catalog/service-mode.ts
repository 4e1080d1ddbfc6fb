/**
 * The mode of the service: normal, or read-only by an operator's order. Follows the row by notification and reads it again
 * after every gap in listening. A mode whose end has come is over without a change of the row.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { Fault } from '#actors/fault.ts';
import type { StorageLog } from '../database/log.ts';
import type { Notifications } from '../database/notifications.ts';

export interface ReadOnlyMode {
  /** For buyers and callers, in the operator's words. */
  readonly reason: string;
  /** Milliseconds; null: until it is ended. */
  readonly until: number | null;
}

/** What a refused caller is told to wait, in seconds. */
const retryAfterSeconds = 30;
const retryMs = 1_000;
const changed = sql.fragment`select pg_notify('catalog', 'service-mode:1')`;

const row = z.object({ reason: z.string(), until: z.number().nullable() });

/** The row, also one whose end has come; null: normal. */
export function readMode(database: CommonQueryMethods): Promise<ReadOnlyMode | null> {
  return database.maybeOne(sql.type(row)`
    select reason, extract(epoch from ends_at)::float8 * 1000 as until from service_mode
  `);
}

/** Null: normal. In force on every node once its notification has arrived. */
export function storeMode(pool: DatabasePool, mode: ReadOnlyMode | null): Promise<void> {
  return pool.transaction(async (transaction) => {
    await transaction.query(sql.unsafe`delete from service_mode`);
    if (mode !== null) {
      const endsAt = mode.until === null ? null : new Date(mode.until).toISOString();
      await transaction.query(sql.unsafe`
        insert into service_mode (reason, ends_at) values (${mode.reason}, ${endsAt}::timestamptz)
      `);
    }
    await transaction.query(sql.unsafe`${changed}`);
  });
}

export interface ServiceModeOptions {
  readonly pool: DatabasePool;
  readonly notifications: Pick<Notifications, 'on'>;
  readonly now: () => number;
  readonly log: StorageLog;
}

export class ServiceMode {
  readonly #options: ServiceModeOptions;
  #mode: ReadOnlyMode | null = null;
  #fault: Fault | null = null;
  #isClosed = false;

  constructor(options: ServiceModeOptions) {
    this.#options = options;
    options.notifications.on('service-mode', {
      changed: () => this.#refresh(),
      reset: () => void this.#refresh(),
    });
  }

  /** Reads the mode. Rejects when the database cannot be read. */
  async start(): Promise<void> {
    this.#take(await readMode(this.#options.pool));
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Null: normal. */
  get readOnly(): ReadOnlyMode | null {
    if (this.#mode === null) return null;
    const { until } = this.#mode;
    return until !== null && this.#options.now() >= until ? null : this.#mode;
  }

  /** What calls get that would take something; null: they may. One for all callers of a mode: it captures a stack. */
  get fault(): Fault | null {
    return this.readOnly === null ? null : this.#fault;
  }

  async #refresh(): Promise<void> {
    try {
      this.#take(await readMode(this.#options.pool));
    } catch (error) {
      if (this.#isClosed) return;
      this.#options.log.warn({ reason: String(error) }, 'could not read the mode of the service');
      setTimeout(() => void this.#refresh(), retryMs).unref();
    }
  }

  #take(mode: ReadOnlyMode | null): void {
    if (JSON.stringify(mode) === JSON.stringify(this.#mode)) return;
    this.#mode = mode;
    const detail = `Nothing can be held at the moment: ${mode?.reason}`;
    this.#fault = mode === null ? null : new Fault('READ_ONLY', detail, retryAfterSeconds);
    this.#options.log.info({ readOnly: mode }, 'the mode of the service');
  }
}
