/** `demo`: creates a demo organization with a priced event on any database, beside what is there. */
import { DeadlineQueue } from '#actors/deadlines.ts';
import { Registry } from '#actors/registry.ts';
import { ShardTable } from '#actors/shard-table.ts';
import { Metrics } from '#http/ops/metrics.ts';
import { SessionIdMint } from '#http/sessions/session-ids.ts';
import { createDemo, demoText } from '../demo.ts';
import { makeLog } from '../log.ts';
import type { AdminCommand } from './command.ts';
import { adminNode, type UnsealedDatabase, withSecretKeys } from './database.ts';

export const demo: AdminCommand = {
  words: 'demo',
  does: 'creates a demo organization with a priced event',
  run: async () => {
    await withSecretKeys(makeDemo);
    return 0;
  },
};

async function makeDemo({ settings, secretKey, secretKeys, persistence }: UnsealedDatabase): Promise<void> {
  const { pool, journal, store, projection, clock } = persistence;
  const log = makeLog(settings.LOG_LEVEL, process.stderr);
  const deadlines = new DeadlineQueue(clock, settings.SWEEP_MS);
  const sessionIds = new SessionIdMint(secretKeys);
  // Without housekeeping, which would take over events from the running service.
  const registry = new Registry(
    { node: adminNode, journal, store, projection, clock, deadlines, sessionIds, meter: new Metrics(), log },
    ShardTable.allOpen(),
  );
  try {
    const made = await createDemo({ pool, engine: registry, secretKey, log });
    console.log(demoText(`http://localhost:${settings.PORT}`, made));
  } finally {
    await registry.close();
    deadlines.close();
  }
}
