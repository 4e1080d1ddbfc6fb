/**
 * Brings ended sessions back into memory for late calls that name them: the command leaves the queue, the record is
 * read from the projection, and the command is posted again.
 */
import { missingSession } from '#domain/decide.ts';
import type { EventState } from '#domain/event-state.ts';
import { Fault } from './fault.ts';
import type { Entry } from './mailbox.ts';
import type { EventIdentity, EventStore, SessionIds } from './ports.ts';
import type { Projector } from './projector.ts';

export interface RecallWorld {
  readonly store: EventStore;
  readonly sessionIds: SessionIds;
}

export interface RecallEvent {
  readonly identity: EventIdentity;
  readonly state: EventState;
  readonly projector: Projector;
}

export class Recall {
  readonly #world: RecallWorld;
  readonly #event: RecallEvent;

  constructor(world: RecallWorld, event: RecallEvent) {
    this.#world = world;
    this.#event = event;
  }

  /** True when the entry names a genuine session that is not in memory and has not been looked up yet. */
  isNeeded(entry: Entry): boolean {
    if (entry.isRecalled) return false;
    const missing = missingSession(this.#event.state, entry.command);
    return missing !== null && this.#world.sessionIds.isGenuine(missing);
  }

  /** Reads the session and posts the entry again; the session stays in memory until the entry is answered. */
  start(entry: Entry, post: (entry: Entry) => void): void {
    const { state, identity } = this.#event;
    const sessionId = missingSession(state, entry.command) as string;
    const returning = this.#pinning(entry, sessionId);
    const found = this.#world.store.findSession(identity.eventNumber, sessionId);
    found.then(
      (session) => {
        if (session !== null && !state.sessions.has(sessionId)) state.putSession(session);
        post(returning);
      },
      () => returning.reject(new Fault('UNAVAILABLE', 'The session could not be read.')),
    );
  }

  /** The entry, wrapped: the session stays in memory until the entry is answered or refused. */
  #pinning(entry: Entry, sessionId: string): Entry {
    const { projector } = this.#event;
    let isPinned = true;
    const unpin = (): void => {
      if (isPinned) projector.unpin(sessionId);
      isPinned = false;
    };
    projector.pin(sessionId);
    return {
      ...entry,
      isRecalled: true,
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
