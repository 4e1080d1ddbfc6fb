/**
 * The body that assigns seats and areas to pricing zones (contract: Assignment selection): its schema, and the parser
 * that makes columns of it. Does not know what the ids name.
 */
import { z } from 'zod';
import type { ZoneAssignments } from '#domain/pricing/zone-assignments.ts';
import type { FieldError } from '#domain/refusal.ts';
import { longId } from '../fields.ts';
import { activeCount, activeCountOf, linesMax, longOf, optionalList, readAreas } from './assignment-lines.ts';
import { JsonFields } from './json-fields.ts';

const line = z.object({
  objectId: longId,
  assignmentId: longId.meta({ description: 'The pricing zone id.' }),
  activeCount: activeCount.meta({ description: 'For an area: the number of places that its zone sells.' }),
});

export const zoneAssignments = z
  .object({ seats: z.array(line).max(linesMax).nullish(), groupOfSeats: z.array(line).max(linesMax).nullish() })
  .meta({ id: 'ZoneAssignments' });

export const zoneAssignmentsExample = {
  seats: [{ objectId: 1042, assignmentId: 31 }],
  groupOfSeats: [{ objectId: 12, assignmentId: 32, activeCount: 200 }],
};

export type ZoneAssignmentsCheck =
  | { readonly ok: true; readonly assignments: ZoneAssignments }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

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
