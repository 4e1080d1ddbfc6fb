/**
 * Reads the geometry of the layout for the first command that lets the event choose seats: the command leaves the
 * mailbox, the geometry is read, and the command is posted again. Events that never choose seats never read it.
 */
import { needsSeating } from '#domain/decide.ts';
import type { EventState } from '#domain/event-state.ts';
import { Fault } from './fault.ts';
import type { PendingCommand } from './mailbox.ts';
import type { EventIdentity, EventStore } from './ports.ts';

export interface SeatingLookupEvent {
  readonly identity: EventIdentity;
  readonly state: EventState;
}

export class SeatingLookup {
  readonly #store: Pick<EventStore, 'placedSeatMap'>;
  readonly #event: SeatingLookupEvent;

  constructor(store: Pick<EventStore, 'placedSeatMap'>, event: SeatingLookupEvent) {
    this.#store = store;
    this.#event = event;
  }

  /** Also true of an entry that comes back from a lookup, when the layout has changed meanwhile. */
  isNeeded({ command }: PendingCommand): boolean {
    return needsSeating(this.#event.state, command);
  }

  start(entry: PendingCommand, post: (entry: PendingCommand) => void): void {
    const { state, identity } = this.#event;
    this.#store.placedSeatMap(identity).then(
      (seatMap) => {
        state.offer(seatMap);
        post(entry);
      },
      () => entry.reject(new Fault('UNAVAILABLE', 'The layout could not be read.')),
    );
  }
}
