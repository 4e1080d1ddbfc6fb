/** A journal with one connection through a proxy that can cut and hold it, and the calls of its observers. */
import { createAppendPool, PostgresJournal } from '#storage/journal/journal.ts';
import type { JournaledEvents } from './journaled-events.ts';
import { recordingLog } from './logs.ts';
import { StatementProxy } from './statement-proxy.ts';

export type ProxiedJournal = Awaited<ReturnType<typeof openProxiedJournal>>;

/** Close it with `close`. `clocks`: the observed times of Postgres; `statements`: the observed sizes of appends. */
export async function openProxiedJournal({ connectionString }: JournaledEvents) {
  const wire = await StatementProxy.open(connectionString);
  const log = recordingLog();
  const pool = await createAppendPool(wire.connectionString, log);
  const clocks: number[] = [];
  const statements: { records: number; characters: number }[] = [];
  const settings: ConstructorParameters<typeof PostgresJournal>[0] = {
    pool,
    log,
    observe: (databaseMs) => clocks.push(databaseMs),
    appendObserved: (_, records, characters) => statements.push({ records, characters }),
  };
  const journal = new PostgresJournal(settings);
  return {
    wire,
    log,
    pool,
    clocks,
    statements,
    settings,
    journal,
    close: async () => {
      journal.close();
      await pool.end();
      await wire.close();
    },
  };
}
