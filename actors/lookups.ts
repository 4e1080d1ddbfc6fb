/**
 * Lookups of data that is not in memory: an ended session, a newer version of the layout, or its geometry. A command
 * that needs one leaves the mailbox until the data has been read; it is then posted again, at the end of the mailbox.
 */
import type { EventState } from '#domain/event-state.ts';
import { LayoutLookup } from './layout-lookup.ts';
import type { PendingCommand } from './mailbox.ts';
import type { EventIdentity, EventStore, SessionIds } from './ports.ts';
import type { Projector } from './projector.ts';
import { SeatingLookup } from './seating-lookup.ts';
import { SessionLookup } from './session-lookup.ts';

export interface LookupWorld {
  readonly store: EventStore;
  readonly sessionIds: SessionIds;
}

export interface LookupEvent {
  readonly identity: EventIdentity;
  readonly state: EventState;
  readonly projector: Projector;
}

export class Lookups {
  readonly #sessions: SessionLookup;
  readonly #layouts: LayoutLookup;
  readonly #seating: SeatingLookup;
  readonly #post: (entry: PendingCommand) => void;

  /** `post`: puts an entry back into the mailbox. */
  constructor(world: LookupWorld, event: LookupEvent, post: (entry: PendingCommand) => void) {
    this.#post = post;
    this.#sessions = new SessionLookup(world, event);
    this.#layouts = new LayoutLookup(world.store, event);
    this.#seating = new SeatingLookup(world.store, event);
  }

  /** True when the entry needs a lookup; it is posted again or rejected later. */
  take(entry: PendingCommand): boolean {
    if (this.#sessions.isNeeded(entry)) this.#sessions.start(entry, this.#post);
    else if (this.#layouts.isNeeded(entry)) this.#layouts.start(entry, this.#post);
    else if (this.#seating.isNeeded(entry)) this.#seating.start(entry, this.#post);
    else return false;
    return true;
  }
}
