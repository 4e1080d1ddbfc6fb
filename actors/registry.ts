/**
 * The events that are live on this node. Finds or activates the actor that a command names, releases a shard's events
 * when another node takes it over, and parks events whose journal cannot be replayed.
 */
import { BrokenInvariant } from '#domain/assert.ts';
import type { Command } from '#domain/command.ts';
import { isLooking } from '#domain/repeatable.ts';
import type { Answer } from '#domain/reply.ts';
import { defer } from './defer.ts';
import type { Engine } from './engine.ts';
import { EventActor, type EventActorWorld } from './event-actor.ts';
import { Fault, journalUnwritable, Moved } from './fault.ts';
import { Housekeeping, type HousekeepingSettings, type HousekeepingWorld, inGroups } from './housekeeping.ts';
import { type Levels, levelsOf } from './levels.ts';
import type { Ownership } from './ports.ts';
import { Projector, type ProjectorPorts } from './projector.ts';
import { recover } from './recovery.ts';
import { shardCount, shardOf } from './shard.ts';

export interface RegistryWorld extends EventActorWorld, ProjectorPorts, HousekeepingWorld {}

export type RegistrySettings = HousekeepingSettings;

/** Commands that may wait for one event's activation. */
const waitingForActivationMax = 10_000;

const layoutRetryMs = 1_000;

interface Activation {
  readonly actor: Promise<EventActor | null>;
  waiting: number;
}

export class Registry implements Engine {
  readonly #world: RegistryWorld;
  readonly #actors = new Map<number, EventActor>();
  readonly #activations = new Map<number, Activation>();
  /** Live events and activations by shard. */
  readonly #countByShard = new Int32Array(shardCount);
  readonly #housekeeping: Housekeeping;
  #isClosing = false;

