/**
 * A seat plan in memory: the layout as the public map call answers it, decoded into columns for drawing and navigation.
 * A seat is named by its place in the columns. Knows nothing of prices and sales. Pure.
 */

/** The schema object as the service answers it; numbers are delta-coded, the first one is absolute. */
export interface SchemaObject {
  readonly plainSeats: {
    readonly ids: readonly number[];
    readonly x: readonly number[];
    readonly y: readonly number[];
    readonly rowIds: readonly number[];
    readonly sectorIds: readonly number[];
    readonly names: readonly string[];
  };
  readonly rows: readonly {
    readonly id: number;
    readonly rowNumber: string;
    readonly sectorId: number;
    readonly name: string;
    readonly seatName: string;
  }[];
  readonly sectors: readonly {
    readonly id: number;
    readonly name: string;
    readonly isGa: boolean;
    readonly angle: number;
  }[];
  readonly background: { readonly svg: string; readonly viewBox: Box };
  readonly configuration: {
    readonly accessible: readonly number[];
    readonly marked: readonly number[];
    /** Absent when no seat of the map has the feature. */
    readonly wheelchair?: readonly number[];
    readonly companion?: readonly number[];
    readonly stepFree?: readonly number[];
    readonly hearing?: readonly number[];
    readonly restrictedView?: readonly number[];
    /** Absent when all seats are booked one by one. */
    readonly hasUnits?: true;
    readonly eventName: string | null;
  };
}

