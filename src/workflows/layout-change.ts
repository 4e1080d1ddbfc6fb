/**
 * Changes the layout of a schema that events use: settle the events, write the next version in one transaction, have
 * the live events adopt it. The first step makes every acknowledged booking visible to the transaction, which refuses to
 * remove what is taken; a booking after that keeps its seat, because the event adopts the version by a record of its own.
 * A crash before the commit leaves the layout unchanged. After it, live events adopt the version through the database's
 * notification and all others when they are activated. No event is asked for its permission, however many there are.
 */

import type { Notifications } from '#storage/database/notifications.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import {
  canTakeAway,
  type LayoutChangeOutcome,
  type LayoutChangeRequest,
  writeLayoutChange,
} from '#storage/layouts/layout-change.ts';
import { findUnsettledOf } from '#storage/projection/settle.ts';

export interface LayoutChangeWorld {
  readonly pool: DatabasePool;
  /** Makes everything that these events have journaled visible in their projections. */
  readonly settle: (eventNumbers: readonly number[]) => Promise<void>;
  readonly notifications: Pick<Notifications, 'applied'>;
}

export class LayoutChanges {
  readonly #world: LayoutChangeWorld;
  /** One transaction at a time per process: it takes seconds for a large layout, and the pool has few connections. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(world: LayoutChangeWorld) {
    this.#world = world;
  }

  /**
   * When this resolves, live events on this node use the new version; other nodes follow shortly. Rejects with a `Fault`
   * when an event on the schema cannot be settled.
   */
  async change(request: LayoutChangeRequest): Promise<LayoutChangeOutcome> {
    const { pool, settle, notifications } = this.#world;
    const { schemaId, change, forceDelete } = request;
    if (!forceDelete && canTakeAway(change)) await settle(await findUnsettledOf(pool, schemaId));
    const outcome = await this.#write(request);
    if (outcome.outcome === 'changed') {
      await notifications.applied('schema', schemaId);
      await notifications.applied('layout', schemaId);
    }
    return outcome;
  }

  #write(request: LayoutChangeRequest): Promise<LayoutChangeOutcome> {
    const writing = this.#writing.then(() => writeLayoutChange(this.#world.pool, request));
    this.#writing = writing.catch(() => undefined);
    return writing;
  }
}
