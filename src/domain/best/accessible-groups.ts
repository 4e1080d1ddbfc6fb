/**
 * Chooses wheelchair places with the seats of their companions. Each place gets companions beside it, as people sit: seats
 * of its row without a taken seat, another wheelchair place or an aisle between. The companions are shared out evenly.
 * Prefers seats for companions to others, one row to several, rows that are nearer to the focal point, and then layout order.
 * Finds groups whenever there are any among the nearest free wheelchair places, of which one call looks at a bounded number.
 */
import type { Asking } from '../allotments/audience.ts';
import { mayTake } from '../allotments/may-take.ts';
import type { EventState } from '../event-state.ts';
import { type AccessibleNeed, companionsMax } from '../selection.ts';
import { indexOf } from './choose-best.ts';
import { type Seating, seatKinds } from './seating.ts';

/** A wheelchair place and its companions: places from `from` to before `end`. */
interface Group {
  readonly from: number;
  readonly end: number;
}

/** How many groups of each size are chosen, and which. `end`: the place after the last one. */
interface Choice {
  readonly large: number;
  readonly small: number;
  readonly end: number;
  readonly groups: readonly Group[];
}

/** Groups of two sizes, which differ by one seat at most. */
interface Sizes {
  readonly large: { readonly count: number; readonly seats: number };
  readonly small: { readonly count: number; readonly seats: number };
}

/** Free wheelchair places that one search looks at. A hall has far fewer; a layout may be made of nothing else. */
const looksMax = 2_000;
/** The same of each search for a smaller need, of which there are many. */
const smallerLooksMax = 100;

/** Indices of the seats, or null: there are none for this need. */
export function chooseAccessible(
  state: EventState,
  audience: Asking,
  need: AccessibleNeed,
  looks = looksMax,
): readonly number[] | null {
  const { seating } = indexOf(state);
  const sizes = sizesOf(need);
  for (const isStrict of [true, false]) {
    if (!isStrict && need.companions === 0) return null;
    const rows = new AccessibleRows(state, seating, audience, isStrict);
    const groups = rows.choose(sizes, looks);
    if (groups !== null) return seatsOf(seating, groups);
  }
  return null;
}

/** How many seats a smaller need of the same kind would get, as far as the searches reach; 0: not even one place. */
export function largestAccessible(
  state: EventState,
  audience: Asking,
  { wheelchairs, companions }: AccessibleNeed,
): number {
  for (let fewer = wheelchairs - 1; fewer > 0; fewer--) {
    const need = { wheelchairs: fewer, companions: Math.floor((companions * fewer) / wheelchairs) };
    const seats = chooseAccessible(state, audience, need, smallerLooksMax);
    if (seats !== null) return seats.length;
  }
  for (let fewer = Math.min(companions, companionsMax) - 1; fewer >= 0; fewer--) {
    const seats = chooseAccessible(state, audience, { wheelchairs: 1, companions: fewer }, smallerLooksMax);
    if (seats !== null) return seats.length;
  }
  return 0;
}

function sizesOf({ wheelchairs, companions }: AccessibleNeed): Sizes {
  const few = Math.floor(companions / wheelchairs);
  const large = companions - few * wheelchairs;
  return { large: { count: large, seats: few + 2 }, small: { count: wheelchairs - large, seats: few + 1 } };
}

function seatsOf(seating: Seating, groups: readonly Group[]): readonly number[] {
  const places = groups.flatMap(({ from, end }) => Array.from({ length: end - from }, (_, at) => from + at));
  return places.sort((a, b) => a - b).map((place) => seating.seatAt(place));
}

class AccessibleRows {
  readonly #state: EventState;
  readonly #seating: Seating;
  readonly #audience: Asking;
  /** Only seats for companions will do beside a wheelchair place. */
  readonly #isStrict: boolean;

  constructor(state: EventState, seating: Seating, audience: Asking, isStrict: boolean) {
    this.#state = state;
    this.#seating = seating;
    this.#audience = audience;
    this.#isStrict = isStrict;
  }

