/**
 * The body that assigns seats and areas to pricing zones (contract: Assignment selection): its schema and its columns.
 * Does not know what the ids name.
 */
import { z } from 'zod';
import type { ZoneAssignments } from '#domain/pricing/zone-assignments.ts';
import { longId } from '../fields.ts';
import { activeCount, areasOf, linesMax } from './assignment-lines.ts';

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

/** The same as columns. */
export function zoneColumns({ seats, groupOfSeats }: z.output<typeof zoneAssignments>): ZoneAssignments {
  const lines = seats ?? [];
  const seatIds = new Float64Array(lines.length);
  const seatZones = new Float64Array(lines.length);
  lines.forEach(({ objectId, assignmentId }, at) => {
    seatIds[at] = objectId;
    seatZones[at] = assignmentId;
  });
  return { seatIds, seatZones, groupOfSeats: areasOf(groupOfSeats) };
}
