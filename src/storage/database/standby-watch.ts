/**
 * Watches whether the database waits for a synchronous standby before it confirms a commit. Without one, the
 * bookings that were acknowledged last can be lost when another server takes over. Only warns: a server may be safe in a way that PostgreSQL
 * does not know, such as a mirrored disk.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { StorageLog } from './log.ts';
import { Rounds } from './rounds.ts';

/** Another server may take over at any time, with settings of its own. */
const everyMs = 10_000;

const settingsRow = z.object({ standbys: z.string(), commit: z.string() });

export class StandbyWatch {
  readonly #pool: DatabasePool;
  readonly #log: StorageLog;
  readonly #rounds = new Rounds(everyMs, () => this.look());
  /** Undefined: not known yet. */
  #warning: string | null | undefined;

  constructor(pool: DatabasePool, log: StorageLog) {
    this.#pool = pool;
    this.#log = log;
  }

  get isConfigured(): boolean {
    return this.#warning === null;
  }

  /** For an operator; null: a synchronous standby is configured, or nothing is known. */
  get warning(): string | null {
    return this.#warning ?? null;
  }

  /** Resolves after the first look. */
  async start(): Promise<void> {
    this.#rounds.start();
    await this.#rounds.now();
  }

  /** Resolves when no query is running. */
  close(): Promise<void> {
    return this.#rounds.close();
  }

  /** Logs when the answer is another one. Never rejects: a database that does not answer is asked again. */
  async look(): Promise<void> {
    const found = await this.#pool
      .one(sql.type(settingsRow)`
        select current_setting('synchronous_standby_names') as standbys, current_setting('synchronous_commit') as commit
      `)
      .then(warningOf, () => this.#warning);
    if (found === this.#warning) return;
    if (found)
      this.#log.warn({ reason: found }, 'no synchronous standby: a failover of the database can lose bookings');
    else this.#log.info({}, 'a synchronous standby of the database is configured');
    this.#warning = found;
  }
}

function warningOf({ standbys, commit }: z.infer<typeof settingsRow>): string | null {
  if (standbys === '') return 'The database has no synchronous standby: synchronous_standby_names is empty.';
  if (commit !== 'off' && commit !== 'local') return null;
  return `The database does not wait for its synchronous standby: synchronous_commit is ${commit}.`;
}
