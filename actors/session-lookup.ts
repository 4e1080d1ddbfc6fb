/**
 * Reads ended sessions back into memory for late calls that name them: the command leaves the mailbox, the session is
 * read from the projection, and the command is posted again.
 */
import { missingSession } from '#domain/decide.ts';
import type { EventState } from '#domain/event-state.ts';
import { isLive } from '#domain/session/session.ts';
import { Fault } from './fault.ts';
import type { PendingCommand } from './mailbox.ts';
import type { EventIdentity, EventStore, SessionIds } from './ports.ts';
import type { Projector } from './projector.ts';

export interface SessionLookupWorld {
  readonly store: EventStore;
  readonly sessionIds: SessionIds;
}

export interface SessionLookupEvent {
  readonly identity: EventIdentity;
  readonly state: EventState;
  readonly projector: Projector;
}

export class SessionLookup {
  readonly #world: SessionLookupWorld;
  readonly #event: SessionLookupEvent;

  constructor(world: SessionLookupWorld, event: SessionLookupEvent) {
    this.#world = world;
    this.#event = event;
  }

  /** True when the entry names a genuine session that is not in memory and has not been looked up yet. */
  isNeeded(entry: PendingCommand): boolean {
    if (entry.isLookedUp) return false;
    const missing = missingSession(this.#event.state, entry.command);
    return missing !== null && this.#world.sessionIds.isGenuine(missing);
  }

  /** Reads the session and posts the entry again; the session stays in memory until the entry is answered. */
  start(entry: PendingCommand, post: (entry: PendingCommand) => void): void {
    const { state, identity } = this.#event;
    const sessionId = missingSession(state, entry.command) as string;
    const returning = this.#pinning(entry, sessionId);
    const found = this.#world.store.findSession(identity.eventNumber, sessionId);
    found.then(
      (session) => {
        // A live session is always in memory: this one has been removed, and its row not yet.
        const isStored = session !== null && !isLive(session);
        if (isStored && !state.sessions.has(sessionId)) state.putSession(session);
        post(isStored ? returning : { ...returning, isGone: true });
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
