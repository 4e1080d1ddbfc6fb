/** Events of a series (contract: Series): add one, which copies the template's contents, and list them all. */
import { z } from 'zod';
import { localDateTime, localDateTimeAsSent, text } from '#codec/fields.ts';
import type { EventRecord } from '#storage/catalog/events.ts';
import { find, type SeriesRecord } from '#storage/catalog/series.ts';
import * as events from '#storage/catalog/series-events.ts';
import { addSeriesEvent, type SeriesEventOutcome, type SeriesEventWorld } from '#workflows/series-event.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route, type RouteResult } from '../pipeline/route.ts';
import { endsAfterStart, eventExample, eventNameLengthMax, eventSchema, presentEvent } from './event-body.ts';
import { invalidTemplate, seriesPath, seriesPrefix, seriesTag, unknownSeries } from './series.ts';

const path = `${seriesPrefix}{id}/events/`;

const newEvent = z
  .object({
    start: localDateTimeAsSent,
    end: localDateTime,
    name: text(1, eventNameLengthMax)
      .nullish()
      .meta({ description: 'Default: the name of the series followed by the start.' }),
  })
  .check(endsAfterStart<{ start: { canonical: string }; end: string }>('end', ({ start }) => start.canonical))
  .meta({ id: 'NewSeriesEvent' });

const exampleOfSeries = {
  ...eventExample,
  name: 'Matinee 2027-05-01T15:00',
  start: '2027-05-01T15:00:00',
  endDate: '2027-05-01T17:30:00',
};

export function seriesEvents(deps: SeriesEventWorld): readonly Route[] {
  return [add(deps), list(deps)];
}

function add(deps: SeriesEventWorld): Route {
  return defineRoute({
    method: 'POST',
    idempotency: 'transaction',
    path,
    operationId: 'addSeriesEvent',
    access: may('MANAGER', 'whole'),
    summary: 'Add an event to a series',
    description:
      'The event is published at once and has the prices, the assignments, the seat properties, the allotments, the admission ' +
      'and the units of the template, with times as far from the start. `start` is read ' +
      'in the time zone of the series: a time that the clocks skip moves forward; of a time that occurs twice the earlier one ' +
      'counts. After its start public sessions cannot book the event. There is one event for each start.',
    tag: seriesTag,
    caller: 'organization',
    params: seriesPath,
    body: newEvent,
    requestExample: { start: '2027-05-01T15:00', end: '2027-05-01T17:30' },
    responses: {
      201: { description: 'The new event.', schema: eventSchema, example: exampleOfSeries },
      200: { description: 'The existing event of the series for this start.', schema: eventSchema },
    },
    errors: ['ENTITY_NOT_FOUND', 'SERIES_NOT_BOOKABLE', 'INVALID_SERIES_TEMPLATE'],
    handle: async ({ params, body, organizationId, changes }) => {
      const outcome = await addSeriesEvent(deps, changes, organizationId, params.id, (record) => {
        const name = body.name ?? defaultName(record, body.start.sent);
        return { name, start: body.start.canonical, end: body.end };
      });
      return present(outcome);
    },
  });
}

function present(outcome: SeriesEventOutcome): RouteResult {
  switch (outcome.outcome) {
    case 'made':
      return found(201, outcome.event);
    case 'found':
      return found(200, outcome.event);
    case 'unknown-series':
      return unknownSeries;
    case 'not-bookable':
      return { problem: { code: 'SERIES_NOT_BOOKABLE', detail: `The series is ${outcome.status}.` } };
    case 'invalid-template':
      return invalidTemplate(outcome);
    case 'refused':
      return { problem: outcome.refusal };
  }
}

function found(status: 200 | 201, event: EventRecord): RouteResult {
  return { status, body: presentEvent(event) };
}

/** The start is never shortened: it distinguishes the events. */
function defaultName({ name }: SeriesRecord, start: string): string {
  const room = eventNameLengthMax - start.length - 1;
  const shown = name.length > room ? name.slice(0, room) : name;
  // The cut may have split a surrogate pair.
  return `${shown.isWellFormed() ? shown : shown.slice(0, -1)} ${start}`;
}

function list({ pool }: SeriesEventWorld): Route {
  return defineRoute({
    method: 'GET',
    path,
    operationId: 'listSeriesEvents',
    access: may('VIEWER', 'filtered'),
    summary: 'List the events of a series',
    description: 'Sorted by start. All calls on events also work on the events of a series.',
    tag: seriesTag,
    caller: 'organization',
    params: seriesPath,
    responses: {
      200: {
        description: 'All events, earliest first.',
        schema: z.array(eventSchema),
        example: [exampleOfSeries],
      },
    },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, organizationId, visibleEvents }) => {
      const record = await find(pool, organizationId, params.id);
      if (record === null) return unknownSeries;
      const all = await events.list(pool, record.id);
      const shown = visibleEvents === null ? all : all.filter(({ id }) => visibleEvents.includes(id));
      return { status: 200, body: shown.map(presentEvent) };
    },
  });
}
