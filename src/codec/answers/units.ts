/** The units of a layout and of an event as they are answered: ids of seats, and how the unit is booked. */
import { z } from 'zod';
import { type EventUnit, type LayoutUnit, unitBookings } from '#domain/units/unit.ts';
import { longId } from '../fields.ts';

/** What the members of a unit mean, in a body and in an answer. */
export const describedUnit = {
  booking: 'WHOLE: all its seats are taken and given back together. SEATS: each by itself.',
  min: 'How few guests it takes; null beside a null `max`: as many as it has seats.',
  max: 'How many guests it takes; the buyer holds all seats and pays for the guests.',
  seats: 'Ids of its seats, in the order in which guests fill them.',
};

const guests = z.int().min(1).nullable();

export const unitSchema = z
  .object({
    id: longId,
    name: z.string(),
    booking: z.enum(unitBookings).meta({ description: describedUnit.booking }),
    min: guests.meta({ description: describedUnit.min }),
    max: guests.meta({ description: describedUnit.max }),
    seats: z.array(longId).meta({ description: describedUnit.seats }),
  })
  .meta({ id: 'Unit', description: 'A table, a box or a booth.' });

export const eventUnitSchema = unitSchema
  .extend({ isOverridden: z.boolean().meta({ description: 'Whether the event has terms of its own for the unit.' }) })
  .meta({ id: 'EventUnit' });

export const unitsSchema = z.object({ units: z.array(unitSchema) }).meta({ id: 'Units' });
export const eventUnitsSchema = z.object({ units: z.array(eventUnitSchema) }).meta({ id: 'EventUnits' });

export function presentUnit({ id, name, booking, min, max, seats }: LayoutUnit): z.output<typeof unitSchema> {
  return { id, name, booking, min, max, seats: [...seats] };
}

export function presentEventUnit(unit: EventUnit): z.output<typeof eventUnitSchema> {
  return { ...presentUnit(unit), isOverridden: unit.isOverridden };
}

const unit = { id: 4, name: 'Table 4', booking: 'WHOLE', min: 4, max: 6, seats: [1042, 1043, 1044, 1045, 1046, 1047] };
export const unitsExample = { units: [unit] };
export const eventUnitsExample = { units: [{ ...unit, isOverridden: false }] };
