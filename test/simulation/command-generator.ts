/**
 * Generates the commands of clients for one event. Remembers the answers of clients, so that most commands can succeed,
 * and generates an impossible one now and then.
 */

import type { BookingCommand, Command } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';
import type { BookingSelection, Selection } from '#domain/selection.ts';
import type { SessionState } from '#domain/session/session.ts';
import { organizationId } from '../support/event-driver.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { AllotmentGenerator } from './allotment-generator.ts';
import { BookingGenerator } from './booking-generator.ts';
import { type ClientRequest, once, retryable } from './client-request.ts';
import { CounterGenerator } from './counter-generator.ts';
import type { EventPlan } from './database.ts';
import { KeyGenerator } from './key-generator.ts';
import { PassGenerator } from './pass-generator.ts';
import { PriceGenerator } from './price-generator.ts';
import { invalidBodies, privateCommand } from './private-commands.ts';
import { QueueGenerator } from './queue-generator.ts';
import { TypeGenerator } from './type-generator.ts';
import { UnitGenerator } from './unit-generator.ts';
import { drawVerb, type SessionVerb, type Verb } from './verbs.ts';
import { drawChoice } from './wish-generator.ts';

/** A session as its last answer showed it. */
interface KnownSession {
  readonly id: string;
  state: SessionState;
  seats: readonly number[];
}

/** The session states in which a command can succeed. */
const validStates: Readonly<Partial<Record<Verb, readonly SessionState[]>>> = {
  lock: ['ACTIVE'],
  unlock: ['ACTIVE'],
  checkout: ['ACTIVE'],
  cancel: ['ACTIVE', 'PENDING_PAYMENT'],
  confirm: ['PENDING_PAYMENT'],
  reclaim: ['PENDING_PAYMENT', 'EXPIRED'],
  withdraw: ['ACTIVE', 'PENDING_PAYMENT'],
  release: ['CONFIRMED'],
  exchange: ['CONFIRMED'],
  properties: ['CONFIRMED'],
  erase: ['CONFIRMED', 'CANCELLED'],
};

/** They come after a session has been paid or has expired. */
const ofOldSessions: readonly Verb[] = ['release', 'reclaim', 'exchange'];
export class CommandGenerator {
  readonly plan: EventPlan;
  readonly #random: SeededRandom;
  readonly #seatIds: readonly (readonly number[])[];
  readonly #sessions: KnownSession[] = [];
  readonly #sessionsById = new Map<string, KnownSession>();
  readonly #taken = new Set<number>();
  readonly #bookings: BookingGenerator;
  readonly #passes: PassGenerator;
  readonly #queue: QueueGenerator;
  readonly #keys: KeyGenerator;
  readonly #prices: PriceGenerator;
  readonly #allotments: AllotmentGenerator;
  readonly #units: UnitGenerator;
  readonly #types: TypeGenerator;
  readonly #counter: CounterGenerator;
  #created = 0;
  #idsMade = 0;
  #isOpen = true;

  constructor(random: SeededRandom, plan: EventPlan) {
    this.#random = random;
    this.plan = plan;
    this.#seatIds = plan.rows.map((count, row) => Array.from({ length: count }, (_, at) => 101 + row * 100 + at));
    this.#units = new UnitGenerator(random, plan);
    this.#types = new TypeGenerator(random, plan);
    this.#bookings = new BookingGenerator(random, plan, this.#units);
    this.#counter = new CounterGenerator(random);
    this.#passes = new PassGenerator(random);
    this.#queue = new QueueGenerator(random, plan);
    this.#keys = new KeyGenerator(random);
    this.#prices = new PriceGenerator(random, plan);
    this.#allotments = new AllotmentGenerator(random, plan);
  }

