/**
 * The seats that sessions hold or bought on all events of a series (contract: Series; Seat booking entries), written in
 * pieces. Shows everything that was durable when it was requested.
 */
import { z } from 'zod';
import { encodeSeriesSeat, type SeriesSeat, seriesSeatEntry, seriesSeatExample } from '#codec/answers/seat-entry.ts';
import { text } from '#codec/fields.ts';
import { referenceLengthMax } from '#domain/limits.ts';
import { find } from '#storage/catalog/series.ts';
import { eventSizes, seatPages } from '#storage/catalog/series-seats.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { seriesPath, seriesPrefix, seriesTag, unknownSeries } from './series.ts';

export interface SeriesAssignmentDeps {
  readonly pool: DatabasePool;
  /** Brings the projection of these events up to everything that is durable now. */
  readonly settle: (eventNumbers: readonly number[]) => Promise<void>;
}

export function seriesAssignments({ pool, settle }: SeriesAssignmentDeps): readonly Route[] {
  const route = defineRoute({
    method: 'GET',
    path: `${seriesPrefix}{id}/assignments/`,
    operationId: 'listSeriesAssignments',
    access: may('VIEWER', 'whole'),
    summary: 'Read the booked seats of a series',
    description:
      'Every seat that a session holds or has bought on any event of the series, earliest event first, with the properties of ' +
      'its session. With `reference` only the seats of the sessions with that reference.',
    tag: seriesTag,
    caller: 'organization',
    params: seriesPath,
    query: z.object({ reference: text(0, referenceLengthMax).optional() }),
    responses: {
      200: { description: 'Seats with their events.', schema: z.array(seriesSeatEntry), example: [seriesSeatExample] },
    },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, query, organizationId }) => {
      const record = await find(pool, organizationId, params.id);
      if (record === null) return unknownSeries;
      const events = await eventSizes(pool, record.id);
      await settle(events.map(({ number }) => number));
      return { status: 200, content: textOf(seatPages(pool, events, query.reference ?? null)) };
    },
  });
  return [route];
}

async function* textOf(pages: AsyncIterable<readonly SeriesSeat[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    yield before + page.map(encodeSeriesSeat).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
