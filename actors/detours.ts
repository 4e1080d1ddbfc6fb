/**
 * Commands that need data outside memory leave the queue until it has been read: an ended session, or a newer version
 * of the layout. They are then posted again, at the end of the queue.
 */
import type { EventState } from '#domain/event-state.ts';
import { LayoutLookup } from './layout-lookup.ts';
import type { Entry } from './mailbox.ts';
import type { EventIdentity, EventStore, SessionIds } from './ports.ts';
import type { Projector } from './projector.ts';
import { Recall } from './recall.ts';

export interface DetourWorld {
  readonly store: EventStore;
  readonly sessionIds: SessionIds;
}

export interface DetourEvent {
  readonly identity: EventIdentity;
  readonly state: EventState;
  readonly projector: Projector;
}

export class Detours {
  readonly #recall: Recall;
  readonly #layouts: LayoutLookup;
  readonly #post: (entry: Entry) => void;

  /** `post`: puts an entry back into the mailbox. */
  constructor(world: DetourWorld, event: DetourEvent, post: (entry: Entry) => void) {
    this.#post = post;
    this.#recall = new Recall(world, event);
    this.#layouts = new LayoutLookup(world.store, event);
  }

  /** True when the entry needs a lookup; it is posted again or rejected later. */
  take(entry: Entry): boolean {
    if (this.#recall.isNeeded(entry)) this.#recall.start(entry, this.#post);
    else if (this.#layouts.isNeeded(entry)) this.#layouts.start(entry, this.#post);
    else return false;
    return true;
  }
}
