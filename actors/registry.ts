/**
 * The events that are live on this node. Finds or activates the actor that a command names, and keeps
 * house: projects, lets idle events go, wakes events whose deadlines have passed while nobody asked, and
 * sets aside events whose journal cannot be replayed.
 */
import { BrokenInvariant } from '#domain/assert.ts';
import type { Answer, Command } from '#domain/command.ts';
import type { Engine } from './engine.ts';
import { EventActor, type EventActorWorld } from './event-actor.ts';
import { Fault } from './fault.ts';
import type { Ownership } from './ports.ts';
import { Projector, type ProjectorPorts } from './projector.ts';
import { recover } from './recovery.ts';

export interface RegistryWorld extends EventActorWorld, ProjectorPorts {}

export interface RegistrySettings {
  /** How often the housekeeping looks around. */
  readonly roundMs: number;
  /** How long nobody must have asked before an event may leave memory. */
  readonly idleMs: number;
}

/** Commands that may wait for one event's activation. */
const waitingForActivationMax = 10_000;
/** Every so many rounds, the first among them, all events are looked at for records that nobody projected. */
const roundsPerThoroughLook = 60;
/** Overdue events woken in one round. */
const wakePerRoundMax = 256;
/** Events projected at the same time. */
const settleAtOnceMax = 64;

interface Activation {
  readonly actor: Promise<EventActor | null>;
  waiting: number;
}

export class Registry implements Engine {
  readonly #world: RegistryWorld;
  readonly #settings: RegistrySettings;
  readonly #actors = new Map<number, EventActor>();
  readonly #activations = new Map<number, Activation>();
  /** Events to be loaded again though nobody may ask for them: their deadlines run on. */
  readonly #broken = new Set<number>();
  /** Events whose projection the housekeeping is seeing to. */
  readonly #projecting = new Set<number>();
  #rounds = 0;
  #cancelRound: () => void = () => undefined;
  #cancelWatch: () => void = () => undefined;
  #isClosing = false;
  #round: Promise<void> = Promise.resolve();

  constructor(world: RegistryWorld, settings: RegistrySettings) {
    this.#world = world;
    this.#settings = settings;
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

  ask(eventNumber: number, command: Command): Promise<Answer> {
    if (this.#isClosing) return Promise.reject(new Fault('UNAVAILABLE', 'The node is shutting down.'));
    const actor = this.#actors.get(eventNumber);
    if (actor !== undefined) return actor.ask(command);
    // A made-up id dies here: it must not cost an activation.
    if ('sessionId' in command && !this.#world.sessionIds.isGenuine(command.sessionId)) {
      return Promise.resolve(unknown('session'));
    }
    return this.#activateAndAsk(eventNumber, command);
  }

  /** Starts the housekeeping, after a first look for events that a crash has left behind. */
  async start(): Promise<void> {
    await this.#wakeOverdue();
    this.#scheduleRound();
    this.#scheduleWatch();
  }

  /** Projects what has changed on these events, activating those that nobody owns. */
  async settle(eventNumbers: readonly number[]): Promise<void> {
    await this.#forEach(eventNumbers, async (eventNumber) => {
      const actor = this.#actors.get(eventNumber) ?? (await this.#activate(eventNumber).actor);
      await actor?.settle();
    });
  }

  /** Makes the actor of an event that is being removed go, without a projection; its owner's row is gone already. */
  async forget(eventNumber: number): Promise<void> {
    await this.#activations.get(eventNumber)?.actor.catch(() => null);
    await this.#actors.get(eventNumber)?.leave();
    this.#broken.delete(eventNumber);
  }

