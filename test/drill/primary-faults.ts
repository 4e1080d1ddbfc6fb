/**
 * The kinds of faults of a PostgreSQL under Patroni: its primary and a standby change their roles, or the primary is gone
 * with its machine and comes back as a standby.
 */
import type { HighlyAvailable } from '../../bench/stand/patroni/highly-available.ts';
import type { Fault } from './faults.ts';

export const primaryFaultKinds = ['switchover', 'kill-primary'] as const;
export type PrimaryFaultKind = (typeof primaryFaultKinds)[number];

/** With fewer, nobody is left after a kill to be the synchronous standby, and writes wait for the repair. */
const survivorsMin = 3;

export function primaryFaultOf(kind: PrimaryFaultKind, database: HighlyAvailable): Promise<Fault> {
  return kind === 'switchover' ? switchOver(database) : killPrimary(database);
}

async function switchOver(database: HighlyAvailable): Promise<Fault> {
  return {
    node: null,
    isSurvived: true,
    lastsMs: 0,
    detail: `switchover from ${(await database.primary()).name}`,
    inject: () => database.switchover(),
    repair: () => database.whole(),
  };
}

async function killPrimary(database: HighlyAvailable): Promise<Fault> {
  const primary = await database.primary();
  return {
    node: null,
    isSurvived: database.members.length >= survivorsMin,
    lastsMs: 0,
    detail: `kill -9 of the primary ${primary.name} and of its Patroni`,
    inject: () => primary.kill(),
    repair: async () => {
      await primary.start();
      await database.whole();
    },
  };
}
