/** The seats and areas of the naive event model as plain maps, and the rules that do not depend on sessions. */
import type { Policy } from '#domain/policy.ts';
import type { Hall } from './event-driver.ts';
import { NaiveUnits } from './naive-units.ts';

/** What the naive model has of a test's hall. */
export type HallOfModel = Required<Pick<Hall, 'rows' | 'areas' | 'prices'>> & Pick<Hall, 'wheelchairs' | 'units'>;

export type Places = readonly (readonly [area: number, amount: number])[];

export interface NaiveSeat {
  readonly row: number;
  state: 'ACTIVE' | 'LOCKED' | 'SOLD' | 'BLOCKED';
  /** A session's id; null for private locks and sales. */
  holder: string | null;
  deadline: number | null;
  /** Null: a session cannot hold the seat. */
  price: string | null;
}

export interface NaiveArea {
  /** Capacity in the layout; 0: the event sets the number of places. */
  readonly capacity: number;
  available: number;
  withheld: number;
  soldPrivately: number;
  locks: { amount: number; deadline: number; isBlocking: boolean }[];
  price: string | null;
}

export const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, amount) => total + amount, 0);

export class NaiveHall {
  readonly seats = new Map<number, NaiveSeat>();
  readonly areas = new Map<number, NaiveArea>();
  /** Ids of seats. */
  readonly wheelchairs: readonly number[];
  readonly units: NaiveUnits;
  readonly #policy: Policy;

  constructor(hall: HallOfModel, policy: Policy) {
    this.#policy = policy;
    this.wheelchairs = hall.wheelchairs ?? [];
    this.units = new NaiveUnits(hall.rows, hall.units ?? []);
    const price = (at: number): string => hall.prices[at % hall.prices.length] as string;
    for (const [row, count] of hall.rows.entries()) {
      for (let at = 0; at < count; at++) {
        const seat: NaiveSeat = { row, state: 'ACTIVE', holder: null, deadline: null, price: price(row) };
        this.seats.set(101 + row * 100 + at, seat);
      }
    }
    for (const [at, capacity] of hall.areas.entries()) {
      this.areas.set(9001 + at, {
        capacity,
        available: capacity,
        withheld: 0,
        soldPrivately: 0,
        locks: [],
        price: price(at + 2),
      });
    }
  }

  free(seat: number): void {
    Object.assign(this.seat(seat), { state: 'ACTIVE', holder: null, deadline: null });
  }

  leavesOrphans(taken: ReadonlySet<number>, permits?: (seat: number) => boolean): boolean {
    return this.orphanMakers(taken, taken, undefined, permits).length > 0;
  }

  areNeighbours(one: number, other: number): boolean {
    return Math.abs(one - other) === 1 && this.seats.get(one)?.row === this.seats.get(other)?.row;
  }

  /**
   * The seats of `makers` that would be next to an orphan if all of `taken` were taken. If `candidates` are given, only
   * these seats count as orphans. A seat that is not permitted is as if it were taken, and so is one of a unit; taking
   * a unit leaves nobody alone.
   */
  orphanMakers(
    taken: ReadonlySet<number>,
    makers = taken,
    candidates?: ReadonlySet<number>,
    permits: (seat: number) => boolean = () => true,
  ): number[] {
    if (!this.#policy.orphanSeatPrevention) return [];
    const isFree = (id: number, row: number): boolean => {
      const seat = this.seats.get(id);
      const isOffered = seat !== undefined && seat.row === row && seat.state === 'ACTIVE' && permits(id);
      return isOffered && !taken.has(id) && !this.units.has(id);
    };
    const alone = [...this.seats].filter(
      ([id, { row }]) => isFree(id, row) && ![id - 1, id + 1].some((next) => isFree(next, row)),
    );
    const counted = alone.filter(([id]) => candidates === undefined || candidates.has(id));
    const alones = [...makers].filter((seat) => !this.units.has(seat));
    return alones.filter((seat) => counted.some(([id]) => this.areNeighbours(id, seat)));
  }

  seat(id: number): NaiveSeat {
    return this.seats.get(id) as NaiveSeat;
  }

  area(id: number): NaiveArea {
    return this.areas.get(id) as NaiveArea;
  }
}
