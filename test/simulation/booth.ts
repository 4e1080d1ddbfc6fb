/**
 * Generates the commands of clients for one event. Remembers the answers of clients, so that most commands can succeed,
 * and generates an impossible one now and then.
 */
import type { BookingCommand, Command, InvalidBody, Selection } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';
import type { SessionState } from '#domain/session/session.ts';
import { organizationId } from '../support/rehearsal.ts';
import { BoxOffice } from './box-office.ts';
import type { ShowPlan } from './database.ts';
import type { Random } from './random.ts';

export interface Errand {
  readonly command: Command;
  /** Whether a client may send it again if the outcome is unknown. */
  readonly isRepeatable: boolean;
}

interface Visit {
  readonly id: string;
  state: SessionState;
  seats: readonly number[];
}

type SessionVerb =
  | 'create'
  | 'lock'
  | 'unlock'
  | 'checkout'
  | 'cancel'
  | 'confirm'
  | 'withdraw'
  | 'release'
  | 'properties'
  | 'read'
  | 'get';
type Verb = SessionVerb | 'book' | 'prices' | 'status' | 'look';

const wishes: readonly (readonly [Verb, number])[] = [
  ['create', 12],
  ['lock', 22],
  ['unlock', 4],
  ['checkout', 11],
  ['cancel', 3],
  ['confirm', 9],
  ['withdraw', 2],
  ['release', 4],
  ['properties', 2],
  ['read', 2],
  ['get', 3],
  ['book', 24],
  ['prices', 5],
  ['status', 0.5],
  ['look', 2],
];
const wishesTotal = wishes.reduce((sum, [, weight]) => sum + weight, 0);

/** The session states in which a command can succeed. */
const fitting: Readonly<Partial<Record<Verb, readonly SessionState[]>>> = {
  lock: ['ACTIVE'],
  unlock: ['ACTIVE'],
  checkout: ['ACTIVE'],
  cancel: ['ACTIVE', 'PENDING_PAYMENT'],
  confirm: ['PENDING_PAYMENT'],
  withdraw: ['ACTIVE', 'PENDING_PAYMENT'],
  release: ['CONFIRMED'],
  properties: ['CONFIRMED'],
};

const invalid: readonly InvalidBody[] = (
  ['VALIDATION_FAILED', 'MALFORMED_REQUEST', 'PROPERTIES_TOO_LARGE'] as const
).map((code) => ({ invalid: code, detail: 'It cannot be used.', errors: [] }));

/** The most places of an area without capacity in the layout. */
const ownCapacityMax = 12;

export class Booth {
  readonly plan: ShowPlan;
  readonly #random: Random;
  readonly #seatIds: readonly (readonly number[])[];
  readonly #visits: Visit[] = [];
  readonly #visitsById = new Map<string, Visit>();
  readonly #taken = new Set<number>();
  readonly #boxOffice: BoxOffice;
  #created = 0;
  #minted = 0;
  #isOpen = true;
  #prices = 0;

  constructor(random: Random, plan: ShowPlan) {
    this.#random = random;
    this.plan = plan;
    this.#seatIds = plan.rows.map((count, row) => Array.from({ length: count }, (_, at) => 101 + row * 100 + at));
    this.#boxOffice = new BoxOffice(random, plan);
  }

