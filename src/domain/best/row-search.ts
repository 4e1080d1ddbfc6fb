/**
 * The search inside one row: the nearest group of neighbouring places of a size, and the largest group. Costs a few
 * steps for each seat of the row.
 */
import type { Takeable } from './takeable.ts';

/** The size of a group, and how many accessible seats it may have. */
export interface GroupSize {
  readonly count: number;
  readonly accessibleMin: number;
  readonly accessibleMax: number;
  /** Seats on both sides of an aisle are neighbours too. */
  readonly crossesAisles: boolean;
}

/** Neighbouring places of one row, from `place` on; `distance` is the sum over its seats. */
export interface Group {
  readonly place: number;
  readonly count: number;
  readonly distance: number;
}

/** The nearest group of a row: of those that leave no single seat alone, and of all. `at` is -1 when there is none. */
export interface RowFinding {
  cleanAt: number;
  cleanDistance: number;
  anyAt: number;
  anyDistance: number;
}

export function newFinding(): RowFinding {
  return { cleanAt: -1, cleanDistance: 0, anyAt: -1, anyDistance: 0 };
}

/** Searches the row; writes to `finding`. Of groups at the same distance the first one counts. */
export function searchRow(takeable: Takeable, row: number, size: GroupSize, finding: RowFinding): void {
  finding.cleanAt = -1;
  finding.anyAt = -1;
  const { seating } = takeable;
  const { distances, partStarts } = seating;
  const { count, accessibleMin, accessibleMax, crossesAisles } = size;
  const end = seating.endOf(row);
  let length = 0;
  let distance = 0;
  let accessible = 0;
  for (let place = seating.firstOf(row); place < end; place++) {
    const isTakeable = takeable.has(place);
    if (!isTakeable || (partStarts[place] === 1 && !crossesAisles)) {
      length = 0;
      distance = 0;
      accessible = 0;
      if (!isTakeable) continue;
    }
    length++;
    distance += distances[place] as number;
    if (takeable.isAccessible(place)) accessible++;
    if (length > count) {
      distance -= distances[place - count] as number;
      if (takeable.isAccessible(place - count)) accessible--;
    }
    if (length < count || accessible < accessibleMin || accessible > accessibleMax) continue;
    const from = place + 1 - count;
    if (finding.anyAt === -1 || distance < finding.anyDistance) {
      finding.anyAt = from;
      finding.anyDistance = distance;
    }
    const isNearer = finding.cleanAt === -1 || distance < finding.cleanDistance;
    if (isNearer && takeable.leavesNoneAlone(row, from, place + 1)) {
      finding.cleanAt = from;
      finding.cleanDistance = distance;
    }
  }
}

/** How many seats of the row can be taken, and the longest run of them, over aisles too. */
export function measureRow(takeable: Takeable, row: number): { ordinary: number; accessible: number; longest: number } {
  const { seating } = takeable;
  const found = { ordinary: 0, accessible: 0, longest: 0 };
  let length = 0;
  for (let place = seating.firstOf(row); place < seating.endOf(row); place++) {
    if (!takeable.has(place)) {
      length = 0;
      continue;
    }
    length++;
    if (length > found.longest) found.longest = length;
    if (takeable.isAccessible(place)) found.accessible++;
    else found.ordinary++;
  }
  return found;
}

/** How many ordinary and accessible seats are still wanted. */
export interface Rest {
  readonly ordinary: number;
  readonly accessible: number;
}

/**
 * The largest group of the row with at most as many ordinary and accessible seats as are wanted, and at most
 * `countMax` in all; of several the nearest. Null: there is none. `isClean`: it must leave no single seat alone. The
 * group may cross an aisle: of two groups beside the aisle, each could leave a seat alone that the other one takes.
 */
export function largestGroup(
  takeable: Takeable,
  row: number,
  { ordinary, accessible }: Rest,
  isClean: boolean,
  countMax: number,
): Group | null {
  for (let count = Math.min(countMax, ordinary + accessible); count > 0; count--) {
    const accessibleMin = Math.max(0, count - ordinary);
    searchRow(takeable, row, { count, accessibleMin, accessibleMax: accessible, crossesAisles: true }, found);
    const place = isClean ? found.cleanAt : found.anyAt;
    if (place !== -1) return { place, count, distance: isClean ? found.cleanDistance : found.anyDistance };
  }
  return null;
}

const found = newFinding();
