/**
 * The events of the database, for a command that has to load one. Without housekeeping, which would take over events from
 * the running service: it loads only what the command asks for, and the service takes it back at its next request.
 */
import { DeadlineQueue } from '#actors/deadlines.ts';
import { Registry } from '#actors/registry.ts';
import { ShardTable } from '#actors/shard-table.ts';
import { Metrics } from '#http/ops/metrics.ts';
import { SessionIdMint } from '#http/sessions/session-ids.ts';
import { makeLog } from '../log.ts';
import { adminNode, type UnsealedDatabase } from './database.ts';

export async function withRegistry<Result>(
  { settings, secretKeys, persistence }: UnsealedDatabase,
  work: (registry: Registry) => Promise<Result>,
): Promise<Result> {
  const { journal, store, projection, clock } = persistence;
  const log = makeLog(settings.LOG_LEVEL, process.stderr);
  const deadlines = new DeadlineQueue(clock, settings.SWEEP_MS);
  const sessionIds = new SessionIdMint(secretKeys);
  const registry = new Registry(
    { node: adminNode, journal, store, projection, clock, deadlines, sessionIds, meter: new Metrics(), log },
    ShardTable.allOpen(),
  );
  try {
    return await work(registry);
  } finally {
    await registry.close();
    deadlines.close();
  }
}
