/**
 * The journal port of the actors. Gathers the appends of the node's actors into few statements. Each event has a fixed
 * lane; large records use a separate lane, so that they cause no head-of-line blocking. The safety is in
 * `append-statement.ts` and `append-lane.ts`.
 */
import type { DatabasePool } from 'slonik';
import type { Batch, Journal, Ownership } from '#actors/ports.ts';
import type { StorageLog } from '../database/log.ts';
import { createPool } from '../database/pool.ts';
import { AppendLane, type LaneOptions } from './append-lane.ts';
import { appendSettings } from './append-statement.ts';
import { OwnershipChecks } from './ownership-checks.ts';

const largeRecordCharacters = 64 * 1024;

/** Besides the lanes: one for large records, one for checks, and spare ones while lost connections are being closed. */
const spareConnections = 3;

export type JournalOptions = LaneOptions & {
  /** Statements that may be in flight at once; more lanes make smaller batches. */
  readonly lanes: number;
};

/** The connections of the appends. For nothing else: their plans and limits suit appends only. */
export function createAppendPool(connectionString: string, lanes: number, log: StorageLog): Promise<DatabasePool> {
  return createPool(connectionString, {
    maximumPoolSize: 2 * lanes + spareConnections,
    minimumPoolSize: lanes,
    settings: appendSettings,
    rowsChecked: false,
    log,
  });
}

export class PostgresJournal implements Journal {
  readonly #lanes: readonly AppendLane[];
  readonly #largeLane: AppendLane;
  readonly #checks: OwnershipChecks;

  constructor(options: JournalOptions) {
    this.#lanes = Array.from({ length: options.lanes }, () => new AppendLane(options));
    this.#largeLane = new AppendLane(options);
    this.#checks = new OwnershipChecks(options.pool, options.timers);
  }

  append(batch: Batch): Promise<'durable' | 'fenced'> {
    const facts = JSON.stringify(batch.facts);
    const lane = this.#lanes[batch.ownership.eventNumber % this.#lanes.length];
    if (lane === undefined || facts.length > largeRecordCharacters) return this.#largeLane.append({ batch, facts });
    return lane.append({ batch, facts });
  }

  verify(ownership: Ownership, seq: number): Promise<boolean> {
    return this.#checks.verify(ownership, seq);
  }

  get isWritable(): boolean {
    for (const lane of this.#lanes) if (lane.isStuck) return false;
    return !this.#largeLane.isStuck;
  }

  /** Accepts no more appends and stops resolving unknown outcomes. Call it after all actors have ended. */
  close(): void {
    for (const lane of [...this.#lanes, this.#largeLane]) lane.close();
  }
}
