/**
 * The events that are live on this node: finds or activates the actor that a command names, and parks events whose
 * journal cannot be replayed. Loads no event of a shard that is closed here. Tells its listeners when an actor has left
 * memory, and does nothing else about it.
 */
import { BrokenInvariant } from '#collections/assert.ts';
import type { Command } from '#domain/command.ts';
import { isReadOnly } from '#domain/commands/registry.ts';
import type { Answer } from '#domain/reply.ts';
import { defer } from './defer.ts';
import type { Engine, LoadShedder } from './engine.ts';
import { type BreakReason, EventActor, type EventActorWorld } from './event-actor.ts';
import { attempt, inGroups } from './event-groups.ts';
import { Fault, journalUnwritable, Moved } from './fault.ts';
import type { Ownership } from './ports.ts';
import { Projector, type ProjectorPorts } from './projector.ts';
import { recover } from './recovery.ts';
import type { ShardTable } from './shard-table.ts';

export interface RegistryWorld extends EventActorWorld, ProjectorPorts {}

/** Called after an actor has left memory. */
export type GoneListener = (eventNumber: number, reason: BreakReason) => void;

/** Commands that may wait for one event's activation. */
const waitingForActivationMax = 10_000;

/** The actor, or that there is none: the event does not exist, or its rows are in an archive. */
type Loaded = EventActor | 'unknown' | 'archived';

interface Activation {
  readonly actor: Promise<Loaded>;
  waiting: number;
}

export class Registry implements Engine, LoadShedder {
  readonly #world: RegistryWorld;
  readonly #shards: ShardTable;
  readonly #actors = new Map<number, EventActor>();
  readonly #activations = new Map<number, Activation>();
  readonly #goneListeners: GoneListener[] = [];
  #isClosing = false;

  constructor(world: RegistryWorld, shards: ShardTable) {
    this.#world = world;
    this.#shards = shards;
  }

  /** The live events by number. */
  get actors(): ReadonlyMap<number, EventActor> {
    return this.#actors;
  }

  /** Calls the listener whenever an actor has broken or left. */
  onGone(listener: GoneListener): void {
    this.#goneListeners.push(listener);
  }

