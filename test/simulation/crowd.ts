/**
 * The clients: each sends one command after the other to any node. Without an answer it sends the command again if that
 * is allowed, to the same or another node, or gives up.
 */
import { shardOf } from '#actors/shard.ts';
import { preferredOwners } from '#cluster/placement.ts';
import type { BookingCommand, Command } from '#domain/command.ts';
import { Booth, type Errand } from './booth.ts';
import type { Attempt, Chronicle, Footing, Outcome } from './chronicle.ts';
import type { Gate } from './gate.ts';
import type { Machine } from './machine.ts';
import type { Universe } from './universe.ts';

const attemptsMax = 4;
/** Stands for the missing record of an attempt without an answer. */
const noFooting: Footing = { epoch: 0, seq: 0 };

export interface Cast {
  readonly universe: Universe;
  readonly chronicle: Chronicle;
  readonly gate: Gate;
  readonly machines: readonly Machine[];
}

export class Crowd {
  readonly #cast: Cast;
  readonly #booths: readonly Booth[];
  readonly #clients: number;
  readonly #thinkMs: number;
  /** Share of the commands that wait for the next rush, in which clients send all at once; and the rush interval. */
  readonly #rushShare: number;
  readonly #rushEveryMs: number;
  /** Share of the commands that a load balancer sends to the preferred owner of their event. */
  readonly #balancedShare: number;
  /** The machine that is the preferred owner, by event. */
  readonly #homes: ReadonlyMap<number, Machine>;
  #left: number;
  #active: number;
  #labels = 0;

  /** `operations`: the number of commands of all clients together. */
  constructor(cast: Cast, operations: number) {
    const { universe } = cast;
    this.#cast = cast;
    this.#booths = [...universe.database.shows.values()].map(({ plan }) => new Booth(universe.random, plan));
    this.#clients = 10 + universe.random.below(50);
    this.#thinkMs = universe.random.pick([0.2, 1, 5, 20]);
    this.#rushShare = universe.random.pick([0.2, 0.9, 0.95]);
    this.#rushEveryMs = universe.random.pick([50, 150, 500]);
    this.#balancedShare = universe.random.pick([0, 0.8, 0.95]);
    this.#homes = homesOf(cast);
    this.#left = operations;
    this.#active = this.#clients;
  }

  /** Whether all commands have been sent; some may have no answer yet. */
  get hasBegunAll(): boolean {
    return this.#left === 0;
  }

  get isDone(): boolean {
    return this.#active === 0;
  }

  start(): void {
    for (let client = 0; client < this.#clients; client++) void this.#live();
  }

  /** Clients send no further commands. */
  stop(): void {
    this.#left = 0;
  }

  async #live(): Promise<void> {
    const { universe } = this.#cast;
    const { random } = universe;
    while (this.#left > 0) {
      this.#left--;
      await universe.pause(random.chance(this.#rushShare) ? this.#untilRush() : random.waiting(this.#thinkMs));
      const booth = random.pick(this.#booths);
      await this.#carryOut(booth, booth.next());
    }
    this.#active--;
  }

  #untilRush(): number {
    const { timeline, startedAt } = this.#cast.universe;
    return this.#rushEveryMs - ((timeline.now - startedAt) % this.#rushEveryMs);
  }

  async #carryOut(booth: Booth, errand: Errand): Promise<void> {
    const { universe, machines } = this.#cast;
    const { random } = universe;
    const home = random.chance(this.#balancedShare) ? this.#homes.get(booth.plan.eventNumber) : undefined;
    let machine = home ?? random.pick(machines);
    for (let attempt = 1; ; attempt++) {
      const made = await this.attempt(booth.plan.eventNumber, errand, machine);
      const { command, outcome } = made;
      if (outcome?.kind === 'answer') {
        booth.learn(command, outcome.answer);
        return;
      }
      const isUnknown = outcome?.kind === 'lost' || (outcome?.kind === 'fault' && outcome.code === 'OUTCOME_UNKNOWN');
      if (attempt === attemptsMax || (isUnknown && !errand.isRepeatable) || random.chance(0.1)) return;
      if (random.chance(0.6)) machine = random.pick(machines);
      await universe.pause(random.between(1, 400));
    }
  }

  /** Sends a command once. Each attempt at a private booking has its own label. */
  async attempt(eventNumber: number, { command: wish, isRepeatable }: Errand, machine: Machine): Promise<Attempt> {
    const { universe, chronicle, gate } = this.#cast;
    const { random, trace } = universe;
    const label = isBooking(wish) ? `L${++this.#labels}` : null;
    const command = label === null ? wish : labelled(wish as BookingCommand, label);
    const attempt = chronicle.begin(eventNumber, command, label);
    const patienceMs = random.chance(universe.isPatient ? 0.5 : 0.02)
      ? random.between(10_500, 14_000)
      : random.between(500, 2_500);
    const outcome = await gate.ask(machine, { eventNumber, command, isRepeatable }, patienceMs);
    chronicle.end(attempt, outcome);
    const { epoch, seq } = (outcome.kind === 'answer' ? outcome.footing : null) ?? noFooting;
    trace.note(eventNumber, command.kind, label ?? '', machine.name, saidIn(outcome), epoch, seq);
    return attempt;
  }
}

function homesOf({ universe, machines }: Cast): ReadonlyMap<number, Machine> {
  const owners = preferredOwners(machines.map(({ name }) => ({ id: name, host: name, port: 1 })));
  const homeOf = (eventNumber: number): Machine =>
    machines.find(({ name }) => name === owners[shardOf(eventNumber)]?.id) as Machine;
  return new Map([...universe.database.shows.keys()].map((eventNumber) => [eventNumber, homeOf(eventNumber)]));
}

function isBooking(command: Command): boolean {
  return 'key' in command && 'selection' in command;
}

function labelled(command: BookingCommand, label: string): BookingCommand {
  return { ...command, selection: { ...command.selection, label } };
}

function saidIn(outcome: Outcome): string {
  if (outcome.kind === 'fault') return outcome.code;
  if (outcome.kind !== 'answer') return outcome.kind;
  const { answer } = outcome;
  if (!answer.ok) return answer.refusal.code;
  return answer.reply.kind === 'session' ? answer.reply.session.state : answer.reply.kind;
}
