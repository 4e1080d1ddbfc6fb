/**
 * Wheelchair places with companions, chosen in random small halls and compared with a search through all ways to choose
 * them: something is chosen exactly when something can be, and what is chosen is right.
 */
import { chooseAccessible } from '#domain/best/accessible-groups.ts';
import type { AccessibleNeed } from '#domain/selection.ts';
import { EventDriver } from '../../support/event-driver.ts';
import type { HallPlan } from '../../support/hall-geometry.ts';
import { SeededRandom } from '../../support/seeded-random.ts';

interface Row {
  /** Ids of neighbouring seats without an aisle or a taken seat between. */
  readonly runs: readonly (readonly number[])[];
}

/** The runs of free seats of each row, as a person would see them. */
function runsOf({ rows, aisles = [] }: HallPlan, taken: ReadonlySet<number>): readonly Row[] {
  return rows.map((count, row) => {
    const runs: number[][] = [[]];
    for (let at = 0; at < count; at++) {
      const id = 101 + row * 100 + at;
      if (taken.has(id)) runs.push([]);
      else runs.at(-1)?.push(id);
      if (aisles.includes(id)) runs.push([]);
    }
    return { runs };
  });
}

/** All groups of one wheelchair place and so many companions. */
function groupsOf(run: readonly number[], wheelchairs: ReadonlySet<number>, companions: number): readonly number[][] {
  const groups = run.map((_, at) => run.slice(at, at + companions + 1));
  return groups.filter(
    (group) => group.length === companions + 1 && group.filter((id) => wheelchairs.has(id)).length === 1,
  );
}

/** Whether groups of these sizes exist that share no seat. */
function canPlace(
  runs: readonly (readonly number[])[],
  wheelchairs: ReadonlySet<number>,
  sizes: readonly number[],
  used: ReadonlySet<number>,
): boolean {
  const [size, ...others] = sizes;
  if (size === undefined) return true;
  return runs.some((run) =>
    groupsOf(run, wheelchairs, size).some(
      (group) =>
        group.every((id) => !used.has(id)) && canPlace(runs, wheelchairs, others, new Set([...used, ...group])),
    ),
  );
}

function sizesOf({ wheelchairs, companions }: AccessibleNeed): readonly number[] {
  const sizes = new Array<number>(wheelchairs).fill(Math.floor(companions / wheelchairs));
  for (let at = 0; at < companions % wheelchairs; at++) (sizes[at] as number)++;
  return sizes;
}

function randomHall(random: SeededRandom): HallPlan {
  const rows = Array.from({ length: 1 + random.below(3) }, () => 1 + random.below(8));
  const ids = rows.flatMap((count, row) => Array.from({ length: count }, (_, at) => 101 + row * 100 + at));
  // An aisle is a gap that is wider than the usual one of its row.
  const aisles = rows.flatMap((count, row) =>
    count > 2 && random.chance(0.4) ? [101 + row * 100 + random.below(count - 1)] : [],
  );
  const some = (share: number): number[] => ids.filter(() => random.chance(share));
  return { rows, wheelchairs: some(0.35), companions: some(0.3), aisles };
}

/** What is wrong with the chosen seats, or null. */
function faultOf(
  chosen: readonly number[],
  runs: readonly (readonly number[])[],
  plan: HallPlan,
  need: AccessibleNeed,
) {
  const wheelchairs = new Set(plan.wheelchairs);
  const places = chosen.filter((id) => wheelchairs.has(id));
  if (new Set(chosen).size !== chosen.length) return 'a seat twice';
  if (places.length !== need.wheelchairs || chosen.length !== need.wheelchairs + need.companions)
    return 'other numbers';
  const own = runs.map((run) => run.filter((id) => chosen.includes(id)));
  return canPlace(adjacentParts(own), wheelchairs, sizesOf(need), new Set()) ? null : 'a companion who sits alone';
}

/** The chosen seats of each run, split where one between them was not chosen. */
function adjacentParts(runs: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return runs.flatMap((run) => {
    const parts: number[][] = [];
    for (const id of run) {
      if (parts.at(-1)?.at(-1) === id - 1) parts.at(-1)?.push(id);
      else parts.push([id]);
    }
    return parts;
  });
}

const rounds = 4_000;

test(`are found whenever there are any, ${rounds} times`, () => {
  const random = new SeededRandom(34);
  let found = 0;
  for (let round = 0; round < rounds; round++) {
    const plan = randomHall(random);
    const driver = new EventDriver({ ...plan, areas: [] });
    const ids = plan.rows.flatMap((count, row) => Array.from({ length: count }, (_, at) => 101 + row * 100 + at));
    const taken = ids.filter(() => random.chance(0.2));
    driver.book('lock-seats', taken);
    const wheelchairs = 1 + random.below(3);
    const need = { wheelchairs, companions: random.below(3 * wheelchairs + 1) };
    const runs = runsOf(plan, new Set(taken)).flatMap((row) => row.runs);
    const isPossible = canPlace(runs, new Set(plan.wheelchairs), sizesOf(need), new Set());
    const seats = chooseAccessible(driver.state, null, need);
    const chosen = seats?.map((seat) => driver.state.seatMap.idAt(seat)) ?? null;
    const where = { round, plan, taken, need, chosen };
    expect({ ...where, isFound: chosen !== null }).toEqual({ ...where, isFound: isPossible });
    if (chosen === null) continue;
    found++;
    expect({ ...where, fault: faultOf(chosen, runs, plan, need) }).toEqual({ ...where, fault: null });
  }
  expect(found).toBeGreaterThan(rounds / 10);
});

test('prefer seats for companions, then one row, then the row that is nearer to the stage', () => {
  const chosenIn = (plan: HallPlan, need: AccessibleNeed) => {
    const { state } = new EventDriver({ ...plan, areas: [] });
    return chooseAccessible(state, null, need)?.map((seat) => state.seatMap.idAt(seat));
  };
  const row = { rows: [5], wheelchairs: [103], companions: [104] };
  expect(chosenIn(row, { wheelchairs: 1, companions: 1 })).toEqual([103, 104]);
  expect(chosenIn(row, { wheelchairs: 1, companions: 2 })).toEqual([101, 102, 103]);
  const rows = { rows: [3, 6, 6], wheelchairs: [102, 202, 205, 302, 305] };
  expect(chosenIn(rows, { wheelchairs: 1, companions: 0 })).toEqual([102]);
  expect(chosenIn(rows, { wheelchairs: 2, companions: 2 })).toEqual([201, 202, 204, 205]);
  expect(chosenIn(rows, { wheelchairs: 3, companions: 0 })).toEqual([102, 202, 205]);
});

test('a search looks at a bounded number of places, also in a hall of nothing but wheelchair places', () => {
  const ids = Array.from({ length: 4_000 }, (_, at) => 101 + at);
  const { state } = new EventDriver({ rows: [4_000], areas: [], wheelchairs: ids });
  const { available } = state.seats;
  const has = available.has.bind(available);
  let looks = 0;
  available.has = (seat) => {
    looks++;
    return has(seat);
  };
  expect(chooseAccessible(state, null, { wheelchairs: 10, companions: 15 })).toBeNull();
  // Once with seats for companions only, and once with any seat.
  expect(looks).toBe(2 * 2_000);
  expect(chooseAccessible(state, null, { wheelchairs: 10, companions: 0 })).toHaveLength(10);
});
