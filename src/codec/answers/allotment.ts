/** An allotment as the private interface answers it (docs/selling-rules.md). */
import { z } from 'zod';
import { accesses, phases, releaseCauses, soldScopes } from '#domain/allotments/allotment.ts';
import type { AllotmentView } from '#domain/allotments/allotment-replies.ts';
import { utcInstant, uuid } from '../fields.ts';

/** What the members of an allotment mean, in a body and in an answer. */
export const describedTerms = {
  access:
    'PUBLIC: everybody. PASS: sessions whose pass names it in its claim `allotments`. STAFF: the organization’s own calls ' +
    'only. NEED: buyers who declare the need of accessible places.',
  colour: 'How it is drawn, such as `#aa3300`; null: the reader chooses.',
  release: 'When its free seats are given away; null: never.',
  opensAt: 'From when its seats can be taken; null: from the beginning.',
  closesAt: 'From when they can no longer be taken; null: never.',
  max: 'How many of its seats one session may hold; null: as many as the session may hold at all.',
  at: 'When its free seats are released; null: not by time.',
  whenSold: 'Released when everything else of the event, of the section or at the price is sold; null: not so.',
  to: 'The allotment that gets the seats; null: the public does.',
};

const count = z.int().min(0);

/** An allotment with its seats and places. */
export const allotmentSchema = z
  .object({
    id: uuid,
    name: z.string(),
    colour: z.string().nullable().meta({ description: describedTerms.colour }),
    access: z.enum(accesses).meta({ description: describedTerms.access }),
    opensAt: utcInstant.nullable().meta({ description: describedTerms.opensAt }),
    closesAt: utcInstant.nullable().meta({ description: describedTerms.closesAt }),
    maxSeatsPerSession: z.int().nullable().meta({ description: describedTerms.max }),
    release: z
      .object({
        at: utcInstant.nullable().meta({ description: describedTerms.at }),
        whenSold: z.enum(soldScopes).nullable().meta({ description: describedTerms.whenSold }),
        to: uuid.nullable().meta({ description: describedTerms.to }),
      })
      .nullable()
      .meta({ description: describedTerms.release }),
    phase: z.enum(phases).meta({ description: 'Before its window, within it, or after it.' }),
    released: z
      .object({
        at: utcInstant.meta({ description: 'When it was released.' }),
        cause: z.enum(releaseCauses).meta({ description: 'Its time, or what was sold.' }),
      })
      .nullable()
      .meta({ description: 'When it was released as a whole, and by what; null: it was not.' }),
    seats: z
      .object({
        available: count.meta({ description: 'Free seats.' }),
        locked: count.meta({ description: 'Seats that are held or locked.' }),
        sold: count.meta({ description: 'Sold seats.' }),
        blocked: count.meta({ description: 'Blocked seats.' }),
      })
      .meta({ description: 'Its seats by state; seats that were released are counted where they are now.' }),
    groupOfSeats: z
      .array(
        z.object({
          id: count.meta({ description: 'The area.' }),
          capacity: count.meta({ description: 'How many of its places are in the allotment.' }),
          available: count.meta({ description: 'Free places of the allotment.' }),
          taken: count.meta({ description: 'Places of the allotment that sessions hold or have bought.' }),
        }),
      )
      .meta({ description: 'Its places by area; places that were released are counted where they are now.' }),
  })
  .meta({ id: 'Allotment' });

/** The terms of an allotment, as a body. */
export const allotmentTermsExample = {
  name: 'Fan club',
  colour: '#aa3300',
  access: 'PASS',
  opensAt: '2027-05-01T10:00:00.000Z',
  closesAt: null,
  maxSeatsPerSession: 4,
  release: { at: '2027-05-07T12:00:00.000Z', whenSold: null, to: null },
} as const;
export const allotmentExample = {
  id: '5b0cf2f4-6d52-4d3e-9d5b-0a6c1f0e7a11',
  ...allotmentTermsExample,
  phase: 'WAITING',
  released: null,
  seats: { available: 800, locked: 0, sold: 0, blocked: 0 },
  groupOfSeats: [{ id: 77, capacity: 50, available: 48, taken: 2 }],
} as const;

function isoOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

export function presentAllotment({ allotment, counts, areas }: AllotmentView): z.input<typeof allotmentSchema> {
  const { slot: _, opensAt, closesAt, release: planned, released, ...rest } = allotment;
  return {
    ...rest,
    opensAt: isoOf(opensAt),
    closesAt: isoOf(closesAt),
    release: planned === null ? null : { ...planned, at: isoOf(planned.at) },
    released: released === null ? null : { at: isoOf(released.at) as string, cause: released.cause },
    seats: { available: counts.ACTIVE, locked: counts.LOCKED, sold: counts.SOLD, blocked: counts.BLOCKED },
    groupOfSeats: areas.map(({ id, places, available, taken }) => ({ id, capacity: places, available, taken })),
  };
}
