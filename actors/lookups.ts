/**
 * Reads what a command needs and memory does not have: an ended session that a late call names, a newer version of the
 * layout to adopt, or the layout's geometry for the first command that lets the event choose seats. The command leaves the
 * mailbox until the data have been read; it is then posted again, at the end of the mailbox.
 */
import { missingSession, needsSeating } from '#domain/decide.ts';
import type { EventState } from '#domain/event-state.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import { isLive } from '#domain/session/session.ts';
import { Fault } from './fault.ts';
import type { PendingCommand } from './mailbox.ts';
import type { EventIdentity, EventStore, SessionIds } from './ports.ts';
import type { Projector } from './projector.ts';

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
  readonly #world: LookupWorld;
  readonly #event: LookupEvent;
  readonly #post: (entry: PendingCommand) => void;
  /** The event was loaded with a newer version than it has adopted: the first command adopts it without a read. */
  #isLayoutLoaded: boolean;

  /** `post`: puts an entry back into the mailbox. */
  constructor(world: LookupWorld, event: LookupEvent, post: (entry: PendingCommand) => void) {
    this.#world = world;
    this.#event = event;
    this.#post = post;
    this.#isLayoutLoaded = event.state.seatMap.version > event.state.layoutVersion;
  }

  /** True when the entry needs a lookup; it is posted again or rejected later. */
  take(entry: PendingCommand): boolean {
    const { store, sessionIds } = this.#world;
    const { state, identity } = this.#event;
    const { command, isLookedUp } = entry;
    const missing = isLookedUp ? null : missingSession(state, command);
    if (missing !== null && sessionIds.isGenuine(missing)) this.#findSession(missing, entry);
    else if (command.kind === 'adopt-layout' && !isLookedUp && !this.#hasLayout()) {
      this.#offer(store.seatMap(identity), entry, { ...entry, isLookedUp: true });
    } else if (needsSeating(state, command)) {
      // Also of an entry that comes back from a lookup, when the layout has changed meanwhile.
      this.#offer(store.placedSeatMap(identity), entry, entry);
    } else return false;
    return true;
  }

  #hasLayout(): boolean {
    const hasLayout = this.#isLayoutLoaded;
    this.#isLayoutLoaded = false;
    return hasLayout;
  }

  #offer(reading: Promise<SeatMap>, entry: PendingCommand, returning: PendingCommand): void {
    reading.then(
      (seatMap) => {
        this.#event.state.offer(seatMap);
        this.#post(returning);
      },
      () => entry.reject(new Fault('UNAVAILABLE', 'The layout could not be read.')),
    );
  }

  #findSession(sessionId: string, entry: PendingCommand): void {
    const { state, identity } = this.#event;
    const returning = this.#pinning(entry, sessionId);
    this.#world.store.findSession(identity.eventNumber, sessionId).then(
      (session) => {
        // A live session is always in memory: this one has been removed, and its row not yet.
        const isStored = session !== null && !isLive(session);
        if (isStored && !state.sessions.has(sessionId)) state.putSession(session);
        this.#post(isStored ? returning : { ...returning, isGone: true });
      },
      () => returning.reject(new Fault('UNAVAILABLE', 'The session could not be read.')),
    );
  }

  /** The entry, wrapped: the session stays in memory until the entry is answered or refused. */
  #pinning(entry: PendingCommand, sessionId: string): PendingCommand {
    const { projector } = this.#event;
    let isPinned = true;
    const unpin = (): void => {
      if (isPinned) projector.unpin(sessionId);
      isPinned = false;
    };
    projector.pin(sessionId);
    return {
      ...entry,
      isLookedUp: true,
      resolve: (answer) => {
        unpin();
        entry.resolve(answer);
      },
      reject: (fault) => {
        unpin();
        entry.reject(fault);
      },
    };
  }
}
