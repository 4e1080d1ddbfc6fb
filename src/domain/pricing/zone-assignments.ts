/**
 * Matches zone assignments to a layout, and expands prices by zone to the zones' seats and areas. The caller looks
 * zones up; nothing here knows which zones exist.
 */

import type { AreaAssignment, SeatAssignment } from '../command.ts';
import { fieldErrorsMax } from '../limits.ts';
import type { FieldError } from '../refusal.ts';
import type { SeatMap } from '../seats/seat-map.ts';

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
  readonly seats: readonly SeatAssignment[];
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
  const seats = [...lines.seats];
  const groupOfSeats = [...lines.groupOfSeats];
  const ownSeats = new Set(seats.map(({ objectId }) => objectId));
  const ownAreas = new Set(groupOfSeats.map(({ objectId }) => objectId));
  const seatEnds: number[] = [];
  const areaEnds: number[] = [];
  for (const { objectId: zone, assignmentId, activeCount } of pricingZones) {
    const held = contents.get(zone) as ZoneContents;
    for (const [first, count] of held.seats) {
      for (let id = first; id < first + count; id++) if (!ownSeats.has(id)) seats.push({ objectId: id, assignmentId });
    }
    for (const [id, ownCount] of held.areas) {
      if (!ownAreas.has(id)) groupOfSeats.push({ objectId: id, assignmentId, activeCount: activeCount ?? ownCount });
    }
    seatEnds.push(seats.length);
    areaEnds.push(groupOfSeats.length);
  }
  return {
    seats,
    groupOfSeats,
    zoneOf: (list, position) => {
      if (position < lines[list].length) return undefined;
      return (list === 'seats' ? seatEnds : areaEnds).findIndex((end) => position < end);
    },
  };
}

function note(errors: FieldError[], field: string, code: string, message: string, rejectedValue: unknown): void {
  if (errors.length < fieldErrorsMax) errors.push({ field, message, rejectedValue, code });
}
