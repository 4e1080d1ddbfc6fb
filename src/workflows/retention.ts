/**
 * Deletes every hour the old records and the given up sessions of events, finished clones of schemas, codes of
 * checkouts that have expired, and old entries of the audit. Works on the one node that does the common jobs.
 */
import type { Log } from '#actors/ports.ts';
import { AuditEntries } from '#storage/catalog/audit-entries.ts';
import { trimCodes } from '#storage/catalog/checkout-codes.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { Rounds } from '#storage/database/rounds.ts';
import { trimEvents } from '#storage/journal/retention.ts';
import { trimClones } from '#storage/layouts/schema-clone-requests.ts';

const everyMs = 3_600_000;

export interface RetentionWorld {
  readonly pool: DatabasePool;
  /** Age at which what an event no longer needs is deleted. */
  readonly keepMs: number;
  /** Of entries of the audit. */
  readonly auditKeepDays: number;
  /** Actor time. */
  readonly now: () => number;
  /** Whether this node does the common jobs now. */
  readonly isMine: () => boolean;
  readonly log: Log;
}

export class Retention {
  readonly #world: RetentionWorld;
  readonly #rounds = new Rounds(everyMs, () => this.#round());

  constructor(world: RetentionWorld) {
    this.#world = world;
  }

  start(): void {
    this.#rounds.start();
    void this.#rounds.now();
  }

  /** Resolves when the round in progress is over. */
  close(): Promise<void> {
    return this.#rounds.close();
  }

  /** Never rejects: the next round tries again. */
  async #round(): Promise<void> {
    const { pool, keepMs, auditKeepDays, now, isMine, log } = this.#world;
    if (!isMine()) return;
    try {
      await trimEvents(pool, now(), keepMs);
      await trimClones(pool);
      await trimCodes(pool, now());
      await new AuditEntries(pool).trim(auditKeepDays);
    } catch (error) {
      log.warn({ err: error }, 'old records and sessions could not be deleted');
    }
  }
}
