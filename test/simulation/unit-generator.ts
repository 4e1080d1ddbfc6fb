/**
 * Generates the units of an event's layout, the calls that book them otherwise, and selections that name them: whole ones,
 * parts, too many guests and units that are not there.
 */
import type { Command } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';
import type { BookingSelection, Selection } from '#domain/selection.ts';
import type { PlannedUnit, UnitOverride, UnitTerms } from '#domain/units/unit.ts';
import { guestRange, type NaiveUnit, NaiveUnits } from '../support/naive-units.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { type ClientRequest, retryable } from './client-request.ts';
import type { EventPlan } from './database.ts';

const firstId = 701;

/** Up to three units of two to four seats, some of them of two rows; in most events none. */
export function drawUnits(random: SeededRandom, rows: readonly number[]): readonly PlannedUnit[] {
  if (random.chance(0.5)) return [];
  const taken = new Set<number>();
  return Array.from({ length: 1 + random.below(3) }, (_, at) => {
    const runs = Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => drawRun(random, rows, taken)).flat();
    return { id: firstId + at, name: `Table ${at + 1}`, seats: runs, ...drawTerms(random, sizeOf(runs)) };
  }).filter(({ seats }) => seats.length > 0);
}

function drawRun(random: SeededRandom, rows: readonly number[], taken: Set<number>): number[] {
  const row = random.below(rows.length);
  const before = rows.slice(0, row).reduce((sum, count) => sum + count, 0);
  const count = 2 + random.below(3);
  const first = before + random.below(Math.max(1, (rows[row] as number) - count + 1));
  const seats = Array.from({ length: count }, (_, at) => first + at);
  if (seats.some((seat) => taken.has(seat) || seat >= before + (rows[row] as number))) return [];
  for (const seat of seats) taken.add(seat);
  return [first, count];
}

function sizeOf(runs: readonly number[]): number {
  return runs.reduce((sum, number, at) => (at % 2 === 1 ? sum + number : sum), 0);
}

function drawTerms(random: SeededRandom, size: number): UnitTerms {
  const booking = random.chance(0.8) ? 'WHOLE' : 'SEATS';
  if (size === 0 || random.chance(0.35)) return { booking, min: null, max: null };
  const min = random.chance(0.3) ? null : 1 + random.below(size);
  const max = min !== null && random.chance(0.3) ? null : (min ?? 1) + random.below(size - (min ?? 1) + 1);
  return { booking, min, max };
}

export class UnitGenerator {
  readonly #random: SeededRandom;
  readonly #units: NaiveUnits;
  #seated: { readonly id: string; readonly seats: readonly number[] } | null = null;

  constructor(random: SeededRandom, { rows, units }: EventPlan) {
    this.#random = random;
    this.#units = new NaiveUnits(rows, units);
  }

  get #all() {
    return this.#units.all;
  }

  /** Reads the units, or books some of them otherwise. Null: the event has none. */
  next(): ClientRequest | null {
    const random = this.#random;
    if (this.#all.length === 0) return null;
    if (random.chance(0.2)) return retryable({ kind: 'read-units' });
    const named = this.#all.filter(() => random.chance(0.4));
    const overrides = named.map(({ id, seats }): UnitOverride => ({ id, ...drawTerms(random, seats.length) }));
    const isWrong = random.chance(0.08);
    const wrong = { id: random.pick([firstId, 799]), booking: 'WHOLE', min: null, max: 9 } as const;
    return retryable({ kind: 'override-units', overrides: isWrong ? [wrong] : overrides });
  }

  /** Remembers how the event books its units, and who was the last to get seats. */
  observe(command: Command, answer: Answer): void {
    if (!answer.ok) return;
    if (command.kind === 'override-units') this.#units.override(command.overrides);
    if (command.kind !== 'lock-session' || answer.reply.kind !== 'session') return;
    const { id, seats } = answer.reply.session;
    this.#seated = { id, seats: seats.map((line) => line.id) };
  }

  /** The selection, or one with units in its place: mostly such as are free. */
  wanted(selection: Selection, isTaken: (seat: number) => boolean): Selection {
    const random = this.#random;
    if (this.#all.length === 0 || random.chance(0.4)) return selection;
    const free = this.#all.filter(({ seats }) => !seats.some(isTaken));
    const unit = random.pick(free.length > 0 && random.chance(0.9) ? free : this.#all);
    const seats = random.chance(0.7) ? [] : selection.seats;
    if (random.chance(0.15)) {
      const part = unit.seats.filter(() => random.chance(0.6));
      return { ...selection, seats: random.chance(0.6) ? unit.seats : part };
    }
    return { ...selection, seats, units: [random.chance(0.03) ? 799 : unit.id], ...this.#guests(unit.id) };
  }

  /** The selection of lines that a session holds, or one that gives a unit of them back. */
  held(selection: Selection, held: readonly number[]): Selection {
    const random = this.#random;
    const unit = this.#all.find(({ seats }) => seats.some((seat) => held.includes(seat)));
    if (unit === undefined || random.chance(0.5)) return selection;
    return { ...selection, seats: random.chance(0.7) ? [] : selection.seats, units: [unit.id] };
  }

  /** Soon after a session has got a whole unit, another number of guests there; otherwise null. */
  otherGuests(): ClientRequest | null {
    const random = this.#random;
    const seated = this.#seated;
    this.#seated = null;
    const unit = this.#all.find(({ seats }) => seats.every((seat) => seated?.seats.includes(seat)));
    if (seated === null || unit === undefined || random.chance(0.3)) return null;
    const selection: Selection = { seats: [], groupOfSeats: [], guests: [[unit.id, this.#number(unit)]] };
    const kind = random.chance(0.8) ? 'lock-session' : 'checkout-session';
    return retryable({ kind, sessionId: seated.id, selection });
  }

  /** The private selection, or one that names a unit of which a seat is among `seats`. */
  booked(selection: BookingSelection, seats: readonly number[]): BookingSelection {
    const random = this.#random;
    const unit = this.#all.find((one) => one.seats.some((seat) => seats.includes(seat)));
    if (unit === undefined || selection.best !== undefined || random.chance(0.3)) return selection;
    return { ...selection, seats: [], units: [random.chance(0.02) ? 799 : unit.id] };
  }

  /** The seats of a selection with those of its units. */
  seatsOf({ seats, units }: Pick<BookingSelection, 'seats' | 'units'>): readonly number[] {
    return this.#units.named([...seats], units) ?? [];
  }

  #guests(id: number): Pick<Selection, 'guests'> {
    const random = this.#random;
    const unit = this.#all.find((one) => one.id === id);
    if (unit === undefined || random.chance(0.5)) return {};
    return { guests: [[random.chance(0.05) ? 799 : id, this.#number(unit)]] };
  }

  /** Mostly one that may sit there, often as few as may. */
  #number(unit: NaiveUnit): number {
    const random = this.#random;
    const [least, most] = guestRange(unit);
    if (random.chance(0.15)) return 1 + random.below(unit.seats.length + 1);
    return random.chance(0.4) ? least : least + random.below(most - least + 1);
  }
}
