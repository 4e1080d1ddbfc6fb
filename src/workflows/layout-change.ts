/**
 * Changes the layout of a schema that events use: settle the events, write the next version in one transaction, have
 * the live events adopt it. The first step makes every acknowledged booking visible to the transaction, which refuses to
 * remove what is taken; a booking after that keeps its seat, because the event adopts the version by a record of its own.
 * A crash before the commit leaves the layout unchanged. After it, live events adopt the version through the database's
 * notification and all others when they are activated. No event is asked for its permission, however many there are.
 */
import { type CallChanges, separateChanges } from '#storage/database/call-changes.ts';
import type { Notifications } from '#storage/database/notifications.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import {
  canTakeAway,
  type LayoutChangeOutcome,
  type LayoutChangeRequest,
  writeLayoutChange,
} from '#storage/layouts/layout-change.ts';
import { findUnsettledOf } from '#storage/projection/settle.ts';
import { type DrawnOutcome, type DrawnRequest, writeDrawing } from './drawn-change.ts';

/** Larger drawings are changed in a thread; this one holds the event loop for about 5 ms. */
const inlineBytesMax = 64 * 1024;

export interface LayoutChangeWorld {
  readonly pool: DatabasePool;
  /** Makes everything that these events have journaled visible in their projections. */
  readonly settle: (eventNumbers: readonly number[]) => Promise<void>;
  readonly notifications: Pick<Notifications, 'applied'>;
  /** Does the work of `writeDrawing` in a thread. Transfers the bytes: the caller cannot use them afterwards. */
  readonly writeDrawingInThread: (request: DrawnRequest) => Promise<DrawnOutcome>;
}

export class LayoutChanges {
  readonly #world: LayoutChangeWorld;
  /** One transaction at a time on the pool, which has few connections and other users. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(world: LayoutChangeWorld) {
    this.#world = world;
  }

  /**
   * When this resolves, live events on this node use the new version; other nodes follow shortly. Rejects with a `Fault`
   * when an event on the schema cannot be settled.
   */
  change(changes: CallChanges, request: LayoutChangeRequest): Promise<LayoutChangeOutcome> {
    const { pool } = this.#world;
    const mayTakeAway = !request.forceDelete && canTakeAway(request.change);
    return this.#apply(changes, request.schemaId, mayTakeAway, () =>
      this.#inTurn(() => writeLayoutChange(pool, changes, request)),
    );
  }

  /** The same for a drawing. Its removals are known only after parsing, so the events are always settled. */
  draw(request: DrawnRequest): Promise<DrawnOutcome> {
    const { pool, writeDrawingInThread } = this.#world;
    const isSmall = request.bytes.length <= inlineBytesMax;
    return this.#apply(separateChanges(pool), request.drawing.id, request.forceDelete !== true, () =>
      isSmall ? this.#inTurn(() => writeDrawing(pool, request)) : writeDrawingInThread(request),
    );
  }

  async #apply<Outcome extends { readonly outcome: string }>(
    changes: CallChanges,
    schemaId: number,
    mayTakeAway: boolean,
    write: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const { pool, settle, notifications } = this.#world;
    if (mayTakeAway) await settle(await findUnsettledOf(pool, schemaId));
    const outcome = await write();
    if (outcome.outcome === 'changed') {
      await changes.afterCommit(async () => {
        await notifications.applied('schema', schemaId);
        await notifications.applied('layout', schemaId);
      });
    }
    return outcome;
  }

  #inTurn<Outcome>(write: () => Promise<Outcome>): Promise<Outcome> {
    const writing = this.#writing.then(write);
    this.#writing = writing.catch(() => undefined);
    return writing;
  }
}