  next(): ClientRequest {
    const random = this.#random;
    if (!this.#isOpen && random.chance(0.5)) return this.#statusCommand();
    if (this.#queue.isToBegin) return this.#queue.admission();
    const first = this.#allotments.begin() ?? this.#units.otherGuests() ?? this.#types.first();
    if (first !== null) return first;
    const verb = drawVerb(random);
    switch (verb) {
      case 'book':
        return this.#bookings.next(this.#chooseSeats());
      case 'prices':
        return (random.chance(0.5) ? this.#types.next() : null) ?? this.#prices.next();
      case 'status':
        return this.#statusCommand();
      case 'admission':
        return this.#queue.admission();
      case 'wait':
        return this.#queue.next() ?? this.#bookings.next(this.#chooseSeats());
      case 'allotments':
        return this.#allotments.next() ?? this.#sessionCommand('lock');
      case 'units':
        return this.#units.next() ?? this.#sessionCommand('lock');
      case 'read-event':
        return retryable({ kind: random.pick(['read-sequence', 'read-inventory', 'read-prices'] as const) });
      default:
        return this.#keys.keyed(this.#sessionCommand(verb));
    }
  }

  /** Remembers an answer that a client received. */
  observe(command: Command, answer: Answer): void {
    this.#queue.observe(command, answer);
    this.#counter.observe(answer);
    this.#allotments.observe(answer);
    this.#units.observe(command, answer);
    this.#types.observe(command, answer);
    if (!answer.ok) {
      const { code, state, conflicts } = answer.refusal;
      if (code === 'EVENT_ARCHIVED' || code === 'EVENT_NOT_PUBLISHED') this.#isOpen = false;
      for (const seat of conflicts?.seats ?? []) this.#taken.add(seat);
      const session = 'sessionId' in command ? this.#sessionsById.get(command.sessionId) : undefined;
      if (session !== undefined && state !== undefined)
        this.#update(session, state, state === session.state ? session.seats : []);
      return;
    }
    const { reply } = answer;
    if (command.kind === 'set-status') this.#isOpen = command.status === 'PUBLISHED';
    if (reply.kind === 'session') {
      const { id, state, seats } = reply.session;
      const session: KnownSession = this.#sessionsById.get(id) ?? { id, state, seats: [] };
      if (!this.#sessionsById.has(id)) this.#sessions.push(session);
      this.#sessionsById.set(id, session);
      this.#update(
        session,
        state,
        seats.map((line) => line.id),
      );
    }
    if (reply.kind === 'booked' && 'selection' in command) {
      this.#bookings.observe(command as BookingCommand, reply.done, reply.seats);
      this.#noteBooking((command as BookingCommand).kind, (command as BookingCommand).selection, reply.done);
    }
  }

  #update(session: KnownSession, state: SessionState, seats: readonly number[]): void {
    for (const seat of session.seats) this.#taken.delete(seat);
    for (const seat of seats) this.#taken.add(seat);
    session.state = state;
    session.seats = seats;
  }

  #noteBooking(kind: BookingCommand['kind'], selection: BookingSelection, isDone: boolean): void {
    const isFreeing = kind === 'unlock-seats' || kind === 'unblock-seats' || kind === 'revert-sales';
    for (const seat of this.#units.seatsOf(selection)) {
      if (isDone && isFreeing) this.#taken.delete(seat);
      else if (isDone !== isFreeing) this.#taken.add(seat);
    }
  }

  #sessionCommand(verb: SessionVerb): ClientRequest {
    const random = this.#random;
    const { eventNumber } = this.plan;
    const sessionId = verb === 'create' ? null : this.#chooseSession(verb);
    if (verb === 'create' || sessionId === null) {
      const waiting = this.#queue.insteadOfCreate();
      if (waiting !== null) return waiting;
      const keyNumber = this.#created > 0 && random.chance(0.1) ? random.below(this.#created) : this.#created++;
      const idNumber = ++this.#idsMade;
      const newId = `s${eventNumber}-${idNumber}`;
      const counter = this.#counter.opening();
      const pass = this.#queue.pass() ?? this.#passes.next(this.#allotments.ids);
      return retryable({ kind: 'create-session', sessionId: newId, keyHash: `k${keyNumber}`, ...pass, ...counter });
    }
    const isInvalid = random.chance(0.02);
    const invalidBody = random.pick(invalidBodies);
    switch (verb) {
      case 'lock': {
        if (!isInvalid && random.chance(0.33)) {
          const selection = { seats: [], groupOfSeats: [], ...drawChoice(random, this.plan) };
          return once({ kind: 'lock-session', sessionId, selection });
        }
        const chosen = this.#chooseSelection();
        const wanted = random.chance(0.6) ? { ...chosen, suggest: true as const } : chosen;
        return retryable({ kind: 'lock-session', sessionId, selection: isInvalid ? invalidBody : wanted });
      }
      case 'unlock': {
        const selection = this.#chooseHeldSelection(sessionId);
        const command = { kind: 'unlock-session', sessionId, selection: isInvalid ? invalidBody : selection } as const;
        return { command, isRetryable: isInvalid || selection.groupOfSeats.length === 0 };
      }
      case 'checkout': {
        const wanted = random.chance(0.5) ? { seats: [], groupOfSeats: [] } : this.#chooseSelection();
        return retryable({ kind: 'checkout-session', sessionId, selection: isInvalid ? invalidBody : wanted });
      }
      case 'cancel': {
        const body = isInvalid ? invalidBody : { startOver: random.chance(0.6) };
        return retryable({ kind: 'cancel-session', sessionId, body });
      }
      case 'exchange': {
        const body = isInvalid ? invalidBody : this.#chooseExchange(sessionId);
        return once({ kind: 'exchange-session', organizationId, sessionId, body });
      }
      case 'move-hold':
        return retryable(this.#counter.move(sessionId));
      case 'get':
        return retryable({ kind: 'get-session', sessionId });
      default:
        return retryable(privateCommand(random, verb, sessionId, isInvalid ? invalidBody : null));
    }
  }

  /** Null if no session fits; then a new one has to be created. */
  #chooseSession(verb: Verb): string | null {
    const random = this.#random;
    if (random.chance(0.02)) return random.pick(['made up', `s${this.plan.eventNumber}-nobody`]);
    const states = validStates[verb];
    const wantsValidState = states !== undefined && random.chance(0.85);
    const sessions = wantsValidState ? this.#sessions.filter(({ state }) => states.includes(state)) : this.#sessions;
    // Sessions expire, so the newest ones are the most likely to be live.
    const recent = wantsValidState && !ofOldSessions.includes(verb) ? sessions.slice(-6) : sessions;
    return recent.length === 0 ? null : random.pick(recent).id;
  }

