/**
 * A second, independent search for the best seats: tries every group of every row, and for spread groups every set of
 * seats. Written from the contract, without an index, runs or bounds.
 */
import type { BestWish } from '#domain/selection.ts';
import { placeAt } from './hall-geometry.ts';

export interface NaivePlace {
  readonly id: number;
  /** Free: ACTIVE. */
  readonly isFree: boolean;
  /** Null: not on sale. */
  readonly priceId: number | null;
  readonly isAccessible: boolean;
  readonly isHidden?: boolean;
  /** In a unit, however that is booked: the orphan rule does not look at it. */
  readonly isInUnit?: boolean;
}

/** A WHOLE unit for as many guests as `isFor` says. */
export interface NaiveTable {
  readonly id: number;
  readonly seats: readonly number[];
  readonly isFor: (guests: number) => boolean;
  /** Whether the caps of the buyer allow all its seats. */
  readonly isAllowed: boolean;
}

export interface NaiveRow {
  readonly section: number;
  readonly seats: readonly NaivePlace[];
  /** The seats that an aisle follows: who sits behind it does not sit beside them. */
  readonly aisles?: readonly number[];
}

/** The chosen seats, with the unit that they are, or how many could be had together. */
export type NaiveChoice =
  | { readonly seats: readonly number[]; readonly table?: number }
  | { readonly largestTogether: number };

interface Group {
  readonly ids: readonly number[];
  readonly isClean: boolean;
  readonly distance: number;
}

/** The best group in one row, or a nearer WHOLE unit of `tables`. A group that leaves a single seat alone is worse than that. */
export function bestTogether(
  rows: readonly NaiveRow[],
  wish: BestWish,
  isOrphanSafe: boolean,
  tables: readonly NaiveTable[] = [],
): NaiveChoice {
  const distances = distancesOf(rows);
  const best = groupsOf(rows, wish, distances, tables)
    .filter(({ isClean }) => isClean || !isOrphanSafe)
    .toSorted((a, b) => Number(b.isClean) - Number(a.isClean) || a.distance - b.distance)[0];
  const [table] = tables
    .filter((one) => isSuitable(rows, wish, one))
    .map(({ id, seats }) => ({ id, seats, distance: (distanceOf(seats, distances) / seats.length) * wish.count }))
    .toSorted((a, b) => a.distance - b.distance);
  const isNearer = best === undefined || !best.isClean || best.distance > (table?.distance ?? Infinity);
  if (table !== undefined && isNearer) return { seats: table.seats, table: table.id };
  if (best !== undefined) return { seats: best.ids };
  for (let count = wish.count - 1; count >= Math.max(1, wish.accessible); count--) {
    const fits = groupsOf(rows, { ...wish, count }, distances, tables).some(({ isClean }) => isClean || !isOrphanSafe);
    if (fits) return { largestTogether: count };
  }
  return { largestTogether: 0 };
}

/** Every group in one row that the wish allows, in layout order. */
function groupsOf(
  rows: readonly NaiveRow[],
  wish: BestWish,
  distances: ReadonlyMap<number, number>,
  tables: readonly NaiveTable[],
): Group[] {
  const isAtTable = ({ id }: NaivePlace): boolean => tables.some(({ seats }) => seats.includes(id));
  return rows.flatMap((row) =>
    row.seats.flatMap((_, from) => {
      const group = row.seats.slice(from, from + wish.count);
      const accessible = group.filter((seat) => seat.isAccessible).length;
      if (group.length < wish.count || accessible !== wish.accessible) return [];
      if (!group.every((seat) => isWanted(row, seat, wish) && !isAtTable(seat))) return [];
      const ids = group.map(({ id }) => id);
      if (isParted(row, ids)) return [];
      const distance = distanceOf(ids, distances);
      return [{ ids, distance, isClean: leavesNoneAlone(rows, new Set(ids)) }];
    }),
  );
}

/** Whether an aisle is between neighbouring seats of a row. */
export function isParted({ aisles = [] }: Pick<NaiveRow, 'aisles'>, ids: readonly number[]): boolean {
  return ids.slice(0, -1).some((id) => aisles.includes(id));
}

function distanceOf(ids: readonly number[], distances: ReadonlyMap<number, number>): number {
  return ids.reduce((sum, id) => sum + (distances.get(id) as number), 0);
}

