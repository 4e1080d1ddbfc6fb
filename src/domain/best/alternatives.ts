/**
 * Other seats for a selection that was refused: up to three sets of neighbouring seats in one row, of the same size, the
 * same prices and as many accessible seats, nearest to the seats that were asked for. No seat is in two sets. Costs a
 * few steps for each row, and for each seat of the rows that are long and near enough, up to a bounded number of seats.
 */
import type { Asking } from '../allotments/audience.ts';
import type { EventState } from '../event-state.ts';
import { indexOf } from './choose-best.ts';
import type { PlaceIndex } from './place-index.ts';
import type { PlaceSearch } from './place-search.ts';
import { isAccessibleKind } from './seating.ts';
import type { Takeable } from './takeable.ts';

const setsMax = 3;
/** Sets that are tried at most until three of them are possible; few are impossible. */
const triesMax = 6;
/** Seats that are looked at, some 2 ms: a mixture of prices that no row has would be looked for in the whole hall. */
const looksMax = 20_000;

/** The properties that every set must have. */
interface Pattern {
  /** It must leave no single seat alone. */
  readonly isClean: boolean;
  readonly count: number;
  readonly accessible: number;
  /** How many seats have the price of a slot, by slot. */
  readonly prices: ReadonlyMap<number, number>;
  /** The centre of the wanted seats, in the coordinates of the seating. */
  readonly x: number;
  readonly y: number;
}

interface Candidate {
  readonly place: number;
  readonly distance: number;
}

/**
 * The sets as seat indices, the nearest first. Empty when a wanted seat (-1) is not of the event or has no price.
 * `isClean`: sets must leave no single seat alone; `isPossible`: whether the seats of a set could be taken now.
 */
export function alternativesTo(
  state: EventState,
  audience: Asking,
  wanted: readonly number[],
  isClean: boolean,
  isPossible: (seats: readonly number[]) => boolean,
): readonly (readonly number[])[] {
  if (wanted.length === 0 || wanted.includes(-1)) return [];
  const index = indexOf(state);
  if (wanted.some((seat) => (index.seating.rowOf[seat] ?? -1) === -1)) return [];
  const pattern = patternOf(state, index, wanted, isClean);
  if (pattern.prices.has(0)) return [];
  const { seating } = index;
  const slots = [...pattern.prices.keys()].sort((a, b) => a - b);
  const { count, accessible } = pattern;
  const search = index.search({ count, accessible, audience, slots, sections: null });
  const start = seating.rowOf[wanted[0] as number] as number;
  const sets: (readonly number[])[] = [];
  const excluded = new Set<number>();
  let looksLeft = looksMax;
  for (let attempt = 0; attempt < triesMax && sets.length < setsMax; attempt++) {
    const finder = new SetFinder(search.takeable, pattern, excluded, looksLeft);
    const best = nearestSet(search, finder, start);
    if (best === null) break;
    looksLeft = finder.looksLeft;
    const places = Array.from({ length: pattern.count }, (_, at) => best.place + at);
    const seats = places.map((place) => seating.seatAt(place));
    if (isPossible(seats)) sets.push(seats);
    // The next set shares no seat with one that is possible, and does not begin where an impossible one does.
    for (const place of sets.at(-1) === seats ? places : places.slice(0, 1)) excluded.add(place);
  }
  return sets;
}

function patternOf(state: EventState, { seating }: PlaceIndex, wanted: readonly number[], isClean: boolean): Pattern {
  const prices = new Map<number, number>();
  let [x, y, accessible] = [0, 0, 0];
  for (const seat of wanted) {
    const place = seating.placeOf(seat);
    const slot = state.seats.priceSlotOf(seat);
    prices.set(slot, (prices.get(slot) ?? 0) + 1);
    x += (seating.xs[place] as number) / wanted.length;
    y += (seating.ys[place] as number) / wanted.length;
    if (isAccessibleKind(seating.kinds[place])) accessible++;
  }
  return { isClean, count: wanted.length, accessible, prices, x, y };
}

/** Looks at the rows from the wanted one outwards, so that most of the others are too far away to be looked at. */
function nearestSet(search: PlaceSearch, finder: SetFinder, start: number): Candidate | null {
  const { rowCount } = search.seating;
  for (let offset = 0; offset < rowCount && finder.looksLeft > 0; offset++) {
    for (const row of offset === 0 ? [start] : [start - offset, start + offset]) {
      const isShort = row < 0 || row >= rowCount || search.longestRun(row) < finder.count;
      if (!isShort && !finder.isFartherThanBest(row)) finder.look(row);
    }
  }
  return finder.best;
}

/** The search for one set. `best`: the nearest of the rows looked at; at equal distance the first in layout order. */
class SetFinder {
  best: Candidate | null = null;
  /** Seats that may still be looked at. */
  looksLeft: number;
  readonly #takeable: Takeable;
  readonly #pattern: Pattern;
  /** Places that are in no further set. */
  readonly #excluded: ReadonlySet<number>;

  constructor(takeable: Takeable, pattern: Pattern, excluded: ReadonlySet<number>, looksMax: number) {
    this.#takeable = takeable;
    this.#pattern = pattern;
    this.#excluded = excluded;
    this.looksLeft = looksMax;
  }

  get count(): number {
    return this.#pattern.count;
  }

  /** Compares with the box around the row: no seat of the row is nearer than its box. */
  isFartherThanBest(row: number): boolean {
    if (this.best === null) return false;
    const { boxes } = this.#takeable.seating;
    const { x, y, count } = this.#pattern;
    const across = Math.max((boxes[4 * row] as number) - x, 0, x - (boxes[4 * row + 1] as number));
    const along = Math.max((boxes[4 * row + 2] as number) - y, 0, y - (boxes[4 * row + 3] as number));
    return Math.hypot(across, along) * count > this.best.distance;
  }

  look(row: number): void {
    const { count, prices, accessible } = this.#pattern;
    const { seating } = this.#takeable;
    const missing = new Map(prices);
    this.looksLeft -= seating.endOf(row) - seating.firstOf(row);
    let [length, reach, open] = [0, 0, accessible];
    const pass = (place: number, by: 1 | -1): void => {
      const slot = this.#takeable.slotAt(place);
      missing.set(slot, (missing.get(slot) as number) - by);
      if (this.#takeable.isAccessible(place)) open -= by;
      reach += by * this.#distanceOf(place);
    };
    for (let place = seating.firstOf(row); place < seating.endOf(row); place++) {
      const isOut = !this.#takeable.has(place) || this.#excluded.has(place);
      if (isOut || seating.partStarts[place] === 1) for (; length > 0; length--) pass(place - length, -1);
      if (isOut) continue;
      pass(place, 1);
      length++;
      if (length > count) pass(place - --length, -1);
      const isWhole = length === count && open === 0 && [...missing.values()].every((number) => number === 0);
      if (isWhole) this.#offer(row, place + 1 - count, reach);
    }
  }

  #offer(row: number, place: number, distance: number): void {
    const { best } = this;
    const isNearer = best === null || distance < best.distance || (distance === best.distance && place < best.place);
    if (!isNearer) return;
    if (this.#pattern.isClean && !this.#takeable.leavesNoneAlone(row, place, place + this.count)) return;
    this.best = { place, distance };
  }

  /** A whole number, so that sums do not depend on their order. */
  #distanceOf(place: number): number {
    const { xs, ys } = this.#takeable.seating;
    return Math.round(Math.hypot((xs[place] as number) - this.#pattern.x, (ys[place] as number) - this.#pattern.y));
  }
}