  constructor(world: RegistryWorld, settings: RegistrySettings) {
    this.#world = world;
    this.#housekeeping = new Housekeeping(world, settings, {
      actors: this.#actors,
      activate: async (eventNumber) => this.#actors.get(eventNumber) ?? this.#activate(eventNumber).actor,
    });
  }

  get liveEvents(): number {
    return this.#actors.size;
  }

  /** Commands waiting in all mailboxes. */
  get mailboxDepth(): number {
    let depth = 0;
    for (const actor of this.#actors.values()) depth += actor.mailboxDepth;
    return depth;
  }

  /** Totals of all live events. */
  get levels(): Levels {
    return levelsOf(this.#actors.values());
  }

  /** Whether an event of the shard is live here or being loaded. */
  isUsing(shard: number): boolean {
    return (this.#countByShard[shard] as number) > 0;
  }

  ask(eventNumber: number, command: Command): Promise<Answer> {
    if (this.#isClosing) return Promise.reject(new Fault('UNAVAILABLE', 'The node is shutting down.'));
    if (!this.#world.tenure.isMine(eventNumber)) return Promise.reject(new Moved('The event is elsewhere.'));
    const actor = this.#actors.get(eventNumber);
    if (!this.#world.journal.isWritable && (!isLooking(command) || actor?.isAppending === true)) {
      return Promise.reject(journalUnwritable);
    }
    if (actor !== undefined) return actor.ask(command);
    // An invented session id is answered here: it must not cost an activation.
    if ('sessionId' in command && !this.#world.sessionIds.isGenuine(command.sessionId)) {
      return Promise.resolve(unknown('session'));
    }
    return this.#activateAndAsk(eventNumber, command);
  }

  /** Starts the housekeeping, after a search for events that a crash has left behind. */
  start(): Promise<void> {
    return this.#housekeeping.start();
  }

  /** Called when this node has got new shards. */
  lookThoroughly(): void {
    this.#housekeeping.lookThoroughly();
  }

  /** Writes the projection of these events, activating those that are not in memory. */
  async settle(eventNumbers: readonly number[]): Promise<void> {
    await inGroups(eventNumbers, async (eventNumber) => {
      const actor = this.#actors.get(eventNumber) ?? (await this.#activate(eventNumber).actor);
      await actor?.settle();
    });
  }

  /** Ends the actor of an event that is being removed, without a projection: its ownership row is already gone. */
  async forget(eventNumber: number): Promise<void> {
    await this.#activations.get(eventNumber)?.actor.catch(() => null);
    await this.#actors.get(eventNumber)?.leave();
    this.#housekeeping.forget(eventNumber);
  }

  /** The schemas of live events. */
  get schemasInUse(): ReadonlySet<number> {
    return new Set(Array.from(this.#actors.values(), ({ identity }) => identity.schemaId));
  }

  /**
   * Makes the live events of a schema adopt the newest version of its layout; the others adopt it at activation.
   * Failures are retried.
   */
  async adoptLayout(schemaId: number): Promise<void> {
    // An event that is being loaded may have read the previous version.
    for (const { actor } of this.#activations.values()) await actor.catch(() => null);
    const live = [...this.#actors.values()].filter(({ identity }) => identity.schemaId === schemaId);
    const asked = await Promise.allSettled(live.map((actor) => actor.ask({ kind: 'adopt-layout' })));
    if (this.#isClosing || asked.every(({ status }) => status === 'fulfilled')) return;
    const { clock } = this.#world;
    clock.wakeAt(clock.now() + layoutRetryMs, () => void this.adoptLayout(schemaId));
  }

  /** Projects the shard's events and writes their snapshots while they serve, so that the next owner loads little. */
  async prepareToLeave(shard: number): Promise<void> {
    await inGroups(this.#eventsOf(shard), (eventNumber) =>
      this.#housekeeping.tend(eventNumber, async () => this.#actors.get(eventNumber)?.settle(true)),
    );
  }

  /**
   * Ends the shard's actors once their decisions are durable; waiting commands are refused as `Moved`. Call it after
   * the node has given up the shard, so that no event is activated meanwhile.
   */
  async leave(shard: number): Promise<void> {
    const loading = [...this.#activations].filter(([eventNumber]) => shardOf(eventNumber) === shard);
    for (const [, { actor }] of loading) await actor.catch(() => null);
    await Promise.all(this.#eventsOf(shard).map((eventNumber) => this.#actors.get(eventNumber)?.leave()));
  }

  /** Refuses new commands, finishes those accepted before, writes projections and snapshots. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#housekeeping.close();
    for (const { actor } of this.#activations.values()) await actor.catch(() => null);
    await inGroups([...this.#actors.keys()], (eventNumber) => this.#close(eventNumber));
  }

  #eventsOf(shard: number): readonly number[] {
    return [...this.#actors.keys()].filter((eventNumber) => shardOf(eventNumber) === shard);
  }

  async #activateAndAsk(eventNumber: number, command: Command): Promise<Answer> {
    const activation = this.#activate(eventNumber);
    if (activation.waiting >= waitingForActivationMax) {
      throw new Fault('UNAVAILABLE', 'Too many requests are waiting for this event.');
    }
    activation.waiting++;
    const actor = await activation.actor;
    return actor === null ? unknown('event') : actor.ask(command);
  }

  #activate(eventNumber: number): Activation {
    const known = this.#activations.get(eventNumber);
    if (known !== undefined) return known;
    const activation = { actor: this.#load(eventNumber), waiting: 0 };
    this.#activations.set(eventNumber, activation);
    this.#count(eventNumber, 1);
    const forget = (): void => {
      this.#activations.delete(eventNumber);
      this.#count(eventNumber, -1);
    };
    activation.actor.then(forget, forget);
    return activation;
  }

  #count(eventNumber: number, change: 1 | -1): void {
    const shard = shardOf(eventNumber);
    this.#countByShard[shard] = (this.#countByShard[shard] as number) + change;
  }

  async #load(eventNumber: number): Promise<EventActor | null> {
    const { store, tenure, log } = this.#world;
    let ownership: Ownership | undefined;
    if (!tenure.isMine(eventNumber)) throw new Moved('The event is elsewhere.');
    try {
      const taken = await store.takeOver(eventNumber);
      if (taken === 'unknown') return null;
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
    const { state, start } = await recover(stored, ownership);
    const projector = new Projector(this.#world, ownership, state, start);
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
          this.#count(eventNumber, -1);
        }
        if (reason === 'assertion' || reason === 'refused') this.#housekeeping.noteBroken(eventNumber);
        // The node that deposed it may have stopped since, with records that are not projected.
        if (reason === 'fenced') this.#housekeeping.lookThoroughly();
      },
    });
    this.#actors.set(eventNumber, actor);
    this.#count(eventNumber, 1);
    // The layout has changed while the event was not in memory: adopt it before any other command.
    if (state.seatMap.version > state.layoutVersion) actor.ask({ kind: 'adopt-layout' }).catch(() => undefined);
    return actor;
  }

  /** Only the current owner may park an event: a deposed one may have read records while they changed. */
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
    await this.#housekeeping.tend(eventNumber, async () => {
      do {
        // A command that was just asked is decided only at the end of this event-loop iteration.
        await new Promise<void>((resolve) => defer(this.#world.timers, resolve));
        await actor.settle(true);
      } while (actor.isBehind || !actor.isIdleUntil(0));
    });
    await actor.leave();
  }
}

function unknown(what: 'event' | 'session'): Answer {
  return { ok: false, refusal: { code: 'ENTITY_NOT_FOUND', detail: `There is no such ${what}.` } };
}
