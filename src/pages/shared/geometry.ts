/**
 * The measures of a plan that drawing needs: the size of a seat in each sector, the box of each sector, and the extent
 * of the plan. Computed once per plan; a sector that is the same object as in the plan before keeps its measures. Pure.
 */
import type { Box, Plan } from './plan.ts';

/** A sector's measures, in units of the plan. */
export interface SectorShape {
  /** Null without a seat. */
  readonly box: Box | null;
  /** Distance between the middles of neighbouring seats. */
  readonly pitch: number;
  readonly radius: number;
  /** Width of a line along a row that touches the lines of the rows beside it. */
  readonly rowWidth: number;
}

export interface Geometry {
  readonly sectors: readonly SectorShape[];
  /** The pitch of most seats. */
  readonly pitch: number;
  /** Everything: seats, areas and the background. */
  readonly extent: Box;
}

const pitchDefault = 24;
/** Part of the pitch that a seat's radius takes; the rest is the space between seats. */
const radiusShare = 0.42;
/** Neighbours in a row that are farther apart than so many pitches have an aisle between them, or sit at two tables. */
export const aislePitches = 2.6;
const samplesMax = 400;

export function measure(
  plan: Plan,
  before: { readonly plan: Plan; readonly geometry: Geometry } | null = null,
): Geometry {
  const sectors = plan.sectors.map((one, sector) => {
    const kept = before?.plan.sectors[sector] === one ? before.geometry.sectors[sector] : undefined;
    return kept ?? sectorShape(plan, sector);
  });
  const largest = sectors.map(({ pitch }, sector) => ({ pitch, seats: seatsIn(plan, sector) }));
  const pitch = largest.sort((one, other) => other.seats - one.seats)[0]?.pitch ?? pitchDefault;
  const boxes = sectors.flatMap(({ box }) => (box === null ? [] : [box]));
  return { sectors, pitch, extent: unionOf([...boxes, plan.background.viewBox]) };
}

export function unionOf(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { x: left, y: top, width: Math.max(right - left, 1), height: Math.max(bottom - top, 1) };
}

function seatsIn(plan: Plan, sector: number): number {
  return plan.sectors[sector]?.rows.reduce((sum, row) => sum + (plan.rows[row]?.seats.length ?? 0), 0) ?? 0;
}

function sectorShape(plan: Plan, sector: number): SectorShape {
  const alongRows: number[] = [];
  const acrossRows: number[] = [];
  const rows = plan.sectors[sector]?.rows ?? [];
  const step = Math.max(1, Math.floor(rows.length / samplesMax));
  for (let at = 0; at < rows.length; at += step) {
    const seats = plan.rows[rows[at] as number]?.seats ?? [];
    const middle = Math.floor(seats.length / 2);
    if (seats.length > 1) alongRows.push(distance(plan, seats[middle - 1] as number, seats[middle] as number));
    const next = plan.rows[rows[at + 1] ?? -1]?.seats;
    if (next !== undefined && seats.length > 0) acrossRows.push(nearest(plan, seats[middle] as number, next));
  }
  const seatGap = medianOf(alongRows) ?? medianOf(acrossRows) ?? pitchDefault;
  const rowGap = medianOf(acrossRows) ?? seatGap;
  const pitch = Math.max(Math.min(seatGap, rowGap), seatGap * 0.4, 0.001);
  const rowWidth = Math.min(Math.max(rowGap, pitch) * 1.12, pitch * 2.4);
  return { box: boxOf(plan, sector), pitch, radius: pitch * radiusShare, rowWidth };
}

function distance({ xs, ys }: Plan, one: number, other: number): number {
  return Math.hypot((xs[one] ?? 0) - (xs[other] ?? 0), (ys[one] ?? 0) - (ys[other] ?? 0));
}

function nearest(plan: Plan, seat: number, others: readonly number[]): number {
  return others.reduce((least, other) => Math.min(least, distance(plan, seat, other)), Number.POSITIVE_INFINITY);
}

/** Leaves out 0, which is between seats at one point, and infinity, which is without a seat to measure to. */
function medianOf(values: readonly number[]): number | undefined {
  const useful = values.filter((value) => value > 0 && Number.isFinite(value)).sort((one, other) => one - other);
  return useful[Math.floor(useful.length / 2)];
}

/** The box around the middles of a sector's seats; null without a seat. */
function boxOf(plan: Plan, sector: number): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const row of plan.sectors[sector]?.rows ?? []) {
    const seats = plan.rows[row]?.seats ?? [];
    for (let at = 0; at < seats.length; at++) {
      const x = plan.xs[seats[at] as number] as number;
      const y = plan.ys[seats[at] as number] as number;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
  }
  return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top };
}
