/**
 * Turns the JSON of a price or zone assignment into columns, or reports what is wrong with it. Does not know what the
 * ids name. 200,000 seats take about 0.1 s, so large bodies are checked in a worker thread.
 */
import type { AreaAssignment, SeatAssignment } from '../command.ts';
import { JsonFields, type JsonObject } from '../json-fields.ts';
import { areaCapacityMax } from '../layout/layout.ts';
import type { FieldError } from '../refusal.ts';

const linesMax = 1_000_000;

/** Columns are passed between threads in a few milliseconds; objects would take a hundred. */
export interface Assignments {
  readonly seatIds: Float64Array;
  readonly seatPrices: Float64Array;
  /** JSON text of the seats' own properties, by position in `seatIds`. */
  readonly seatProperties: readonly (readonly [position: number, text: string])[];
  readonly groupOfSeats: readonly AreaAssignment[];
  /** `objectId` is the zone; `activeCount` is for each of its areas. */
  readonly pricingZones: readonly AreaAssignment[];
}

export type AssignmentsCheck =
  | { readonly ok: true; readonly assignments: Assignments }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** The zone for each seat and area; `assignmentId` is the zone. */
export interface ZoneAssignments {
  readonly seatIds: Float64Array;
  readonly seatZones: Float64Array;
  readonly groupOfSeats: readonly AreaAssignment[];
}

export type ZoneAssignmentsCheck =
  | { readonly ok: true; readonly assignments: ZoneAssignments }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * Checks `{seats?, groupOfSeats?, pricingZones?}`, each `[{objectId, assignmentId, activeCount?, properties?}]`.
 * Properties have been lifted.
 */
export function checkAssignments(body: unknown): AssignmentsCheck {
  const fields = new JsonFields();
  const root = fields.object(body, 'body') ?? {};
  const seats = optionalList(fields, root.seats, 'seats');
  const columns = readSeats(fields, seats);
  const groupOfSeats = readAreas(fields, root, 'groupOfSeats');
  const pricingZones = readAreas(fields, root, 'pricingZones');
  if (fields.errors.length > 0) return { ok: false, errors: fields.errors };
  return { ok: true, assignments: { ...columns, groupOfSeats, pricingZones } };
}

/**
 * Checks `{seats?, groupOfSeats?}`, each `[{objectId, assignmentId, activeCount?}]` (contract: Assignment selection).
 */
export function checkZoneAssignments(body: unknown): ZoneAssignmentsCheck {
  const fields = new JsonFields();
  const root = fields.object(body, 'body') ?? {};
  const seats = optionalList(fields, root.seats, 'seats');
  const seatIds = new Float64Array(seats.length);
  const seatZones = new Float64Array(seats.length);
  for (let index = 0; index < seats.length && !fields.isFull; index++) {
    const field = `seats[${index}]`;
    const line = fields.object(seats[index], field);
    if (line === null) continue;
    seatIds[index] = longOf(fields, line.objectId, `${field}.objectId`);
    seatZones[index] = longOf(fields, line.assignmentId, `${field}.assignmentId`);
    activeCountOf(fields, line, field);
  }
  const groupOfSeats = readAreas(fields, root, 'groupOfSeats');
  if (fields.errors.length > 0) return { ok: false, errors: fields.errors };
  return { ok: true, assignments: { seatIds, seatZones, groupOfSeats } };
}

/** The seats' lines in the form of a command. */
export function seatAssignmentsOf(assignments: Assignments): SeatAssignment[] {
  const { seatIds, seatPrices, seatProperties } = assignments;
  const lines: SeatAssignment[] = [];
  for (let index = 0; index < seatIds.length; index++) {
    lines.push({ objectId: seatIds[index]!, assignmentId: seatPrices[index]! });
  }
  for (const [position, text] of seatProperties) {
    lines[position] = { ...lines[position]!, properties: text };
  }
  return lines;
}

type SeatLines = Pick<Assignments, 'seatIds' | 'seatPrices' | 'seatProperties'>;

function readSeats(fields: JsonFields, seats: readonly unknown[]): SeatLines {
  const seatIds = new Float64Array(seats.length);
  const seatPrices = new Float64Array(seats.length);
  const seatProperties: [number, string][] = [];
  for (let index = 0; index < seats.length && !fields.isFull; index++) {
    const field = `seats[${index}]`;
    const line = fields.object(seats[index], field);
    if (line === null) continue;
    seatIds[index] = longOf(fields, line.objectId, `${field}.objectId`);
    seatPrices[index] = longOf(fields, line.assignmentId, `${field}.assignmentId`);
    const text = fields.properties(line.properties, `${field}.properties`);
    if (text !== null) seatProperties.push([index, text]);
  }
  return { seatIds, seatPrices, seatProperties };
}

function readAreas(fields: JsonFields, root: JsonObject, list: 'groupOfSeats' | 'pricingZones'): AreaAssignment[] {
  const values = optionalList(fields, root[list], list);
  const lines: AreaAssignment[] = [];
  for (let index = 0; index < values.length && !fields.isFull; index++) {
    const field = `${list}[${index}]`;
    const line = fields.object(values[index], field);
    if (line === null) continue;
    lines.push({
      objectId: longOf(fields, line.objectId, `${field}.objectId`),
      assignmentId: longOf(fields, line.assignmentId, `${field}.assignmentId`),
      activeCount: activeCountOf(fields, line, field),
    });
  }
  return lines;
}

function activeCountOf(fields: JsonFields, { activeCount }: JsonObject, field: string): number | null {
  if (activeCount === undefined || activeCount === null) return null;
  return fields.integer(activeCount, `${field}.activeCount`, 0, areaCapacityMax);
}

function optionalList(fields: JsonFields, value: unknown, field: string): readonly unknown[] {
  return value === undefined || value === null ? [] : fields.list(value, field, 0, linesMax);
}

function longOf(fields: JsonFields, value: unknown, field: string): number {
  return fields.integer(value, field, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}
