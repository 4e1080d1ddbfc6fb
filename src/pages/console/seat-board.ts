/**
 * The state and the holder of every seat and area of one event, as last read, with the changes of the live stream since
 * then. The stream does not name holders, so a seat that was taken counts as held until the seats are read again.
 */

import type { components } from '../../client/index.ts';
import type { Plan } from '../shared/plan.ts';
import type { Units } from '../shared/units.ts';
import type { Client } from './service.ts';

export type Moment = components['schemas']['EventMoment'];
export type Assignments = NonNullable<Awaited<ReturnType<typeof readAssignments>>['data']>;
export type SeatEntry = Assignments['seatsOnEvent'][number];
export type AreaEntry = Assignments['groupsOnEvent'][number];

/** The kinds of seats that the map tells apart. The index of a kind is the number of its look. */
export const seatKinds = ['available', 'unpriced', 'held', 'locked', 'sold', 'sold-privately', 'blocked'] as const;
export type SeatKind = (typeof seatKinds)[number];

/** How many units are sold, held, free or blocked as a whole, and how many of them have seats in different states. */
export type UnitCounts = Readonly<Record<'sold' | 'held' | 'available' | 'blocked' | 'mixed', number>>;

/** The kinds of seats as the totals of the event count them. */
const sums: Readonly<Record<SeatKind, keyof UnitCounts>> = {
  available: 'available',
  unpriced: 'available',
  held: 'held',
  locked: 'held',
  sold: 'sold',
  'sold-privately': 'sold',
  blocked: 'blocked',
};

export function readAssignments(client: Client, eventId: string) {
  return client.GET('/api/private/v2.0/event/{eventId}/prices/assignments/', { params: { path: { eventId } } });
}

export class SeatBoard {
  readonly plan: Plan;
  /** By the place of the seat in the plan. */
  readonly kinds: Uint8Array;
  readonly #entries: (SeatEntry | null)[];
  #areas: readonly AreaEntry[] = [];
  #placesLeft: ReadonlyMap<number, number> = new Map();

  constructor(plan: Plan) {
    this.plan = plan;
    this.kinds = new Uint8Array(plan.seatCount).fill(seatKinds.indexOf('unpriced'));
    this.#entries = Array.from({ length: plan.seatCount }, () => null);
  }

  get areas(): readonly AreaEntry[] {
    return this.#areas;
  }

  /** Of each area, by its id. */
  get placesLeft(): ReadonlyMap<number, number> {
    return this.#placesLeft;
  }

  /** Takes over all seats and areas as they were read. Returns the seats that look different now. */
  take({ seatsOnEvent, groupsOnEvent }: Assignments): number[] {
    this.#areas = groupsOnEvent;
    this.#placesLeft = new Map(groupsOnEvent.map(({ id, activeCount }) => [id, activeCount]));
    const changed: number[] = [];
    for (const entry of seatsOnEvent) {
      const seat = this.plan.seatById.get(entry.id);
      if (seat === undefined) continue;
      this.#entries[seat] = entry;
      if (this.#set(seat, kindOf(entry))) changed.push(seat);
    }
    return changed;
  }

  /** Takes over the states of a moment, which does not tell holders and prices. Returns the seats that look different now. */
  takeMoment({ seats, groupOfSeats }: Moment): number[] {
    this.#placesLeft = new Map(groupOfSeats.map(({ id, available }) => [id, available]));
    return Object.entries(kindsThen).flatMap(([state, kind]) =>
      seats[state as keyof typeof kindsThen].flatMap((id) => this.#show(id, kind)),
    );
  }

  /** Applies a change of the live stream: ids of seats. Returns the places of those that look different now. */
  move(freed: readonly number[], taken: readonly number[]): number[] {
    const free = freed.flatMap((id) => this.#show(id, 'available'));
    return [...free, ...taken.flatMap((id) => (this.#kindOf(id) === 'available' ? this.#show(id, 'held') : []))];
  }

  entry(seat: number): SeatEntry | null {
    return this.#entries[seat] ?? null;
  }

  /** How many seats are of each kind. */
  counts(): Record<SeatKind, number> {
    const counts = seatKinds.map(() => 0);
    for (const kind of this.kinds) counts[kind] = (counts[kind] ?? 0) + 1;
    return Object.fromEntries(seatKinds.map((kind, at) => [kind, counts[at] ?? 0])) as Record<SeatKind, number>;
  }

  /** How many seats of each sector are of each kind, by the number of the kind. */
  countsBySector(): readonly Int32Array[] {
    const { sectors, sectorOf } = this.plan;
    const counts = sectors.map(() => new Int32Array(seatKinds.length));
    for (let seat = 0; seat < this.kinds.length; seat++) {
      const of = counts[sectorOf[seat] as number] as Int32Array;
      const kind = this.kinds[seat] as number;
      of[kind] = (of[kind] as number) + 1;
    }
    return counts;
  }

  unitCounts({ list }: Units): UnitCounts {
    const counts = { sold: 0, held: 0, available: 0, blocked: 0, mixed: 0 };
    for (const { seats } of list) {
      const of = new Set(seats.map((seat) => sums[this.kindAt(seat)]));
      const [first = 'mixed'] = of;
      counts[of.size === 1 ? first : 'mixed']++;
    }
    return counts;
  }

  /** The kind of all these seats; null when they are of different kinds. */
  kindOfAll(seats: readonly number[]): SeatKind | null {
    const kind = this.kindAt(seats[0] ?? -1);
    return seats.every((seat) => this.kindAt(seat) === kind) ? kind : null;
  }

  kindAt(seat: number): SeatKind {
    return seatKinds[this.kinds[seat] ?? 0] ?? 'unpriced';
  }

  #kindOf(id: number): SeatKind | null {
    const seat = this.plan.seatById.get(id);
    return seat === undefined ? null : this.kindAt(seat);
  }

  #show(id: number, kind: SeatKind): number[] {
    const seat = this.plan.seatById.get(id);
    return seat !== undefined && this.#set(seat, kind) ? [seat] : [];
  }

  #set(seat: number, kind: SeatKind): boolean {
    const number = seatKinds.indexOf(kind);
    if (this.kinds[seat] === number) return false;
    this.kinds[seat] = number;
    return true;
  }
}

/** The states of a past moment as kinds of the map. */
export const kindsThen = { AVAILABLE: 'available', LOCKED: 'held', SOLD: 'sold', BLOCKED: 'blocked' } as const;

function kindOf({ state, holdType, priceId, booking }: SeatEntry): SeatKind {
  if (state === 'BLOCKED') return 'blocked';
  if (state === 'SOLD') return booking === null ? 'sold-privately' : 'sold';
  if (state === 'LOCKED') return holdType === 'CART' ? 'held' : 'locked';
  return priceId === null ? 'unpriced' : 'available';
}