  #chooseSelection(): Selection {
    const random = this.#random;
    const areas = this.plan.areas.length;
    const wantsPlaces = areas > 0 && random.chance(0.35);
    const seats = wantsPlaces && random.chance(0.6) ? [] : this.#chooseSeats();
    const groupOfSeats = wantsPlaces ? [{ id: 9001 + random.below(areas), capacity: random.below(5) }] : [];
    return this.#types.wanted(this.#units.wanted({ seats, groupOfSeats }, (seat) => this.#taken.has(seat)));
  }

  #chooseHeldSelection(sessionId: string): Selection {
    const random = this.#random;
    const held = this.#sessionsById.get(sessionId)?.seats ?? [];
    const isAll = random.chance(0.3);
    const seats = held.filter(() => isAll || random.chance(0.4));
    const areas = this.plan.areas.length;
    const groupOfSeats =
      areas > 0 && random.chance(0.3) ? [{ id: 9001 + random.below(areas), capacity: random.below(3) }] : [];
    return this.#types.given(this.#units.held({ seats, groupOfSeats }, held));
  }

  /** Mostly lines of the session against as many others. */
  #chooseExchange(sessionId: string): { readonly release: Selection; readonly take: Selection } {
    const release = this.#chooseHeldSelection(sessionId);
    const { ticketTypes: _, seats, ...take } = this.#chooseSelection();
    const wanted = { ...take, seats: seats.slice(0, release.seats.length || undefined) };
    return { release, take: this.#types.wanted(wanted, true) };
  }

  /** One to three adjacent seats, mostly available ones. */
  #chooseSeats(): readonly number[] {
    const random = this.#random;
    const count = 1 + random.below(3);
    const near = random.chance(0.4) ? this.#allotments.near(count) : null;
    if (near !== null) return near;
    let seats: readonly number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      const row = random.pick(this.#seatIds);
      const first = random.below(Math.max(1, row.length - count + 1));
      seats = row.slice(first, first + count);
      if (random.chance(0.05) || !seats.some((seat) => this.#taken.has(seat))) break;
    }
    return random.chance(0.01) ? [...seats, 99] : seats;
  }

  #statusCommand(): ClientRequest {
    const status = this.#random.pick(
      this.#isOpen ? (['ARCHIVED', 'DRAFT'] as const) : (['DRAFT', 'PUBLISHED'] as const),
    );
    return retryable({ kind: 'set-status', status });
  }
}
