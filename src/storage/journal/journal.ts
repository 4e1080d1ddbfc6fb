/**
 * The journal port of the actors. Gathers the appends of the node's actors into few statements of one lane; large records
 * use a separate lane, so that they cause no head-of-line blocking. The safety is in `append-statement.ts` and
 * `append-lane.ts`.
 */
import type { DatabasePool } from 'slonik';
import type { Batch, Journal, Ownership } from '#actors/ports.ts';
import type { StorageLog } from '../database/log.ts';
import { createPool } from '../database/pool.ts';
import { AppendLane, type LaneOptions } from './append-lane.ts';
import { appendSettings } from './append-statement.ts';
import { OwnershipChecks } from './ownership-checks.ts';

const largeRecordCharacters = 64 * 1024;

/** One for each lane, one for checks, and spare ones while lost connections are being closed. */
const connectionsMax = 5;

/** The connections of the appends. For nothing else: their plans and limits suit appends only. */
export function createAppendPool(connectionString: string, log: StorageLog): Promise<DatabasePool> {
  return createPool(connectionString, {
    maximumPoolSize: connectionsMax,
    minimumPoolSize: 1,
    settings: appendSettings,
    rowsChecked: false,
    log,
  });
}

export class PostgresJournal implements Journal {
  readonly #lane: AppendLane;
  readonly #largeLane: AppendLane;
  readonly #checks: OwnershipChecks;

  constructor(options: LaneOptions) {
    this.#lane = new AppendLane(options);
    this.#largeLane = new AppendLane(options);
    this.#checks = new OwnershipChecks(options.pool, options.timers);
  }

  append(batch: Batch): Promise<'durable' | 'fenced'> {
    const facts = JSON.stringify(batch.facts);
    const lane = facts.length > largeRecordCharacters ? this.#largeLane : this.#lane;
    return lane.append({ batch, facts });
  }

  verify(ownership: Ownership, seq: number): Promise<boolean> {
    return this.#checks.verify(ownership, seq);
  }

  get isWritable(): boolean {
    return !this.#lane.isStuck && !this.#largeLane.isStuck;
  }

  /** Accepts no more appends and stops resolving unknown outcomes. Call it after all actors have ended. */
  close(): void {
    this.#lane.close();
    this.#largeLane.close();
  }
}
