/**
 * The units that are sold as a whole: tables, boxes and booths, as the page was last told, with the guests that each
 * takes. A seat is named by its place in the plan. Knows nothing of what is free. Pure.
 */
import type { Plan, PlanUnit } from './plan.ts';

/** A table, a box or a booth. */
export interface EventUnit {
  readonly id: number;
  readonly name: string;
  readonly booking: 'WHOLE' | 'SEATS';
  /** Both null: it takes as many guests as it has seats. */
  readonly min: number | null;
  readonly max: number | null;
  /** Ids, in the order in which guests fill them. */
  readonly seats: readonly number[];
}

export interface WholeUnit extends PlanUnit {
  readonly id: number;
  /** All of its seats, with those that the map does not show: the caps count them. */
  readonly size: number;
  /** How few and how many guests sit there. */
  readonly least: number;
  readonly most: number;
}

export class Units {
  readonly list: readonly WholeUnit[];
  /** What was read: the same text is the same units. */
  readonly source: string;
  readonly #unitOf = new Map<number, WholeUnit>();
  readonly #byId: ReadonlyMap<number, WholeUnit>;

  constructor(list: readonly WholeUnit[], source: string) {
    this.list = list;
    this.source = source;
    this.#byId = new Map(list.map((unit) => [unit.id, unit]));
    for (const unit of list) for (const seat of unit.seats) this.#unitOf.set(seat, unit);
  }

  /** The unit that a seat is taken with; undefined: it is taken by itself. */
  of(seat: number): WholeUnit | undefined {
    return this.#unitOf.get(seat);
  }

  byId(id: number): WholeUnit | undefined {
    return this.#byId.get(id);
  }
}

export const noUnits = new Units([], '');

export function readUnits(plan: Plan, read: readonly EventUnit[]): Units {
  return new Units(
    read.flatMap((unit) => wholeUnit(plan, unit)),
    JSON.stringify(read),
  );
}

function wholeUnit(plan: Plan, { id, name, booking, min, max, seats: ids }: EventUnit): WholeUnit[] {
  const seats = ids.flatMap((seat) => plan.seatById.get(seat) ?? []);
  if (booking !== 'WHOLE' || seats.length === 0) return [];
  const size = ids.length;
  const most = min === null && max === null ? size : Math.min(max ?? size, size);
  const least = min === null && max === null ? size : Math.min(min ?? 1, most);
  return [{ id, name, seats, size, least, most }];
}