  /** Stops taking commands, finishes what is decided, projects and writes snapshots. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#cancelRound();
    this.#cancelWatch();
    await this.#round;
    for (const { actor } of this.#activations.values()) await actor.catch(() => null);
    await this.#forEach([...this.#actors.keys()], (eventNumber) => this.#close(eventNumber));
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
    const forget = (): void => void this.#activations.delete(eventNumber);
    activation.actor.then(forget, forget);
    return activation;
  }

  async #load(eventNumber: number): Promise<EventActor | null> {
    const { store, log } = this.#world;
    let ownership: Ownership | undefined;
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
        if (this.#actors.get(eventNumber) === actor) this.#actors.delete(eventNumber);
        if (reason === 'assertion' || reason === 'refused') this.#broken.add(eventNumber);
      },
    });
    this.#actors.set(eventNumber, actor);
    return actor;
  }

  /** Only its owner may say that an event is broken: what a deposed one read may have changed under its eyes. */
  async #park(ownership: Ownership, reason: string): Promise<void> {
    const { store, journal, log } = this.#world;
    const { eventNumber, headSeq } = ownership;
    try {
      if (await journal.verify(ownership, headSeq)) await store.park(eventNumber, reason);
    } catch (error) {
      log.error({ event: eventNumber, err: error }, 'an event could not be parked');
    }
  }

  #scheduleRound(): void {
    const { clock } = this.#world;
    if (this.#isClosing) return;
    this.#cancelRound = clock.wakeAt(clock.now() + this.#settings.roundMs, () => {
      this.#round = this.#keepHouse().finally(() => this.#scheduleRound());
    });
  }

  /** Apart from the round, which waits for the database: refusing late callers is for when it does not answer. */
  #scheduleWatch(): void {
    const { clock } = this.#world;
    this.#cancelWatch = clock.wakeAt(clock.now() + this.#settings.roundMs, () => {
      for (const actor of this.#actors.values()) actor.refuseLate(clock.now());
      this.#scheduleWatch();
    });
  }

  async #keepHouse(): Promise<void> {
    const { clock, log } = this.#world;
    try {
      await this.#wakeOverdue();
      for (const [eventNumber, actor] of this.#actors) {
        if (actor.isBehind) this.#project(eventNumber, actor);
      }
      const now = clock.now();
      const idle = [...this.#actors]
        .filter(([, actor]) => this.#isIdle(actor, now))
        .map(([eventNumber]) => eventNumber);
      await this.#forEach(idle, (eventNumber) => this.#tend(eventNumber, () => this.#letGo(eventNumber)));
    } catch (error) {
      log.warn({ err: error }, 'housekeeping was interrupted and goes on in the next round');
    }
  }

  /** In the background: an event whose append is not answered must not hold up the other events' round. */
  #project(eventNumber: number, actor: EventActor): void {
    if (this.#projecting.has(eventNumber)) return;
    this.#projecting.add(eventNumber);
    void this.#tend(eventNumber, () => actor.settle()).finally(() => this.#projecting.delete(eventNumber));
  }

  #isIdle(actor: EventActor, now: number): boolean {
    const { idleMs } = this.#settings;
    return now - actor.lastAskedAt >= idleMs && actor.isIdleUntil(now + idleMs);
  }

  async #wakeOverdue(): Promise<void> {
    const { store, clock } = this.#world;
    const broken = [...this.#broken];
    this.#broken.clear();
    const live = [...this.#actors.keys()];
    const overdue = await store.findOverdue(clock.now(), live, wakePerRoundMax);
    const isThorough = this.#rounds++ % roundsPerThoroughLook === 0;
    const unprojected = isThorough ? await store.findUnprojected(live, wakePerRoundMax) : [];
    // There may be more: look again in the next round.
    if (unprojected.length === wakePerRoundMax) this.#rounds = 0;
    await this.#forEach([...new Set([...broken, ...overdue, ...unprojected])], async (eventNumber) => {
      await this.#activate(eventNumber).actor.catch(() => this.#broken.add(eventNumber));
    });
  }

  /** Writes the last snapshot; the actor leaves unless somebody has asked it meanwhile. */
  async #letGo(eventNumber: number): Promise<void> {
    const actor = this.#actors.get(eventNumber);
    if (actor === undefined) return;
    await actor.settle(true);
    if (this.#isIdle(actor, this.#world.clock.now())) await actor.leave();
  }

  /** Lets the actor finish what was asked before, and go. */
  async #close(eventNumber: number): Promise<void> {
    const actor = this.#actors.get(eventNumber);
    if (actor === undefined) return;
    await this.#tend(eventNumber, async () => {
      do await actor.settle(true);
      while (actor.isBehind || !actor.isIdleUntil(0));
    });
    await actor.leave();
  }

  /** One event's trouble is not the others': it is noted, and met again in the next round. */
  async #tend(eventNumber: number, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.#world.log.warn({ event: eventNumber, err: error }, 'an event could not be projected');
    }
  }

  async #forEach(eventNumbers: readonly number[], action: (eventNumber: number) => Promise<void>): Promise<void> {
    for (let first = 0; first < eventNumbers.length; first += settleAtOnceMax) {
      await Promise.all(eventNumbers.slice(first, first + settleAtOnceMax).map(action));
    }
  }
}

function unknown(what: 'event' | 'session'): Answer {
  return { ok: false, refusal: { code: 'ENTITY_NOT_FOUND', detail: `There is no such ${what}.` } };
}
