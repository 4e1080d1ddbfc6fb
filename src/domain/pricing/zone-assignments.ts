/**
 * Matches zone assignments to a layout, and expands prices by zone to the zones' seats and areas. The caller looks
 * zones up; nothing here knows which zones exist.
 */

import { fieldErrorsMax } from '../limits.ts';
import type { FieldCode, FieldError } from '../refusal.ts';
import type { SeatMap } from '../seats/seat-map.ts';
import type { AreaAssignment } from './pricing-command.ts';
import { type SeatLines, SeatLinesBuilder } from './seat-lines.ts';

/** The zone for each seat and area; `assignmentId` is the zone. */
export interface ZoneAssignments {
  readonly seatIds: Float64Array;
  readonly seatZones: Float64Array;
  readonly groupOfSeats: readonly AreaAssignment[];
}

/** The rows to store: each seat and area once, in ascending order. */
export interface PlacedZones {
  readonly seatIndices: Int32Array;
  readonly seatZones: Float64Array;
  readonly areas: readonly AreaAssignment[];
}

export type ZonePlacement =
  | { readonly ok: true; readonly placed: PlacedZones }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Finds the seats and areas of the lines; the last line of each counts. */
export function placeZones(map: SeatMap, { seatIds, seatZones, groupOfSeats }: ZoneAssignments): ZonePlacement {
  const errors: FieldError[] = [];
  const zones = new Float64Array(map.size).fill(Number.NaN);
  for (let line = 0; line < seatIds.length; line++) {
    const id = seatIds[line] as number;
    const index = map.indexOf(id);
    if (index === -1 || map.isRemoved(index))
      note(errors, `seats[${line}].objectId`, 'UNKNOWN_VALUE', 'must be a seat of the schema', id);
    else zones[index] = seatZones[line] as number;
  }
  const areas = new Map<number, AreaAssignment>();
  groupOfSeats.forEach((line, position) => {
    const { objectId, activeCount } = line;
    const field = `groupOfSeats[${position}]`;
    const area = map.areas[map.areaIndexOf(objectId)];
    if (area === undefined || area.removed !== undefined) {
      note(errors, `${field}.objectId`, 'UNKNOWN_VALUE', 'must be an area of the schema', objectId);
    } else if (area.capacity > 0 && (activeCount ?? 0) > area.capacity) {
      note(
        errors,
        `${field}.activeCount`,
        'MAX',
        `must be at most ${area.capacity}, the places of the area`,
        activeCount,
      );
    } else areas.set(objectId, line);
  });
  if (errors.length > 0) return { ok: false, errors };
  const sortedAreas = [...areas.values()].toSorted((a, b) => a.objectId - b.objectId);
  return { ok: true, placed: { ...columnsOf(zones), areas: sortedAreas } };
}

/** The seats that have a zone, and their zones. */
function columnsOf(zones: Float64Array): Pick<PlacedZones, 'seatIndices' | 'seatZones'> {
  const seatIndices = new Int32Array(zones.length);
  let count = 0;
  for (let index = 0; index < zones.length; index++) {
    if (Number.isNaN(zones[index])) continue;
    seatIndices[count] = index;
    zones[count] = zones[index] as number;
    count++;
  }
  return { seatIndices: seatIndices.subarray(0, count), seatZones: zones.subarray(0, count) };
}

/** The field errors of lines whose zone is among `unknown`. */
export function unknownZoneErrors(assignments: ZoneAssignments, unknown: ReadonlySet<number>): readonly FieldError[] {
  const errors: FieldError[] = [];
  const look = (zone: number, field: string): void => {
    if (unknown.has(zone)) {
      note(errors, `${field}.assignmentId`, 'UNKNOWN_VALUE', 'must be a pricing zone of the schema', zone);
    }
  };
  assignments.seatZones.forEach((zone, line) => {
    look(zone, `seats[${line}]`);
  });
  assignments.groupOfSeats.forEach(({ assignmentId }, line) => {
    look(assignmentId, `groupOfSeats[${line}]`);
  });
  return errors;
}