  /** All groups in the nearest row that has them, or in the nearest rows that have them together. */
  choose(sizes: Sizes, looks: number): readonly Group[] | null {
    const isAll = ({ large, small }: Choice): boolean => large === sizes.large.count && small === sizes.small.count;
    const byRow: (readonly Choice[])[] = [];
    let left = looks;
    for (const row of this.#seating.wheelchairRows) {
      if (left === 0) break;
      const places = this.#wheelchairsOf(row, left);
      left -= places.length;
      const choices = this.#choicesOf(row, places, sizes);
      const whole = choices.find(isAll);
      if (whole !== undefined) return whole.groups;
      byRow.push(choices);
    }
    let reached: readonly Choice[] = [none];
    for (const choices of byRow) {
      // The rows come from the nearest on: what was reached first stays.
      const further = reached.flatMap((before) => choices.map((more) => joined(before, { ...more, end: 0 })));
      reached = unlike([...reached, ...further], sizes);
      const whole = reached.find(isAll);
      if (whole !== undefined) return whole.groups;
    }
    return null;
  }

  /** What the row has: for each number of groups of both sizes the choice that ends first, so that most is left after it. */
  #choicesOf(row: number, wheelchairs: readonly number[], sizes: Sizes): readonly Choice[] {
    let choices: readonly Choice[] = [none];
    const seatsMax = sizes.large.count > 0 ? sizes.large.seats : sizes.small.seats;
    for (const place of wheelchairs) {
      const [first, end] = this.#reachOf(row, place, seatsMax);
      const added = choices.flatMap((before) =>
        [sizes.large, sizes.small].flatMap((size) => {
          const from = Math.max(first, before.end, place + 1 - size.seats);
          const group = { from, end: from + size.seats };
          if (from > place || group.end > end) return [];
          const [large, small] = size === sizes.large ? [1, 0] : [0, 1];
          return [joined(before, { large, small, end: group.end, groups: [group] })];
        }),
      );
      choices = unlike([...choices, ...added], sizes);
    }
    return choices;
  }

  /** The first free ones, at most `most`. */
  #wheelchairsOf(row: number, most: number): readonly number[] {
    const places: number[] = [];
    for (let place = this.#seating.firstOf(row); place < this.#seating.endOf(row) && places.length < most; place++) {
      if (this.#isWheelchair(place) && this.#isFree(place)) places.push(place);
    }
    return places;
  }

  /** The places around a wheelchair place that a group of so many seats can have: the first, and the one after the last. */
  #reachOf(row: number, place: number, seatsMax: number): readonly [first: number, end: number] {
    let [first, end] = [place, place + 1];
    if (seatsMax === 1) return [first, end];
    const { partStarts } = this.#seating;
    const lowest = Math.max(this.#seating.firstOf(row), place + 1 - seatsMax);
    const highest = Math.min(this.#seating.endOf(row), place + seatsMax);
    while (first > lowest && partStarts[first] === 0 && this.#isBeside(first - 1)) first--;
    while (end < highest && partStarts[end] === 0 && this.#isBeside(end)) end++;
    return [first, end];
  }

  /** Whether a companion may sit there, beside the group. */
  #isBeside(place: number): boolean {
    return !this.#isWheelchair(place) && this.#isFree(place) && this.#isForCompanion(place);
  }

  #isWheelchair(place: number): boolean {
    return this.#seating.kinds[place] === seatKinds.wheelchair;
  }

  #isForCompanion(place: number): boolean {
    return !this.#isStrict || this.#seating.kinds[place] === seatKinds.companion;
  }

  /** On sale, shown on the map, free for this audience, and not only taken with its unit. */
  #isFree(place: number): boolean {
    const seat = this.#seating.seatAt(place);
    const isOffered = this.#seating.kinds[place] !== seatKinds.hidden && this.#state.seats.priceSlotOf(seat) !== 0;
    const isSingle = this.#state.units?.isWhole(seat) !== true;
    return isOffered && isSingle && mayTake(this.#state, this.#audience, seat);
  }
}

const none: Choice = { large: 0, small: 0, end: 0, groups: [] };

function joined(before: Choice, more: Choice): Choice {
  return {
    large: before.large + more.large,
    small: before.small + more.small,
    end: more.end,
    groups: [...before.groups, ...more.groups],
  };
}

/** One choice for each number of groups, none with more than are wanted: the one that ends first. */
function unlike(choices: readonly Choice[], { large, small }: Sizes): readonly Choice[] {
  const kept = new Map<number, Choice>();
  for (const choice of choices) {
    if (choice.large > large.count || choice.small > small.count) continue;
    const key = choice.large * (small.count + 1) + choice.small;
    const known = kept.get(key);
    if (known === undefined || choice.end < known.end) kept.set(key, choice);
  }
  return [...kept.values()];
}
