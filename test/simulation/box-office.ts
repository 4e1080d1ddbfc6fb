/** Generates private booking calls for one event, with or without an idempotency key. */
import type { BookingCommand } from '#domain/command.ts';
import type { Errand } from './booth.ts';
import type { ShowPlan } from './database.ts';
import type { Random } from './random.ts';

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

/** The state of the seats that a kind of call needs (`source`), and the state after it (`target`). */
const source: Readonly<Partial<Record<Kind, 'locked' | 'blocked' | 'sold'>>> = {
  'sell-locks': 'locked',
  'unlock-seats': 'locked',
  'unblock-seats': 'blocked',
  'revert-sales': 'sold',
};
const target: Readonly<Partial<Record<Kind, 'locked' | 'blocked' | 'sold'>>> = {
  'lock-seats': 'locked',
  'block-seats': 'blocked',
  'sell-seats': 'sold',
  'sell-locks': 'sold',
};
const holdTypes = [null, null, null, 'BRIEF', 'HOUSE', 'RESERVED', 'FOREVER'];

export class BoxOffice {
  readonly #random: Random;
  readonly #plan: ShowPlan;
  readonly #piles = { locked: new Set<number>(), blocked: new Set<number>(), sold: new Set<number>() };
  readonly #keyed: BookingCommand[] = [];

  constructor(random: Random, plan: ShowPlan) {
    this.#random = random;
    this.#plan = plan;
  }

  next(freeSeats: readonly number[]): Errand {
    const random = this.#random;
    if (this.#keyed.length > 0 && random.chance(0.12)) return { command: this.#again(), isRepeatable: true };
    const kind = random.pick(kinds);
    const pile = source[kind];
    const seats = pile === undefined ? freeSeats : [...this.#piles[pile]].slice(-4).filter(() => random.chance(0.6));
    const areas = this.#plan.areas.length;
    const places =
      areas > 0 && random.chance(0.3) ? [{ id: 9001 + random.below(areas), capacity: random.below(4) }] : [];
    const holdType = kind === 'lock-seats' ? (random.chance(0.02) ? 'NONE' : random.pick(holdTypes)) : null;
    const isAloneInArea = places.length > 0 && random.chance(0.5);
    const selection = { seats: isAloneInArea ? [] : seats, groupOfSeats: places, holdType, label: null };
    const isKeyed = random.chance(0.4);
    const key = isKeyed ? { keyHash: `b${this.#keyed.length}`, bodyHash: JSON.stringify([kind, selection]) } : null;
    const command: BookingCommand = { kind, selection, key };
    if (isKeyed) this.#keyed.push(command);
    return { command, isRepeatable: isKeyed };
  }

  learn({ kind, selection }: BookingCommand, isDone: boolean): void {
    if (!isDone) return;
    const from = source[kind];
    const to = kind === 'lock-seats' && selection.holdType === 'HOUSE' ? 'blocked' : target[kind];
    for (const seat of selection.seats) {
      if (from !== undefined) this.#piles[from].delete(seat);
      if (to !== undefined) this.#piles[to].add(seat);
    }
  }

  /** Repeats an earlier call, or sends its key with another body. */
  #again(): BookingCommand {
    const random = this.#random;
    const command = random.pick(this.#keyed.slice(-8));
    if (command.key === null || random.chance(0.7)) return command;
    return { ...command, key: { ...command.key, bodyHash: 'another' } };
  }
}
