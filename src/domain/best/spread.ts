/**
 * Spreads a wish over neighbouring rows of one section when it does not fit into one row, or need not. The largest group
 * of the hall comes first, then the largest in its rows and the ones beside them, until nothing is missing; of equally
 * large groups the nearest, then the first in layout order. Every search ends after a bounded number of steps.
 */
import type { PlaceSearch } from './place-search.ts';
import { type Group, largestGroup, type Rest } from './row-search.ts';

/** Searches of a row that one wish may take. A wish without a dead end takes a few for each group. */
const rowSearchesMax = 6_000;
const rowSearchesPerSeat = 10;

/** A group, and the row it is in. */
interface RowGroup extends Group {
  readonly row: number;
}

/** `isClean`: no single seat may be left alone. Returns the places in layout order; null: not possible. */
export function spreadSeats(search: PlaceSearch, isClean: boolean): readonly number[] | null {
  return new Spread(search, isClean).run();
}

class Spread {
  readonly #search: PlaceSearch;
  readonly #isClean: boolean;
  /** The largest group of each row in which the search has taken nothing. */
  readonly #known = new Map<number, RowGroup | null>();
  #searchesLeft: number;

  constructor(search: PlaceSearch, isClean: boolean) {
    this.#search = search;
    this.#isClean = isClean;
    this.#searchesLeft = rowSearchesMax + rowSearchesPerSeat * search.query.count;
  }

  run(): readonly number[] | null {
    const { count, accessible } = this.#search.query;
    const { taken } = this.#search.takeable;
    const rest = { ordinary: count - accessible, accessible };
    for (const { row } of this.#firstGroups(rest)) {
      if (this.#searchesLeft <= 0) break;
      const isDone = this.#extend(rest, row, row);
      const places = isDone ? [...taken].sort((a, b) => a - b) : null;
      taken.clear();
      if (places !== null) return places;
    }
    return null;
  }

  /** The largest group of each row that has enough seats around it; the largest of all first. */
  *#firstGroups(rest: Rest): Generator<RowGroup> {
    let rows = this.#streaks();
    const count = rest.ordinary + rest.accessible;
    let size = rows.reduce((largest, row) => Math.max(largest, this.#boundOf(row, rest, count)), 0);
    for (; size > 0 && rows.length > 0; size--) {
      const groups = new Map<number, RowGroup>();
      for (const row of rows) {
        if (this.#boundOf(row, rest, size) < size) continue;
        if (this.#searchesLeft <= 0) return;
        const group = this.#largest(row, rest, size);
        if (group?.count === size) groups.set(row, group);
      }
      yield* [...groups.values()].sort((a, b) => (isBetter(a, b) ? -1 : 1));
      rows = rows.filter((row) => !groups.has(row));
    }
  }

  /** The rows of all streaks: neighbouring rows of a section that all have seats to take, and together enough. */
  #streaks(): readonly number[] {
    const { seating, query } = this.#search;
    const rows: number[] = [];
    let streak: number[] = [];
    let [ordinary, accessible] = [0, 0];
    for (let row = 0; row <= seating.rowCount; row++) {
      const isEmpty = row === seating.rowCount || !this.#search.allows(row) || this.#search.longestRun(row) === 0;
      if (isEmpty || seating.sections[row] !== seating.sections[row - 1]) {
        const isEnough = ordinary >= query.count - query.accessible && accessible >= query.accessible;
        if (isEnough) for (const one of streak) rows.push(one);
        streak = [];
        [ordinary, accessible] = [0, 0];
      }
      if (isEmpty) continue;
      streak.push(row);
      ordinary += this.#search.ordinaryIn(row);
      accessible += this.#search.accessibleIn(row);
    }
    return rows;
  }

  /**
   * Takes the rest from the rows `low` to `high` and the ones beside them, the largest group first. At a dead end it goes
   * back and tries the next smaller group.
   */
  #extend(rest: Rest, low: number, high: number): boolean {
    if (rest.ordinary + rest.accessible === 0) return true;
    const isFirst = this.#search.takeable.taken.size === 0;
    let countMax = rest.ordinary + rest.accessible;
    while (countMax > 0 && this.#searchesLeft > 0) {
      const group = isFirst ? this.#largest(low, rest, countMax) : this.#largestBeside(rest, low, high, countMax);
      if (group === null) return false;
      const left = this.#take(group, rest);
      if (this.#extend(left, Math.min(low, group.row), Math.max(high, group.row))) return true;
      this.#giveBack(group);
      countMax = group.count - 1;
    }
    return false;
  }

  #largestBeside(rest: Rest, low: number, high: number, countMax: number): RowGroup | null {
    const { seating } = this.#search;
    let best: RowGroup | null = null;
    for (let row = Math.max(0, low - 1); row <= Math.min(high + 1, seating.rowCount - 1); row++) {
      if (seating.sections[row] !== seating.sections[low]) continue;
      const group = this.#largest(row, rest, countMax);
      if (group !== null && (best === null || isBetter(group, best))) best = group;
    }
    return best;
  }

  #largest(row: number, rest: Rest, countMax: number): RowGroup | null {
    const known = rest.accessible === 0 ? this.#known.get(row) : undefined;
    if (known === null || (known !== undefined && known.count <= countMax)) return known;
    const bound = this.#boundOf(row, rest, countMax);
    if (bound === 0) return null;
    const group = largestGroup(this.#search.takeable, row, rest, this.#isClean, bound);
    // One for each size that was tried.
    this.#searchesLeft -= bound - (group?.count ?? 1) + 1;
    const found = group === null ? null : { ...group, row };
    // A bound below both the row's longest run and the wanted number may hide a larger group: then this one must not be
    // remembered.
    const isLargest = bound < countMax || bound === this.#search.longestRun(row);
    if (rest.accessible === 0 && isLargest) this.#known.set(row, found);
    return found;
  }

  /**
   * No group of the row is larger: of each kind of seat it has no more than are there and wanted. Without this, a wish for
   * more accessible seats than any row has was searched for in every row, once for every size.
   */
  #boundOf(row: number, { ordinary, accessible }: Rest, countMax: number): number {
    const search = this.#search;
    const fitting = Math.min(ordinary, search.ordinaryIn(row)) + Math.min(accessible, search.accessibleIn(row));
    return Math.min(countMax, search.longestRun(row), fitting);
  }

  /** Takes the group; returns what is still wanted. */
  #take({ row, place: first, count }: RowGroup, rest: Rest): Rest {
    const { takeable } = this.#search;
    let accessible = 0;
    for (let place = first; place < first + count; place++) {
      takeable.taken.add(place);
      if (takeable.isAccessible(place)) accessible++;
    }
    this.#known.delete(row);
    return { ordinary: rest.ordinary - count + accessible, accessible: rest.accessible - accessible };
  }

  #giveBack({ row, place: first, count }: RowGroup): void {
    for (let place = first; place < first + count; place++) this.#search.takeable.taken.delete(place);
    this.#known.delete(row);
  }
}

/** The larger one, then the one whose seats are nearer, then the first. */
function isBetter(one: Group, other: Group): boolean {
  if (one.count !== other.count) return one.count > other.count;
  return one.distance === other.distance ? one.place < other.place : one.distance < other.distance;
}