/** Where each thing is in a column, by its id. */
export interface PlacesById {
  get(id: number): number | undefined;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Sector {
  readonly id: number;
  readonly name: string;
  /** A general-admission area: places with a counter, without seats. */
  readonly isArea: boolean;
  /** Indexes of its rows, in layout order. */
  readonly rows: readonly number[];
}

export interface Row {
  readonly label: string;
  /** Index of its sector. */
  readonly sector: number;
  /** The nouns of this section, such as "Row" and "Seat". */
  readonly noun: string;
  readonly seatNoun: string;
  /** Seats in layout order. */
  readonly seats: readonly number[];
}

/** Those of a layout that names none. A page translates these; nouns that an organizer has written stay as they are. */
export const usualNouns = { row: 'Row', seat: 'Seat' } as const;

/** A unit, which is taken as a whole, with at least one seat of the plan. */
export interface PlanUnit {
  readonly name: string;
  readonly seats: readonly number[];
}

const allTraits = ['wheelchair', 'accessible', 'companion', 'stepFree', 'hearing', 'restrictedView'] as const;
/** What a seat is or has, in the order in which it is told. */
export type Trait = (typeof allTraits)[number];

export interface Plan {
  readonly eventName: string | null;
  /** When a plan is shown in place of another one, a sector that is the same object has the same seats at the same places. */
  readonly sectors: readonly Sector[];
  readonly rows: readonly Row[];
  readonly seatCount: number;
  readonly ids: Float64Array;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** Index of each seat's row and sector. A row of -1: there is no seat at this place any more. */
  readonly rowOf: Int32Array;
  readonly sectorOf: Int32Array;
  readonly names: readonly string[];
  /** 1: the seat is accessible, or a wheelchair place. */
  readonly accessible: Uint8Array;
  /** What seats are or have; ordinary seats have no entry. */
  readonly traits: ReadonlyMap<number, readonly Trait[]>;
  readonly hasWheelchairPlaces: boolean;
  /** Whether some seats are booked together: tables, boxes, booths. */
  readonly hasUnits: boolean;
  readonly seatById: PlacesById;
  readonly sectorById: PlacesById;
  readonly background: { readonly svg: string; readonly viewBox: Box };
}

/** A wheelchair place is not called accessible as well. */
function traitsOf(configuration: SchemaObject['configuration'], seatById: PlacesById): Plan['traits'] {
  const traits = new Map<number, Trait[]>();
  const wheelchairs = new Set(configuration.wheelchair ?? []);
  for (const trait of allTraits) {
    for (const id of configuration[trait] ?? []) {
      const seat = seatById.get(id);
      if (seat === undefined || (trait === 'accessible' && wheelchairs.has(id))) continue;
      traits.set(seat, [...(traits.get(seat) ?? []), trait]);
    }
  }
  return traits;
}

export function readPlan({ plainSeats, rows, sectors, background, configuration }: SchemaObject): Plan {
  const rowIndex = indexOf(sumsOf(rows.map(({ id }) => id)));
  const sectorIds = sumsOf(sectors.map(({ id }) => id));
  const sectorIndex = indexOf(sectorIds);
  const ids = sumsOf(plainSeats.ids);
  const rowIds = sumsOf(plainSeats.rowIds);
  const rowOf = new Int32Array(ids.length);
  for (let seat = 0; seat < ids.length; seat++) rowOf[seat] = rowIndex.get(rowIds[seat] as number) ?? 0;
  const seatById = indexOf(ids);
  const accessible = new Uint8Array(ids.length);
  for (const id of [...configuration.accessible, ...(configuration.wheelchair ?? [])]) {
    const seat = seatById.get(id);
    if (seat !== undefined) accessible[seat] = 1;
  }
  const sectorOfRow = rows.map(({ sectorId }) => sectorIndex.get(sectorId) ?? 0);
  const seatsOfRows = membersOf(rowOf, rows.length);
  const rowsOfSectors = membersOf(sectorOfRow, sectors.length);
  return {
    eventName: configuration.eventName,
    sectors: sectors.map(({ name, isGa }, at) => {
      return { id: sectorIds[at] as number, name, isArea: isGa, rows: rowsOfSectors[at] ?? [] };
    }),
    rows: rows.map(({ rowNumber, name, seatName }, at) => {
      const sector = sectorOfRow[at] ?? 0;
      return { label: rowNumber, sector, noun: name, seatNoun: seatName, seats: seatsOfRows[at] ?? [] };
    }),
    seatCount: ids.length,
    ids,
    xs: sumsOf(plainSeats.x),
    ys: sumsOf(plainSeats.y),
    rowOf,
    sectorOf: rowOf.map((row) => sectorOfRow[row] ?? 0),
    names: plainSeats.names,
    accessible,
    traits: traitsOf(configuration, seatById),
    hasWheelchairPlaces: (configuration.wheelchair ?? []).length > 0,
    hasUnits: configuration.hasUnits === true,
    seatById,
    sectorById: sectorIndex,
    background,
  };
}

/** Undoes the delta coding: each value is added to the one before it. */
function sumsOf(steps: readonly number[]): Float64Array {
  const sums = new Float64Array(steps.length);
  let sum = 0;
  for (let at = 0; at < steps.length; at++) {
    sum += steps[at] as number;
    sums[at] = sum;
  }
  return sums;
}

/** A column takes so many times the ids at most; scattered ids are in a map, which takes several times as long to fill. */
const columnShare = 4;

function indexOf(ids: Float64Array): PlacesById {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const id of ids) {
    if (id < first) first = id;
    if (id > last) last = id;
  }
  const length = ids.length === 0 ? 0 : last - first + 1;
  const isWhole = ids.every(Number.isInteger);
  if (!isWhole || length > columnShare * ids.length) return new Map(Array.from(ids, (id, at) => [id, at]));
  /** 0: there is none. */
  const column = new Int32Array(length);
  for (let at = 0; at < ids.length; at++) column[(ids[at] as number) - first] = at + 1;
  return {
    get: (id) => {
      const place = column[id - first] ?? 0;
      return place === 0 ? undefined : place - 1;
    },
  };
}

/** The members of each group in their order, from the group of each member. */
function membersOf(groups: ArrayLike<number>, groupCount: number): number[][] {
  const members: number[][] = Array.from({ length: groupCount }, () => []);
  for (let at = 0; at < groups.length; at++) members[groups[at] as number]?.push(at);
  return members;
}
