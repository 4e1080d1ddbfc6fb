/** The event in requests and answers (contract: Event v2), and the validation of its fields. */
import { z } from 'zod';
import { constraint } from '#codec/constraint.ts';
import { absentId, localDateTime, longId, shownLocalTime, text, utcWithoutOffset, uuid } from '#codec/fields.ts';
import type { EventRecord } from '#storage/catalog/events.ts';

export const eventNameLengthMax = 255;
export const eventStatus = z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED']);

const details = {
  name: text(1, eventNameLengthMax),
  start: localDateTime,
  endDate: localDateTime,
  schemaId: longId,
};

/** Refuses an end before the start, in the field `end`. Canonical local date-times sort like their text. */
export function endsAfterStart<Period extends object>(end: keyof Period & string, startOf: (value: Period) => string) {
  return ({ value, issues }: z.core.ParsePayload<Period>): void => {
    if (String(value[end]) >= startOf(value)) return;
    const params = constraint('MIN');
    issues.push({ code: 'custom', path: [end], message: 'must not be before start', params, input: value });
  };
}

const refuseEndBeforeStart = endsAfterStart<{ start: string; endDate: string }>('endDate', ({ start }) => start);

export const newEvent = z
  .object({
    id: absentId('must not be provided'),
    ...details,
    status: eventStatus.nullish().meta({ description: 'Default: PUBLISHED.' }),
  })
  .check(refuseEndBeforeStart)
  .meta({ id: 'NewEvent' });

export const changedEvent = z
  .object({
    id: uuid,
    ...details,
    status: eventStatus.nullish().meta({ description: 'If sent, it must be the current status.' }),
  })
  .check(refuseEndBeforeStart)
  .meta({ id: 'ChangedEvent' });

export const eventSchema = z
  .object({
    id: z.uuid(),
    createdDate: utcWithoutOffset,
    name: z.string(),
    start: shownLocalTime,
    endDate: shownLocalTime,
    schemaId: longId,
    status: eventStatus,
  })
  .meta({ id: 'Event' });

export const newEventExample = {
  name: 'Opening night',
  start: '2027-05-01T19:30:00',
  endDate: '2027-05-01T22:00:00',
  schemaId: 7,
};

export const changedEventExample = {
  id: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001',
  ...newEventExample,
  status: 'PUBLISHED' as const,
};

export const eventExample = { ...changedEventExample, createdDate: '2027-01-15T09:12:44.120' };

export function presentEvent(event: EventRecord): z.output<typeof eventSchema> {
  return {
    id: event.id,
    createdDate: event.createdAt.toISOString().slice(0, -1),
    name: event.name,
    start: event.start,
    endDate: event.end,
    schemaId: event.schemaId,
    status: event.status,
  };
}
