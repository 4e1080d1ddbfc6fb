/** Generates private booking calls for one event, with or without an idempotency key. */
import type { BookingCommand } from '#domain/command.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import type { ClientRequest } from './client-request.ts';
import type { EventPlan } from './database.ts';
import type { UnitGenerator } from './unit-generator.ts';
import { drawWish } from './wish-generator.ts';

type Kind = BookingCommand['kind'];

const kinds: readonly Kind[] = [
  'lock-seats',
  'lock-seats',
  'lock-seats',
  'sell-seats',
  'sell-locks',
  'sell-locks',
  'unlock-seats',
  'revert-sales',
  'revert-sales',
  'block-seats',
  'unblock-seats',
];

/** The state of the seats that a kind of call needs (`sourceStates`), and the state after it (`targetStates`). */
const sourceStates: Readonly<Partial<Record<Kind, 'locked' | 'blocked' | 'sold'>>> = {
  'sell-locks': 'locked',
  'unlock-seats': 'locked',
  'unblock-seats': 'blocked',
  'revert-sales': 'sold',
};
const targetStates: Readonly<Partial<Record<Kind, 'locked' | 'blocked' | 'sold'>>> = {
  'lock-seats': 'locked',
  'block-seats': 'blocked',
  'sell-seats': 'sold',
  'sell-locks': 'sold',
};
const holdTypes = [null, null, null, 'BRIEF', 'HOUSE', 'RESERVED', 'FOREVER'];

export class BookingGenerator {
  readonly #random: SeededRandom;
  readonly #plan: EventPlan;
  readonly #seatsByState = { locked: new Set<number>(), blocked: new Set<number>(), sold: new Set<number>() };
  readonly #keyed: BookingCommand[] = [];

  readonly #units: UnitGenerator;

  constructor(random: SeededRandom, plan: EventPlan, units: UnitGenerator) {
    this.#random = random;
    this.#plan = plan;
    this.#units = units;
  }

  next(freeSeats: readonly number[]): ClientRequest {
    const random = this.#random;
    if (this.#keyed.length > 0 && random.chance(0.12)) return { command: this.#repeat(), isRetryable: true };
    const kind = random.pick(kinds);
    const state = sourceStates[kind];
    const seats =
      state === undefined ? freeSeats : [...this.#seatsByState[state]].slice(-4).filter(() => random.chance(0.6));
    const areas = this.#plan.areas.length;
    // Which typed places of a purchase are reverted is compared in a test of its own.
    const isTypedRevert = kind === 'revert-sales' && this.#plan.hasTypes;
    const places =
      areas > 0 && random.chance(0.3) && !isTypedRevert
        ? [{ id: 9001 + random.below(areas), capacity: random.below(4) }]
        : [];
    const holdType = kind === 'lock-seats' ? (random.chance(0.02) ? 'NONE' : random.pick(holdTypes)) : null;
    const isWithoutSeats = places.length > 0 && random.chance(0.5);
    const isChoosing = (kind === 'lock-seats' || kind === 'sell-seats') && random.chance(0.3);
    const named = { seats: isWithoutSeats || isChoosing ? [] : seats, groupOfSeats: places, holdType, label: null };
    const drawn = isChoosing ? { ...named, best: drawWish(random, this.#plan) } : named;
    const selection = this.#units.booked(drawn, seats);
    const isKeyed = random.chance(0.4);
    const key = isKeyed ? { keyHash: `b${this.#keyed.length}`, bodyHash: JSON.stringify([kind, selection]) } : null;
    const command: BookingCommand = { kind, selection, key };
    if (isKeyed) this.#keyed.push(command);
    return { command, isRetryable: isKeyed };
  }

  /** `chosen`: the seats that the event has chosen. */
  observe({ kind, selection }: BookingCommand, isDone: boolean, chosen: readonly number[] = []): void {
    if (!isDone) return;
    const from = sourceStates[kind];
    const to = kind === 'lock-seats' && selection.holdType === 'HOUSE' ? 'blocked' : targetStates[kind];
    for (const seat of [...this.#units.seatsOf(selection), ...chosen]) {
      if (from !== undefined) this.#seatsByState[from].delete(seat);
      if (to !== undefined) this.#seatsByState[to].add(seat);
    }
  }

  /** Repeats an earlier call, or sends its key with another body. */
  #repeat(): BookingCommand {
    const random = this.#random;
    const command = random.pick(this.#keyed.slice(-8));
    if (command.key === null || random.chance(0.7)) return command;
    return { ...command, key: { ...command.key, bodyHash: 'another' } };
  }
}
