/**
 * The seats that sessions hold or bought on all events of a series (contract: Series; Seat booking entries), written in
 * pieces. Shows everything that was durable when it was requested.
 */
import { z } from 'zod';
import { assignmentsExample, seatOnEvent } from '#codec/answers/assignments.ts';
import { shownLocalTime, text } from '#codec/fields.ts';
import { referenceLengthMax } from '#domain/limits.ts';
import { withProperties } from '#domain/properties.ts';
import type { Series } from '#storage/catalog/series.ts';
import type { SeriesSeat, SeriesSeats } from '#storage/catalog/series-seats.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { seriesPath, seriesPrefix, seriesTag, unknownSeries } from './series.ts';

export interface SeriesAssignmentDeps {
  readonly series: Pick<Series, 'find'>;
  readonly seats: SeriesSeats;
  /** Brings the projection of these events up to everything that is durable now. */
  readonly settle: (eventNumbers: readonly number[]) => Promise<void>;
}

const entry = z
  .object({ eventId: z.uuid(), eventName: z.string(), start: shownLocalTime, seat: seatOnEvent })
  .meta({ id: 'SeatInSeries' });

export function seriesAssignments({ series, seats, settle }: SeriesAssignmentDeps): readonly Route[] {
  const route = defineRoute({
    method: 'GET',
    path: `${seriesPrefix}{id}/assignments/`,
    operationId: 'listSeriesAssignments',
    summary: 'Read the booked seats of a series',
    description:
      'Every seat that a session holds or has bought on any event of the series, earliest event first, with the properties of ' +
      'its session. With `reference` only the seats of the sessions with that reference.',
    tag: seriesTag,
    caller: 'organization',
    params: seriesPath,
    query: z.object({ reference: text(0, referenceLengthMax).optional() }),
    responses: {
      200: { description: 'Seats with their events.', schema: z.array(entry), example: [exampleEntry] },
    },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, query, organizationId }) => {
      const record = await series.find(organizationId, params.id);
      if (record === null) return unknownSeries;
      const events = await seats.events(record.id);
      await settle(events.map(({ number }) => number));
      return { status: 200, chunks: textOf(seats.pages(events, query.reference ?? null)) };
    },
  });
  return [route];
}

const [seat] = assignmentsExample.seatsOnEvent;
const exampleEntry = {
  eventId: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001',
  eventName: 'Matinee 2027-05-01T15:00',
  start: '2027-05-01T15:00:00',
  seat: { ...seat, booking: { ...seat?.booking, properties: { channel: 'web' } } },
};

async function* textOf(pages: AsyncIterable<readonly SeriesSeat[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    yield before + page.map(encode).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

function encode(one: SeriesSeat): string {
  const { eventId, eventName, start, sectionName, rowName, name, sessionId, reference, sessionProperties } = one;
  const event: Omit<z.output<typeof entry>, 'seat'> = { eventId, eventName, start };
  const shown: Omit<z.output<typeof seatOnEvent>, 'properties' | 'booking'> = {
    id: one.id,
    sectionId: one.sectionId,
    rowId: one.rowId,
    name,
    key: `${sectionName};;${rowName};;${name}`,
    state: one.state,
    holdType: one.holdType,
    priceId: one.priceId,
    priceName: one.priceName,
  };
  const booking = withProperties({ sessionId, reference }, sessionProperties);
  const seat = `${withProperties(shown, one.properties).slice(0, -1)},"booking":${booking}}`;
  return `${JSON.stringify(event).slice(0, -1)},"seat":${seat}}`;
}
