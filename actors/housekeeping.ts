/**
 * Looks around once in a while: projects what is behind, lets idle events go, wakes events of this node's
 * shards whose deadlines have passed while nobody asked, and refuses callers that have waited too long.
 * Decides nothing that a caller could see.
 */
import type { EventActor } from './event-actor.ts';
import type { Clock, EventStore, Log, Tenure } from './ports.ts';

/** Every so many rounds, the first among them, all events are looked at for records that nobody projected. */
const roundsPerThoroughLook = 60;
/** Overdue events woken in one round. */
const wakePerRoundMax = 256;
/** Events seen to at the same time. */
const tendAtOnceMax = 64;

export interface HousekeepingWorld {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly tenure: Tenure;
  readonly log: Log;
}

export interface HousekeepingSettings {
  /** How often the housekeeping looks around. */
  readonly roundMs: number;
  /** How long nobody must have asked before an event may leave memory. */
  readonly idleMs: number;
}

/** The events that are live on this node. */
export interface LiveEvents {
  readonly actors: ReadonlyMap<number, EventActor>;
  /** Loads the event unless it is live; rejects when that fails. */
  activate(eventNumber: number): Promise<unknown>;
}

export class Housekeeping {
  readonly #world: HousekeepingWorld;
  readonly #settings: HousekeepingSettings;
  readonly #events: LiveEvents;
  /** Events to be loaded again though nobody may ask for them: their deadlines run on. */
  readonly #broken = new Set<number>();
  /** Events whose projection is being seen to. */
  readonly #projecting = new Set<number>();
  /** Rounds until the next thorough look. */
  #roundsLeft = 0;
  #cancelRound: () => void = () => undefined;
  #cancelWatch: () => void = () => undefined;
  #isClosed = false;
  #round: Promise<void> = Promise.resolve();

  constructor(world: HousekeepingWorld, settings: HousekeepingSettings, events: LiveEvents) {
    this.#world = world;
    this.#settings = settings;
    this.#events = events;
  }

  /** Begins with a first look for events that a crash has left behind. */
  async start(): Promise<void> {
    await this.#wakeOverdue();
    this.#scheduleRound();
    this.#scheduleWatch();
  }

  /** Resolves when the round under way is over; there is no other. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRound();
    this.#cancelWatch();
    await this.#round;
  }

  /** The event left memory because something was wrong with it: it is to be loaded again. */
  noteBroken(eventNumber: number): void {
    this.#broken.add(eventNumber);
  }

  /** The event is being removed. */
  forget(eventNumber: number): void {
    this.#broken.delete(eventNumber);
  }

  /** More shards are this node's than before: the next round looks at all their events. */
  lookThoroughly(): void {
    this.#roundsLeft = 0;
  }

  /** One event's trouble is not the others': it is noted, and met again in the next round. */
  async tend(eventNumber: number, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.#world.log.warn({ event: eventNumber, err: error }, 'an event could not be projected');
    }
  }

  #scheduleRound(): void {
    const { clock } = this.#world;
    if (this.#isClosed) return;
    this.#cancelRound = clock.wakeAt(clock.now() + this.#settings.roundMs, () => {
      this.#round = this.#keepHouse().finally(() => this.#scheduleRound());
    });
  }

  /** Apart from the round, which waits for the database: refusing late callers is for when it does not answer. */
  #scheduleWatch(): void {
    const { clock } = this.#world;
    this.#cancelWatch = clock.wakeAt(clock.now() + this.#settings.roundMs, () => {
      for (const actor of this.#events.actors.values()) actor.refuseLate(clock.now());
      this.#scheduleWatch();
    });
  }

  async #keepHouse(): Promise<void> {
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
      await inGroups(idle, (eventNumber) => this.tend(eventNumber, () => this.#letGo(eventNumber)));
    } catch (error) {
      log.warn({ err: error }, 'housekeeping was interrupted and goes on in the next round');
    }
  }

  /** In the background: an event whose append is not answered must not hold up the other events' round. */
  #project(eventNumber: number, actor: EventActor): void {
    if (this.#projecting.has(eventNumber)) return;
    this.#projecting.add(eventNumber);
    void this.tend(eventNumber, () => actor.settle()).finally(() => this.#projecting.delete(eventNumber));
  }

  #isIdle(actor: EventActor, now: number): boolean {
    const { idleMs } = this.#settings;
    return now - actor.lastAskedAt >= idleMs && actor.isIdleUntil(now + idleMs);
  }

  async #wakeOverdue(): Promise<void> {
    const { tenure } = this.#world;
    const broken = [...this.#broken];
    const found = await this.#findForgotten();
    for (const eventNumber of broken) this.#broken.delete(eventNumber);
    await inGroups([...new Set([...broken, ...found])], async (eventNumber) => {
      if (await tenure.obtain(eventNumber)) await this.#wake(eventNumber);
      // Whoever has it sees to it, unless it is on its way here.
      else this.lookThoroughly();
    });
  }

  /** Events that nobody seems to look after. */
  async #findForgotten(): Promise<readonly number[]> {
    const { store, clock, tenure } = this.#world;
    const { actors } = this.#events;
    const shards = tenure.shards();
    const isThorough = this.#roundsLeft <= 0;
    this.#roundsLeft = (isThorough ? roundsPerThoroughLook : this.#roundsLeft) - 1;
    // An actor that has everything projected and yet is found has just come to its deadline, or has been deposed
    // without noticing.
    const behind = [...actors].filter(([, actor]) => actor.isBehind).map(([eventNumber]) => eventNumber);
    try {
      const overdue = await store.findOverdue(clock.now(), behind, wakePerRoundMax, shards);
      if (!isThorough) return overdue;
      const unprojected = await store.findUnprojected(behind, wakePerRoundMax, shards);
      // There may be more.
      if (unprojected.length === wakePerRoundMax) this.lookThoroughly();
      return [...overdue, ...unprojected];
    } catch (error) {
      if (isThorough) this.lookThoroughly();
      throw error;
    }
  }

  async #wake(eventNumber: number): Promise<void> {
    // Whatever it is asked, a deposed actor finds out and leaves.
    await this.#events.actors
      .get(eventNumber)
      ?.ask({ kind: 'read-sequence' })
      .catch(() => undefined);
    await this.#events.activate(eventNumber).catch(() => this.#broken.add(eventNumber));
  }

  /** Writes the last snapshot; the actor leaves unless somebody has asked it meanwhile. */
  async #letGo(eventNumber: number): Promise<void> {
    const actor = this.#events.actors.get(eventNumber);
    if (actor === undefined) return;
    await actor.settle(true);
    if (this.#isIdle(actor, this.#world.clock.now())) await actor.leave();
  }
}

/** A bounded number at the same time. */
export async function inGroups(
  eventNumbers: readonly number[],
  action: (eventNumber: number) => Promise<void>,
): Promise<void> {
  for (let first = 0; first < eventNumbers.length; first += tendAtOnceMax) {
    await Promise.all(eventNumbers.slice(first, first + tendAtOnceMax).map(action));
  }
}