/** The seats and areas of a zone. */
export interface ZoneContents {
  /** Runs of consecutive ids: `[first, count]`. */
  readonly seats: readonly (readonly [first: number, count: number])[];
  readonly areas: readonly (readonly [id: number, activeCount: number | null])[];
}

export interface PriceLines {
  readonly seats: SeatLines;
  readonly groupOfSeats: readonly AreaAssignment[];
}

/**
 * The price lines, followed by those of the zones. `zoneOf` gives the position of the zone line that an added line
 * comes from.
 */
export interface ExpandedLines extends PriceLines {
  readonly zoneOf: (list: 'seats' | 'groupOfSeats', position: number) => number | undefined;
}

/**
 * Adds a line for every seat and area of the zones that has no line of its own. `contents` must have all zones that are
 * named.
 */
export function expandZones(
  lines: PriceLines,
  pricingZones: readonly AreaAssignment[],
  contents: ReadonlyMap<number, ZoneContents>,
): ExpandedLines {
  const held = pricingZones.map(({ objectId: zone }) => contents.get(zone) as ZoneContents);
  const own = new OwnSeats(lines.seats.ids, held);
  const seats = SeatLinesBuilder.after(lines.seats, own.countMax);
  const groupOfSeats = [...lines.groupOfSeats];
  const ownAreas = new Set(groupOfSeats.map(({ objectId }) => objectId));
  const seatEnds: number[] = [];
  const areaEnds: number[] = [];
  for (const [at, { assignmentId, activeCount }] of pricingZones.entries()) {
    const zone = held[at] as ZoneContents;
    for (const run of zone.seats) own.forEachOther(run, (id) => seats.add(id, assignmentId, null));
    for (const [id, ownCount] of zone.areas) {
      if (!ownAreas.has(id)) groupOfSeats.push({ objectId: id, assignmentId, activeCount: activeCount ?? ownCount });
    }
    seatEnds.push(seats.count);
    areaEnds.push(groupOfSeats.length);
  }
  const firstAdded = { seats: lines.seats.ids.length, groupOfSeats: lines.groupOfSeats.length };
  return {
    seats: seats.lines(),
    groupOfSeats,
    zoneOf: (list, position) => {
      if (position < firstAdded[list]) return undefined;
      return (list === 'seats' ? seatEnds : areaEnds).findIndex((end) => position < end);
    },
  };
}

type MarkedRun = readonly [first: number, count: number, mark: number];
type IdRun = ZoneContents['seats'][number];

/** Which seats of the zones have a line of their own: a mark per seat, found by its run. */
class OwnSeats {
  readonly #runs: readonly MarkedRun[];
  readonly #marks: Uint8Array;
  /** Seats of the zones' lines, those of a zone that is named twice counted twice. */
  readonly countMax: number;

  constructor(ids: Float64Array, zones: readonly ZoneContents[]) {
    const runs = [...new Set(zones)].flatMap(({ seats }) => seats).toSorted((one, other) => one[0] - other[0]);
    const starts = [0];
    for (const [, count] of runs) starts.push((starts.at(-1) as number) + count);
    this.#runs = runs.map(([first, count], at) => [first, count, starts[at] as number]);
    this.#marks = new Uint8Array(starts.at(-1) as number);
    this.countMax = zones.reduce((sum, { seats }) => sum + seats.reduce((part, [, count]) => part + count, 0), 0);
    for (const id of ids) {
      const at = this.#markOf(id);
      if (at !== -1) this.#marks[at] = 1;
    }
  }

  forEachOther([first, count]: IdRun, visit: (id: number) => void): void {
    const mark = this.#markOf(first);
    for (let offset = 0; offset < count; offset++) if (this.#marks[mark + offset] === 0) visit(first + offset);
  }

  #markOf(id: number): number {
    let low = 0;
    let high = this.#runs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#runs[middle] as MarkedRun)[0] <= id) low = middle;
      else high = middle - 1;
    }
    const [first, count, mark] = this.#runs[low] ?? [0, 0, 0];
    return id >= first && id < first + count ? mark + id - first : -1;
  }
}

function note(errors: FieldError[], field: string, code: FieldCode, message: string, rejectedValue: unknown): void {
  if (errors.length < fieldErrorsMax) errors.push({ field, message, rejectedValue, code });
}
