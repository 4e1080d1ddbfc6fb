/**
 * Periodic maintenance: writes projections that are behind, unloads idle events, activates events of this node's shards
 * whose deadlines passed while they were not in memory, and refuses callers that have waited too long. Makes no
 * decision that a caller could see.
 */
import type { BreakReason, EventActor } from './event-actor.ts';
import { attempt, inGroups } from './event-groups.ts';
import type { Clock, EventStore, Log, ShardAssignment } from './ports.ts';

/** The first of this many rounds is a full one: it searches all events for records that are not projected. */
const roundsPerFullRound = 60;
/** Overdue events that one round activates at most. */
const wakePerRoundMax = 256;

export interface HousekeepingWorld {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly log: Log;
}

export interface HousekeepingSettings {
  /** Time between two rounds. */
  readonly roundMs: number;
  /** How long an event must have had no command before it may leave memory. */
  readonly idleMs: number;
}

/** The maintained events and the shards to look after. */
export interface HousekeepingParts {
  readonly events: MaintainedEvents;
  readonly shards: ShardAssignment;
}

/** The events that are live on this node. */
export interface MaintainedEvents {
  readonly actors: ReadonlyMap<number, EventActor>;
  /** Loads the event unless it is live; rejects when that fails. */
  activate(eventNumber: number): Promise<unknown>;
  /** Calls the listener whenever an actor has left memory. */
  onGone(listener: (eventNumber: number, reason: BreakReason) => void): void;
}

export class Housekeeping {
  readonly #world: HousekeepingWorld;
  readonly #settings: HousekeepingSettings;
  readonly #events: MaintainedEvents;
  readonly #shards: ShardAssignment;
  /** Events to reload even without a request: their deadlines still run. */
  readonly #broken = new Set<number>();
  /** Events whose projection is being written. */
  readonly #projecting = new Set<number>();
  /** Rounds until the next full one. */
  #roundsLeft = 0;
  #cancelRound: () => void = () => undefined;
  #cancelWatch: () => void = () => undefined;
  #isClosed = false;
  #round: Promise<void> = Promise.resolve();

  constructor(world: HousekeepingWorld, settings: HousekeepingSettings, { events, shards }: HousekeepingParts) {
    this.#world = world;
    this.#settings = settings;
    this.#events = events;
    this.#shards = shards;
    events.onGone((eventNumber, reason) => this.#noteGone(eventNumber, reason));
    // Events of new shards may have records that are not projected.
    shards.onChange(() => this.#requestFullRound());
  }

  /** Starts with a search for events that a crash has left behind. */
  async start(): Promise<void> {
    await this.#wakeOverdue();
    this.#scheduleRound();
    this.#scheduleWatch();
  }

  /** Resolves when the round in progress is over; no other round starts. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRound();
    this.#cancelWatch();
    await this.#round;
  }

  #noteGone(eventNumber: number, reason: BreakReason): void {
    if (reason === 'assertion' || reason === 'refused') this.#broken.add(eventNumber);
    // Its new owner may have stopped since, with records that are not projected.
    if (reason === 'fenced') this.#requestFullRound();
  }

  /** Makes the next round a full one. */
  #requestFullRound(): void {
    this.#roundsLeft = 0;
  }

  #scheduleRound(): void {
    const { clock } = this.#world;
    if (this.#isClosed) return;
    this.#cancelRound = clock.wakeAt(clock.now() + this.#settings.roundMs, () => {
      this.#round = this.#runRound().finally(() => this.#scheduleRound());
    });
  }

  /**
   * Separate from the round, which waits for the database: late callers must be refused even when it does not answer.
   */
  #scheduleWatch(): void {
    const { clock } = this.#world;
    this.#cancelWatch = clock.wakeAt(clock.now() + this.#settings.roundMs, () => {
      for (const actor of this.#events.actors.values()) actor.refuseLate(clock.now());
      this.#scheduleWatch();
    });
  }

  async #runRound(): Promise<void> {
    const { clock, log } = this.#world;
    try {
      await this.#wakeOverdue();
      for (const [eventNumber, actor] of this.#events.actors) {
        if (actor.isBehind) this.#project(eventNumber, actor);
      }
      const now = clock.now();
      const idle = [...this.#events.actors]
        .filter(([, actor]) => this.#isIdle(actor, now))
        .map(([eventNumber]) => eventNumber);
      await inGroups(idle, (eventNumber) =>
        attempt(log, eventNumber, 'an idle event could not leave memory', () => this.#unload(eventNumber)),
      );
    } catch (error) {
      log.warn({ err: error }, 'housekeeping was interrupted and goes on in the next round');
    }
  }

  /** In the background: an event whose append gets no answer must not delay the round of the other events. */
  #project(eventNumber: number, actor: EventActor): void {
    if (this.#projecting.has(eventNumber)) return;
    this.#projecting.add(eventNumber);
    const projected = attempt(this.#world.log, eventNumber, 'an event could not be projected', () => actor.settle());
    void projected.finally(() => this.#projecting.delete(eventNumber));
  }

  #isIdle(actor: EventActor, now: number): boolean {
    const { idleMs } = this.#settings;
    return now - actor.lastAskedAt >= idleMs && actor.isIdleUntil(now + idleMs);
  }

  async #wakeOverdue(): Promise<void> {
    const broken = [...this.#broken];
    const found = await this.#findUnattended();
    for (const eventNumber of broken) this.#broken.delete(eventNumber);
    await inGroups([...new Set([...broken, ...found])], async (eventNumber) => {
      if (await this.#shards.obtain(eventNumber)) await this.#wake(eventNumber);
      // The node that has the event handles it. The event may be moving here, so the next round looks again.
      else this.#requestFullRound();
    });
  }

  /** Overdue or unprojected events, without those that are behind here: their own actors project them. */
  async #findUnattended(): Promise<readonly number[]> {
    const { store, clock } = this.#world;
    const { actors } = this.#events;
    const shards = this.#shards.shards();
    const isFull = this.#roundsLeft <= 0;
    this.#roundsLeft = (isFull ? roundsPerFullRound : this.#roundsLeft) - 1;
    // An actor that is not behind and is still found has just reached its deadline, or was fenced without noticing.
    const behind = [...actors].filter(([, actor]) => actor.isBehind).map(([eventNumber]) => eventNumber);
    try {
      const overdue = await store.findOverdue(clock.now(), behind, wakePerRoundMax, shards);
      if (!isFull) return overdue;
      const unprojected = await store.findUnprojected(behind, wakePerRoundMax, shards);
      // The limit was reached: there may be more.
      if (unprojected.length === wakePerRoundMax) this.#requestFullRound();
      return [...overdue, ...unprojected];
    } catch (error) {
      if (isFull) this.#requestFullRound();
      throw error;
    }
  }

  async #wake(eventNumber: number): Promise<void> {
    // Any command makes a fenced actor notice and leave.
    await this.#events.actors
      .get(eventNumber)
      ?.ask({ kind: 'read-sequence' })
      .catch(() => undefined);
    await this.#events.activate(eventNumber).catch(() => this.#broken.add(eventNumber));
  }

  /** Writes the last snapshot; the actor leaves unless a command has arrived meanwhile. */
  async #unload(eventNumber: number): Promise<void> {
    const actor = this.#events.actors.get(eventNumber);
    if (actor === undefined) return;
    await actor.settle(true);
    if (this.#isIdle(actor, this.#world.clock.now())) await actor.leave();
  }
}
