/**
 * Reads the newest version of the layout for a command to adopt it: the command leaves the mailbox, the layout is read,
 * and the command is posted again. The version that the event was loaded with needs no read.
 */
import type { EventState } from '#domain/event-state.ts';
import { Fault } from './fault.ts';
import type { PendingCommand } from './mailbox.ts';
import type { EventIdentity, EventStore } from './ports.ts';

export interface LayoutLookupEvent {
  readonly identity: EventIdentity;
  readonly state: EventState;
}

export class LayoutLookup {
  readonly #store: Pick<EventStore, 'seatMap'>;
  readonly #event: LayoutLookupEvent;
  /** The event was loaded with a newer version than it has adopted: the first command adopts it without a read. */
  #isLoaded: boolean;

  constructor(store: Pick<EventStore, 'seatMap'>, event: LayoutLookupEvent) {
    this.#store = store;
    this.#event = event;
    this.#isLoaded = event.state.seatMap.version > event.state.layoutVersion;
  }

  /** True when the entry needs a layout that has not been read yet. */
  isNeeded({ command, isLookedUp }: PendingCommand): boolean {
    if (command.kind !== 'adopt-layout' || isLookedUp) return false;
    const isAtHand = this.#isLoaded;
    this.#isLoaded = false;
    return !isAtHand;
  }

  start(entry: PendingCommand, post: (entry: PendingCommand) => void): void {
    const { state, identity } = this.#event;
    this.#store.seatMap(identity).then(
      (seatMap) => {
        state.offer(seatMap);
        post({ ...entry, isLookedUp: true });
      },
      () => entry.reject(new Fault('UNAVAILABLE', 'The layout could not be read.')),
    );
  }
}
