/** Answers of the private booking calls: whether it was done, or in the legacy interface the lines that failed. */
import { z } from 'zod';
import { capacityAt, keyAt, type SelectionLines } from '../bodies/legacy-selections.ts';

const bookingDone = z.boolean();

/** The answer when the event chose the seats. */
const bestBooked = z
  .object({
    done: z.boolean(),
    seats: z.array(z.int()).meta({ description: 'Ids of the seats that were chosen; empty when nothing was done.' }),
  })
  .meta({ id: 'BestBooked' });

export const bookingAnswer = z.union([bookingDone, bestBooked]).meta({
  id: 'BookingAnswer',
  description: 'Whether it was done; with `bestAvailable` an object that names the seats.',
});

export const bookingDoneExample = true;

const failedSelection = z
  .object({ capacity: z.int().nullable(), compositeKey: z.string() })
  .meta({ id: 'FailedLegacySelection' });

export const failedSelections = z.array(failedSelection);

export const failedSelectionsExample: z.output<typeof failedSelections> = [
  { capacity: null, compositeKey: 'Stalls;;A;;1' },
];

/** The lines of a body at these positions. */
export function presentFailed(lines: SelectionLines, positions: readonly number[]): z.output<typeof failedSelections> {
  return positions.map((position) => ({
    capacity: capacityAt(lines, position),
    compositeKey: keyAt(lines, position),
  }));
}
