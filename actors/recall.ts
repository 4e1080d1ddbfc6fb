/**
 * Brings sessions back that are over and have left memory, for the late calls that name them: the
 * command steps out of line, the record is read from the projection, and the command is posted again.
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
  /** The session that each posted-again entry keeps from leaving memory. */
  readonly #pins = new Map<Entry, string>();

  constructor(world: RecallWorld, event: RecallEvent) {
    this.#world = world;
    this.#event = event;
  }

  /** True when the entry names a genuine session that is not in memory and has not been looked for. */
  isNeeded(entry: Entry): boolean {
    if (entry.isRecalled) return false;
    const missing = missingSession(this.#event.state, entry.command);
    return missing !== null && this.#world.sessionIds.isGenuine(missing);
  }

  /** Looks for the session and calls `post` when the entry can be decided. */
  start(entry: Entry, post: () => void): void {
    const { state, identity, projector } = this.#event;
    const sessionId = missingSession(state, entry.command) as string;
    entry.isRecalled = true;
    projector.pin(sessionId);
    const found = this.#world.store.findSession(identity.eventNumber, sessionId);
    found.then(
      (session) => {
        if (session !== null && !state.sessions.has(sessionId)) state.putSession(session);
        this.#pins.set(entry, sessionId);
        post();
      },
      () => {
        projector.unpin(sessionId);
        entry.reject(new Fault('UNAVAILABLE', 'The session could not be read.'));
      },
    );
  }

  /** The entry has been decided: its session may leave memory again. */
  done(entry: Entry): void {
    const sessionId = this.#pins.get(entry);
    if (sessionId === undefined) return;
    this.#pins.delete(entry);
    this.#event.projector.unpin(sessionId);
  }
}
