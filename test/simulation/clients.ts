/**
 * The clients: each sends one command after the other to any node. Without an answer it sends the command again if that
 * is allowed, to the same or another node, or gives up.
 */
import { shardOf } from '#actors/shard.ts';
import { preferredNodes } from '#cluster/placement.ts';
import type { BookingCommand, Command } from '#domain/command.ts';
import type { ClientNetwork } from './client-network.ts';
import { type ClientRequest, marked } from './client-request.ts';
import { CommandGenerator } from './command-generator.ts';
import type { Machine } from './machine.ts';
import type { RunContext } from './run-context.ts';
import type { Attempt, JournalPosition, Outcome, RunRecord } from './run-record.ts';

const attemptsMax = 4;
/** One command in so many comes with a trace. */
const tracedEvery = 3;
/** Stands for the missing record of an attempt without an answer. */
const noPosition: JournalPosition = { epoch: 0, seq: 0 };

export interface RunParts {
  readonly context: RunContext;
  readonly runRecord: RunRecord;
  readonly network: ClientNetwork;
  readonly machines: readonly Machine[];
}

export class Clients {
  readonly #parts: RunParts;
  readonly #generators: readonly CommandGenerator[];
  readonly #clients: number;
  readonly #thinkMs: number;
  /** Share of the commands that wait for the next rush, in which all clients send at once; and the rush interval. */
  readonly #rushShare: number;
  readonly #rushEveryMs: number;
  /** Share of the commands that a load balancer sends to the preferred owner of their event. */
  readonly #balancedShare: number;
  /** The machine that is the preferred owner, by event. */
  readonly #preferredMachines: ReadonlyMap<number, Machine>;
  #left: number;
  #active: number;
  #labels = 0;

  /** `operations`: the number of commands of all clients together. */
  constructor(parts: RunParts, operations: number) {
    const { context } = parts;
    this.#parts = parts;
    this.#generators = [...context.database.events.values()].map(
      ({ plan }) => new CommandGenerator(context.random, plan),
    );
    this.#clients = 10 + context.random.below(50);
    this.#thinkMs = context.random.pick([0.2, 1, 5, 20]);
    this.#rushShare = context.random.pick([0.2, 0.9, 0.95]);
    this.#rushEveryMs = context.random.pick([50, 150, 500]);
    this.#balancedShare = context.random.pick([0, 0.8, 0.95]);
    this.#preferredMachines = preferredMachines(parts);
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
    for (let client = 0; client < this.#clients; client++) void this.#runClient();
  }

  /** Clients send no further commands. */
  stop(): void {
    this.#left = 0;
  }

  async #runClient(): Promise<void> {
    const { context } = this.#parts;
    const { random } = context;
    while (this.#left > 0) {
      this.#left--;
      await context.pause(random.chance(this.#rushShare) ? this.#untilRush() : random.waiting(this.#thinkMs));
      const generator = random.pick(this.#generators);
      const request = generator.next();
      const isTraced = this.#left % tracedEvery === 0;
      await this.#sendUntilAnswered(generator, isTraced ? marked(request, this.#left) : request);
    }
    this.#active--;
  }

  #untilRush(): number {
    const { timeline, startedAt } = this.#parts.context;
    return this.#rushEveryMs - ((timeline.now - startedAt) % this.#rushEveryMs);
  }

  async #sendUntilAnswered(generator: CommandGenerator, request: ClientRequest): Promise<void> {
    const { context, machines } = this.#parts;
    const { random } = context;
    const preferred = random.chance(this.#balancedShare)
      ? this.#preferredMachines.get(generator.plan.eventNumber)
      : undefined;
    let machine = preferred ?? random.pick(machines);
    for (let attempt = 1; ; attempt++) {
      const sent = await this.attempt(generator.plan.eventNumber, request, machine);
      const { command, outcome } = sent;
      if (outcome?.kind === 'answer') {
        generator.observe(command, outcome.answer);
        return;
      }
      const isUnknown = outcome?.kind === 'lost' || (outcome?.kind === 'fault' && outcome.code === 'OUTCOME_UNKNOWN');
      if (attempt === attemptsMax || (isUnknown && !request.isRetryable) || random.chance(0.1)) return;
      if (random.chance(0.6)) machine = random.pick(machines);
      await context.pause(random.between(1, 400));
    }
  }

  /** Sends a command once. Each attempt at a private booking has its own label. */
  async attempt(
    eventNumber: number,
    { command: drawn, isRetryable }: ClientRequest,
    machine: Machine,
  ): Promise<Attempt> {
    const { context, runRecord, network } = this.#parts;
    const { random, trace } = context;
    const label = isBooking(drawn) ? `L${++this.#labels}` : null;
    const command = label === null ? drawn : labelled(drawn as BookingCommand, label);
    const attempt = runRecord.begin(eventNumber, command, label);
    const timeoutMs = random.chance(context.isPatient ? 0.5 : 0.02)
      ? random.between(10_500, 14_000)
      : random.between(500, 2_500);
    const outcome = await network.ask(machine, { eventNumber, command, isRetryable }, timeoutMs);
    runRecord.end(attempt, outcome);
    const { epoch, seq } = (outcome.kind === 'answer' ? outcome.position : null) ?? noPosition;
    trace.note(eventNumber, command.kind, label ?? '', machine.name, summaryOf(outcome), epoch, seq);
    return attempt;
  }
}

function preferredMachines({ context, machines }: RunParts): ReadonlyMap<number, Machine> {
  const owners = preferredNodes(machines.map(({ name }) => ({ id: name, host: name, port: 1 })));
  const preferredMachine = (eventNumber: number): Machine =>
    machines.find(({ name }) => name === owners[shardOf(eventNumber)]?.id) as Machine;
  return new Map(
    [...context.database.events.keys()].map((eventNumber) => [eventNumber, preferredMachine(eventNumber)]),
  );
}

function isBooking(command: Command): boolean {
  return 'key' in command && 'selection' in command;
}

function labelled(command: BookingCommand, label: string): BookingCommand {
  return { ...command, selection: { ...command.selection, label } };
}

function summaryOf(outcome: Outcome): string {
  if (outcome.kind === 'fault') return outcome.code;
  if (outcome.kind !== 'answer') return outcome.kind;
  const { answer } = outcome;
  if (!answer.ok) return answer.refusal.code;
  return answer.reply.kind === 'session' ? answer.reply.session.state : answer.reply.kind;
}