  next(): Errand {
    const random = this.#random;
    if (!this.#isOpen && random.chance(0.5)) return this.#setStatus();
    let at = random.next() * wishesTotal;
    const [verb] = wishes.find(([, weight]) => {
      at -= weight;
      return at < 0;
    }) ?? ['look' as const];
    switch (verb) {
      case 'book':
        return this.#boxOffice.next(this.#chooseSeats());
      case 'prices':
        return this.#price();
      case 'status':
        return this.#setStatus();
      case 'look':
        return {
          command: { kind: random.pick(['read-sequence', 'read-inventory', 'read-prices'] as const) },
          isRepeatable: true,
        };
      default:
        return this.#visit(verb);
    }
  }

  /** Remembers an answer that a client received. */
  learn(command: Command, answer: Answer): void {
    if (!answer.ok) {
      const { code, state, conflicts } = answer.refusal;
      if (code === 'EVENT_ARCHIVED' || code === 'EVENT_NOT_PUBLISHED') this.#isOpen = false;
      for (const seat of conflicts?.seats ?? []) this.#taken.add(seat);
      const visit = 'sessionId' in command ? this.#visitsById.get(command.sessionId) : undefined;
      if (visit !== undefined && state !== undefined)
        this.#keep(visit, state, state === visit.state ? visit.seats : []);
      return;
    }
    const { reply } = answer;
    if (command.kind === 'set-status') this.#isOpen = command.status === 'PUBLISHED';
    if (reply.kind === 'session') {
      const { id, state, seats } = reply.session;
      const visit: Visit = this.#visitsById.get(id) ?? { id, state, seats: [] };
      if (!this.#visitsById.has(id)) this.#visits.push(visit);
      this.#visitsById.set(id, visit);
      this.#keep(
        visit,
        state,
        seats.map((line) => line.id),
      );
    }
    if (reply.kind === 'booked' && 'selection' in command) {
      this.#boxOffice.learn(command as BookingCommand, reply.done);
      this.#note((command as BookingCommand).kind, (command as BookingCommand).selection, reply.done);
    }
  }

  #keep(visit: Visit, state: SessionState, seats: readonly number[]): void {
    for (const seat of visit.seats) this.#taken.delete(seat);
    for (const seat of seats) this.#taken.add(seat);
    visit.state = state;
    visit.seats = seats;
  }

