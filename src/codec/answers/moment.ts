/** An event's inventory after one of its records, in answers. */
import { z } from 'zod';
import type { Moment } from '#domain/history/moment.ts';
import { longId, utcInstant } from '../fields.ts';
import { areaPlaces } from './history.ts';

const ids = (description: string) => z.array(longId).meta({ description });

export const eventMoment = z
  .object({
    sequence: z.int().meta({ description: 'Number of the record after which it was so.' }),
    at: utcInstant.meta({ description: 'When that record was decided, UTC.' }),
    seats: z
      .object({
        AVAILABLE: ids('Neither locked, sold nor blocked, with a price or without.'),
        LOCKED: ids('Held by sessions, or locked by the organization.'),
        SOLD: ids('Sold, by sessions or privately.'),
        BLOCKED: ids('Blocked by the organization.'),
      })
      .meta({ description: 'Ids of seats by state, each in the order of the layout.' }),
    groupOfSeats: z
      .array(z.object({ id: longId, ...areaPlaces.shape }))
      .meta({ description: 'The places of each area.' }),
  })
  .meta({ id: 'EventMoment' });

export const momentExample: z.output<typeof eventMoment> = {
  sequence: 4711,
  at: '2027-05-01T10:15:02.120Z',
  seats: { AVAILABLE: [1043, 1044], LOCKED: [1045], SOLD: [1042], BLOCKED: [] },
  groupOfSeats: [{ id: 31, available: 180, locked: 2, sold: 18, blocked: 0 }],
};

const utf8 = new TextEncoder();

/** As JSON. */
export function encodeMoment({
  sequence,
  at,
  moment,
}: {
  readonly sequence: number;
  readonly at: number;
  readonly moment: Moment;
}): Uint8Array {
  const seats = {
    AVAILABLE: moment.seatsIn('ACTIVE'),
    LOCKED: moment.seatsIn('LOCKED'),
    SOLD: moment.seatsIn('SOLD'),
    BLOCKED: moment.seatsIn('BLOCKED'),
  } satisfies z.output<typeof eventMoment>['seats'];
  const groupOfSeats = [...moment.placesByArea()];
  return utf8.encode(JSON.stringify({ sequence, at: new Date(at).toISOString(), seats, groupOfSeats }));
}