/** Whether the guests may have the whole unit: all its seats are free, and as the wish wants them. */
function isSuitable(rows: readonly NaiveRow[], wish: BestWish, { seats, isFor, isAllowed }: NaiveTable): boolean {
  const own = rows.flatMap((row) =>
    row.seats.filter(({ id }) => seats.includes(id)).map((seat) => ({ ...seat, isGood: isWanted(row, seat, wish) })),
  );
  const accessible = own.filter((seat) => seat.isAccessible).length;
  return isAllowed && isFor(wish.count) && accessible === wish.accessible && own.every(({ isGood }) => isGood);
}

function isWanted({ section }: NaiveRow, seat: NaivePlace, { priceIds, sectionIds }: BestWish): boolean {
  if (!seat.isFree || seat.isHidden === true || seat.priceId === null) return false;
  return (priceIds?.includes(seat.priceId) ?? true) && (sectionIds?.includes(section) ?? true);
}

/** No free seat beside a taken one is left without a free neighbour. */
export function leavesNoneAlone(rows: readonly NaiveRow[], taken: ReadonlySet<number>): boolean {
  return rows.every(({ seats }) =>
    seats.every((seat, at) => {
      const isLeft = (other: NaivePlace | undefined): boolean =>
        other?.isFree === true && other.isInUnit !== true && !taken.has(other.id);
      const beside = [seats[at - 1], seats[at + 1]];
      const isTouched = beside.some((other) => other !== undefined && other.isInUnit !== true && taken.has(other.id));
      return !isTouched || !isLeft(seat) || beside.some(isLeft);
    }),
  );
}

/** Every set of seats in neighbouring rows of one section that the wish allows, whatever its groups. */
export function spreadsOf(rows: readonly NaiveRow[], wish: BestWish): (readonly number[])[] {
  const sets: (readonly number[])[] = [];
  const wanted = rows.flatMap((row, at) =>
    row.seats.filter((seat) => isWanted(row, seat, wish)).map((seat) => ({ ...seat, row: at, section: row.section })),
  );
  const extend = (from: number, chosen: typeof wanted): void => {
    if (chosen.length === wish.count) {
      const rowsUsed = [...new Set(chosen.map(({ row }) => row))];
      const isOneBlock = rowsUsed.every((row, at) => at === 0 || row === (rowsUsed[at - 1] as number) + 1);
      const isOneSection = new Set(chosen.map(({ section }) => section)).size === 1;
      const accessible = chosen.filter((seat) => seat.isAccessible).length;
      if (isOneBlock && isOneSection && accessible === wish.accessible) sets.push(chosen.map(({ id }) => id));
      return;
    }
    for (let at = from; at < wanted.length; at++) extend(at + 1, [...chosen, wanted[at] as (typeof wanted)[number]]);
  };
  extend(0, []);
  return sets;
}

/** The sizes of the groups of neighbouring seats in a set, over aisles too, the largest first. */
export function groupSizes(rows: readonly NaiveRow[], ids: readonly number[]): number[] {
  const sizes: number[] = [];
  for (const { seats } of rows) {
    let size = 0;
    for (const { id } of seats) {
      if (ids.includes(id)) size++;
      else if (size > 0) sizes.push(size);
      if (!ids.includes(id)) size = 0;
    }
    if (size > 0) sizes.push(size);
  }
  return sizes.sort((a, b) => b - a);
}

/** To the middle of the stage's side, in whole parts of the largest distance, as the product rounds it. */
function distancesOf(rows: readonly NaiveRow[]): ReadonlyMap<number, number> {
  const places = rows.flatMap(({ seats, aisles }, row) =>
    seats.map(({ id }, at) => ({ id, ...placeAt(row, at, seats.length, aisles) })),
  );
  const xs = places.map(({ x }) => x);
  const [x, y] = [(Math.min(...xs) + Math.max(...xs)) / 2, Math.min(...places.map((place) => place.y))];
  const far = Math.max(...places.map((place) => Math.hypot(place.x - x, place.y - y)));
  return new Map(
    places.map((place) => [
      place.id,
      far === 0 ? 0 : Math.round(Math.hypot(place.x - x, place.y - y) * (2 ** 20 / far)),
    ]),
  );
}