  #note(kind: BookingCommand['kind'], { seats }: Selection, isDone: boolean): void {
    const isFreeing = kind === 'unlock-seats' || kind === 'unblock-seats' || kind === 'revert-sales';
    for (const seat of seats) {
      if (isDone && isFreeing) this.#taken.delete(seat);
      else if (isDone !== isFreeing) this.#taken.add(seat);
    }
  }

  #visit(verb: SessionVerb): Errand {
    const random = this.#random;
    const { eventNumber } = this.plan;
    const isRepeatable = true;
    const sessionId = verb === 'create' ? null : this.#chooseVisit(verb);
    if (sessionId === null) {
      const again = this.#created > 0 && random.chance(0.1) ? random.below(this.#created) : this.#created++;
      const mint = ++this.#minted;
      return {
        command: { kind: 'create-session', sessionId: `s${eventNumber}-${mint}`, keyHash: `k${again}` },
        isRepeatable,
      };
    }
    const isInvalid = random.chance(0.02);
    const wrong = random.pick(invalid);
    switch (verb) {
      case 'lock':
        return {
          command: { kind: 'lock-session', sessionId, selection: isInvalid ? wrong : this.#choose() },
          isRepeatable,
        };
      case 'unlock': {
        const selection = this.#chooseHeld(sessionId);
        const command = { kind: 'unlock-session', sessionId, selection: isInvalid ? wrong : selection } as const;
        return { command, isRepeatable: isInvalid || selection.groupOfSeats.length === 0 };
      }
      case 'checkout': {
        const selection = isInvalid ? wrong : random.chance(0.5) ? { seats: [], groupOfSeats: [] } : this.#choose();
        return { command: { kind: 'checkout-session', sessionId, selection }, isRepeatable };
      }
      case 'cancel': {
        const body = isInvalid ? wrong : { startOver: random.chance(0.6) };
        return { command: { kind: 'cancel-session', sessionId, body }, isRepeatable };
      }
      case 'get':
        return { command: { kind: 'get-session', sessionId }, isRepeatable };
      default:
        return { command: this.#privately(verb, sessionId, isInvalid ? wrong : null), isRepeatable };
    }
  }

  #privately(verb: SessionVerb, sessionId: string, wrong: InvalidBody | null): Command {
    const random = this.#random;
    const caller = { organizationId: random.chance(0.02) ? organizationId + 1 : organizationId, sessionId };
    switch (verb) {
      case 'confirm': {
        const reference = random.chance(0.5) ? `order ${random.below(5)}` : null;
        const properties = random.chance(0.3) ? `{"seenBy":${random.below(9)}}` : null;
        return { kind: 'confirm-session', ...caller, body: wrong ?? { reference, properties } };
      }
      case 'withdraw':
        return { kind: 'withdraw-session', ...caller };
      case 'release':
        return { kind: 'release-session', ...caller };
      case 'properties':
        return { kind: 'replace-properties', ...caller, body: wrong ?? { properties: `{"door":${random.below(9)}}` } };
      default:
        return { kind: 'read-session', ...caller };
    }
  }

  /** Null if no session fits; then a new one has to be created. */
  #chooseVisit(verb: Verb): string | null {
    const random = this.#random;
    if (random.chance(0.02)) return random.pick(['made up', `s${this.plan.eventNumber}-nobody`]);
    const states = fitting[verb];
    const isFussy = states !== undefined && random.chance(0.85);
    const visits = isFussy ? this.#visits.filter(({ state }) => states.includes(state)) : this.#visits;
    // Sessions expire, so the newest ones are the most likely to be live.
    const recent = isFussy && verb !== 'release' ? visits.slice(-6) : visits;
    return recent.length === 0 ? null : random.pick(recent).id;
  }

  #choose(): Selection {
    const random = this.#random;
    const areas = this.plan.areas.length;
    const wantsPlaces = areas > 0 && random.chance(0.35);
    const seats = wantsPlaces && random.chance(0.6) ? [] : this.#chooseSeats();
    const groupOfSeats = wantsPlaces ? [{ id: 9001 + random.below(areas), capacity: random.below(5) }] : [];
    return { seats, groupOfSeats };
  }

  #chooseHeld(sessionId: string): Selection {
    const random = this.#random;
    const held = this.#visitsById.get(sessionId)?.seats ?? [];
    const isAll = random.chance(0.3);
    const seats = held.filter(() => isAll || random.chance(0.4));
    const areas = this.plan.areas.length;
    const groupOfSeats =
      areas > 0 && random.chance(0.3) ? [{ id: 9001 + random.below(areas), capacity: random.below(3) }] : [];
    return { seats, groupOfSeats };
  }

  /** One to three adjacent seats, mostly available ones. */
  #chooseSeats(): readonly number[] {
    const random = this.#random;
    const count = 1 + random.below(3);
    let seats: readonly number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      const row = random.pick(this.#seatIds);
      const first = random.below(Math.max(1, row.length - count + 1));
      seats = row.slice(first, first + count);
      if (random.chance(0.05) || !seats.some((seat) => this.#taken.has(seat))) break;
    }
    return random.chance(0.01) ? [...seats, 99] : seats;
  }

  #setStatus(): Errand {
    const status = this.#random.pick(
      this.#isOpen ? (['ARCHIVED', 'DRAFT'] as const) : (['DRAFT', 'PUBLISHED'] as const),
    );
    return { command: { kind: 'set-status', status }, isRepeatable: true };
  }

  /** A command that defines or deletes an unused price, or sets the number of places that an area offers. */
  #price(): Errand {
    const random = this.#random;
    const areas = this.plan.areas.length;
    if (areas > 0 && random.chance(0.5)) {
      const area = random.below(areas);
      const assignmentId = ((area + 2) % this.plan.prices.length) + 1;
      const capacity = this.plan.areas[area] || ownCapacityMax;
      const activeCount = random.chance(0.3) ? null : random.below(capacity + 1);
      const groupOfSeats = [{ objectId: 9001 + area, assignmentId, activeCount }];
      return { command: { kind: 'assign-prices', seats: [], groupOfSeats }, isRepeatable: true };
    }
    if (random.chance(0.2)) {
      return { command: { kind: 'delete-price', priceId: 100 + random.below(this.#prices + 2) }, isRepeatable: false };
    }
    const id = 100 + ++this.#prices;
    const name = `extra ${random.below(2 * this.#prices + 2)}`;
    return { command: { kind: 'define-prices', prices: [{ id, name, externalId: null }] }, isRepeatable: false };
  }
}