  ask(eventNumber: number, command: Command): Promise<Answer> {
    if (this.#isClosing) return Promise.reject(new Fault('UNAVAILABLE', 'The node is shutting down.'));
    if (!this.#shards.isMine(eventNumber)) return Promise.reject(new Moved('The event is elsewhere.'));
    const actor = this.#actors.get(eventNumber);
    if (!this.#world.journal.isWritable && (!isReadOnly(command) || actor?.isAppending === true)) {
      return Promise.reject(journalUnwritable);
    }
    if (actor !== undefined) return actor.ask(command);
    // An invented session id is answered here: it must not cost an activation.
    if ('sessionId' in command && !this.#world.sessionIds.isGenuine(command.sessionId)) {
      return Promise.resolve(unknown('session'));
    }
    return this.#activateAndAsk(eventNumber, command);
  }

  refusalOf(eventNumber: number): Fault | null {
    return this.#actors.get(eventNumber)?.refusal ?? null;
  }

  /** The actor of the event, which is loaded unless it is live; null: there is none to load. Rejects with a `Fault`. */
  async activate(eventNumber: number): Promise<EventActor | null> {
    const actor = this.#actors.get(eventNumber) ?? (await this.#activation(eventNumber).actor);
    return typeof actor === 'string' ? null : actor;
  }

  /** Resolves when no load of these events (default: of any) is in flight. */
  async loaded(isMeant: (eventNumber: number) => boolean = () => true): Promise<void> {
    for (const [eventNumber, { actor }] of this.#activations) if (isMeant(eventNumber)) await actor.catch(() => null);
  }

  /** Writes the projection, and if wanted a snapshot, of these events, activating those that are not in memory. */
  async settle(eventNumbers: readonly number[], wantsSnapshot = false): Promise<void> {
    await inGroups(eventNumbers, async (eventNumber) => (await this.activate(eventNumber))?.settle(wantsSnapshot));
  }

  /**
   * Ends the actors whose events are not in Postgres as they are in memory: it may have been restored to an earlier
   * moment. An actor that gets no answer finds out with its next command.
   */
  async recheck(): Promise<void> {
    await this.loaded();
    await inGroups([...this.#actors.keys()], async (eventNumber) => {
      await this.#actors
        .get(eventNumber)
        ?.ask({ kind: 'read-sequence' })
        .catch(() => undefined);
    });
  }

  /** Ends the actor of an event that is being removed, without a projection: its ownership row is already gone. */
  async forget(eventNumber: number): Promise<void> {
    await this.loaded((loading) => loading === eventNumber);
    await this.#actors.get(eventNumber)?.leave();
  }

  /** From now on all commands are refused. */
  refuseCommands(): void {
    this.#isClosing = true;
  }

  /** Refuses new commands, finishes those accepted before, writes projections and snapshots. */
  async close(): Promise<void> {
    this.refuseCommands();
    await this.loaded();
    await inGroups([...this.#actors.keys()], (eventNumber) => this.#close(eventNumber));
  }

  async #activateAndAsk(eventNumber: number, command: Command): Promise<Answer> {
    const activation = this.#activation(eventNumber);
    if (activation.waiting >= waitingForActivationMax) {
      throw new Fault('UNAVAILABLE', 'Too many requests are waiting for this event.');
    }
    activation.waiting++;
    const actor = await activation.actor;
    if (actor === 'archived') return archived;
    return actor === 'unknown' ? unknown('event') : actor.ask(command);
  }

  /** The load of the event that is in flight, or a new one. */
  #activation(eventNumber: number): Activation {
    const known = this.#activations.get(eventNumber);
    if (known !== undefined) return known;
    const activation = { actor: this.#load(eventNumber), waiting: 0 };
    this.#activations.set(eventNumber, activation);
    this.#shards.countEvent(eventNumber, 1);
    const forget = (): void => {
      this.#activations.delete(eventNumber);
      this.#shards.countEvent(eventNumber, -1);
    };
    activation.actor.then(forget, forget);
    return activation;
  }

  async #load(eventNumber: number): Promise<Loaded> {
    const { store, log } = this.#world;
    let ownership: Ownership | undefined;
    if (!this.#shards.isMine(eventNumber)) throw new Moved('The event is elsewhere.');
    try {
      const taken = await store.takeOver(eventNumber);
      if (taken === 'unknown' || taken === 'archived') return taken;
      if (taken === 'parked') throw new Fault('UNAVAILABLE', 'The event is parked until an operator looks at it.', 60);
      ownership = taken;
      return await this.#rebuild(taken);
    } catch (error) {
      if (error instanceof Fault) throw error;
      log.error({ event: eventNumber, err: error }, 'an event could not be activated');
      if (error instanceof BrokenInvariant && ownership !== undefined) await this.#park(ownership, error.message);
      throw new Fault('UNAVAILABLE', 'The event could not be loaded.');
    }
  }

  async #rebuild(ownership: Ownership): Promise<EventActor> {
    const stored = await this.#world.store.load(ownership);
    const { state, start } = await recover(stored, ownership, this.#world.timers);
    const projector = new Projector(this.#world, ownership, state, start, stored.policy);
    const { identity, policy } = stored;
    const { eventNumber } = ownership;
    const actor: EventActor = new EventActor(this.#world, {
      identity,
      ownership,
      state,
      policy,
      projector,
      onGone: (reason) => {
        if (this.#actors.get(eventNumber) === actor) {
          this.#actors.delete(eventNumber);
          this.#shards.countEvent(eventNumber, -1);
        }
        for (const listener of this.#goneListeners) listener(eventNumber, reason);
      },
    });
    this.#actors.set(eventNumber, actor);
    this.#shards.countEvent(eventNumber, 1);
    // The layout has changed while the event was not in memory: adopt it before any other command.
    if (state.seatMap.version > state.layoutVersion) actor.ask({ kind: 'adopt-layout' }).catch(() => undefined);
    return actor;
  }

  /** Only the current owner may park an event: a former one may have read records while they changed. */
  async #park(ownership: Ownership, reason: string): Promise<void> {
    const { store, journal, log } = this.#world;
    const { eventNumber, headSeq } = ownership;
    try {
      if (await journal.verify(ownership, headSeq)) await store.park(eventNumber, reason);
    } catch (error) {
      log.error({ event: eventNumber, err: error }, 'an event could not be parked');
    }
  }

  /** Lets the actor finish the commands that it has accepted, then ends it. */
  async #close(eventNumber: number): Promise<void> {
    const actor = this.#actors.get(eventNumber);
    if (actor === undefined) return;
    await attempt(this.#world.log, eventNumber, 'an event could not be projected before it left memory', async () => {
      do {
        // A command that was just asked is decided only at the end of this event-loop iteration.
        await new Promise<void>((resolve) => defer(this.#world.timers, resolve));
        await actor.settle(true);
      } while (actor.isBehind || !actor.isIdleUntil(0));
    });
    await actor.leave();
  }
}

const archived: Answer = {
  ok: false,
  refusal: { code: 'EVENT_ARCHIVED', detail: 'The event is over, and its data is in an archive.' },
};

function unknown(what: 'event' | 'session'): Answer {
  return { ok: false, refusal: { code: 'ENTITY_NOT_FOUND', detail: `There is no such ${what}.` } };
}
