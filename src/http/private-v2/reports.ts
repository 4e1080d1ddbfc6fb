/**
 * Reports of events and series (docs/reports.md): what is sold, held, kept and free. They read the projection and cost the event
 * nothing.
 */
import { z } from 'zod';
import { constraint } from '#codec/constraint.ts';
import { shownAs, uuid } from '#codec/fields.ts';
import { csvType, savedAs } from '#reports/csv.ts';
import { type Grouping, groupings } from '#reports/groups.ts';
import type { Reports } from '#reports/reports.ts';
import type { ReportRow } from '#reports/tally.ts';
import type { EventDirectory } from '#storage/catalog/events.ts';
import { find as findSeries } from '#storage/catalog/series.ts';
import { list as eventsOf } from '#storage/catalog/series-events.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { findOwnEvent } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { unknownEvent } from '../refusals.ts';
import { groupedBy, reportRow, reportRowExample, reportRows, reportTable } from './report-answers.ts';
import { notReady, type PiecesAnswer, type ReportFrame, withSlot } from './report-frame.ts';
import { seriesPath, seriesPrefix, unknownSeries } from './series.ts';

export interface ReportDeps extends ReportFrame {
  readonly pool: DatabasePool;
  readonly events: EventDirectory;
  readonly reports: Reports;
}

export const eventPrefix = '/api/private/v2.0/events/{id}/';
export const shared = { method: 'GET', tag: 'Reports', caller: 'organization' } as const;
export const ofEvent = z.object({ id: uuid });

const by = z
  .string()
  .transform((value, context): Grouping[] => {
    const names = value.split(',');
    const unknown = names.find((name, at) => !groupings.some((known) => known === name) || names.indexOf(name) !== at);
    if (unknown === undefined) return names as Grouping[];
    const message = `must be a comma-separated list of ${groupings.join(', ')}, each at most once`;
    context.addIssue({ code: 'custom', message, params: { ...constraint('UNKNOWN_VALUE'), rejected: unknown } });
    return z.NEVER;
  })
  .default(['status'])
  .meta({
    description: `What rows are told apart by, comma-separated: ${groupings.join(', ')}. Rows are sorted in this order.`,
    ...shownAs({ type: 'string', default: 'status', examples: ['status,price'] }),
  });

export const format = z
  .enum(['json', 'csv'])
  .default('json')
  .meta({ description: 'csv: a table to be saved, RFC 4180, UTF-8.' });

const eventReport = z
  .object({
    eventId: z.uuid(),
    sequence: z.int().meta({ description: 'Number of the last change of the event that the report includes.' }),
    by: groupedBy,
    rows: z.array(reportRow),
  })
  .meta({ id: 'EventReport' });

const seriesReport = z
  .object({
    seriesId: z.int(),
    events: z
      .array(z.object({ eventId: z.uuid(), sequence: z.int().meta({ description: 'Its last change.' }) }))
      .meta({ description: 'Its events, the earliest first, each with its last change that the report includes.' }),
    by: groupedBy,
    rows: z.array(reportRow),
  })
  .meta({ id: 'SeriesReport' });

const eventId = '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001';
const groupedExample: Grouping[] = ['status', 'price'];
export const inTable = { textTypes: ['text/csv'] } as const;

export function reportRoutes(deps: ReportDeps): readonly Route[] {
  return [reportOfEvent(deps), reportOfSeries(deps)];
}

function reportOfEvent(deps: ReportDeps): Route {
  return defineRoute({
    ...shared,
    path: `${eventPrefix}report/`,
    access: may('VIEWER', 'params.id'),
    operationId: 'getEventReport',
    summary: 'Report what is sold, held and free in an event',
    description:
      'Every seat and place is counted once. Money is what lines have captured, whatever their prices are now. The report includes ' +
      'everything that was durable when it was asked for.',
    params: ofEvent,
    query: z.object({ by, format }),
    responses: {
      200: {
        ...inTable,
        description: 'One row for each group that has a place.',
        headers: ['X-Event-Sequence'],
        schema: eventReport,
        example: { eventId, sequence: 42, by: groupedExample, rows: [reportRowExample] },
      },
    },
    errors: ['ENTITY_NOT_FOUND', 'RATE_LIMITED', 'UPGRADE_NOT_FINALIZED'],
    handle: async (call) => {
      const { params, query, organizationId } = call;
      const event = await findOwnEvent(deps, organizationId, params.id);
      if (event === null) return unknownEvent;
      return withSlot(deps, call, async (hold) => {
        const report = await deps.reports.ofEvent(event.eventNumber, query.by);
        if (report === 'gone') return unknownEvent;
        if (report === 'not ready') return notReady;
        const { sequence, rows } = report;
        const head = { eventId: params.id, sequence, by: query.by };
        return hold(answered(query, rows, head, `report-${params.id}.csv`, { 'X-Event-Sequence': String(sequence) }));
      });
    },
  });
}

function reportOfSeries(deps: ReportDeps): Route {
  return defineRoute({
    ...shared,
    path: `${seriesPrefix}{id}/report/`,
    access: may('VIEWER', 'whole'),
    operationId: 'getSeriesReport',
    summary: 'Report what is sold, held and free in all events of a series',
    description:
      'The sum of the reports of its events. Prices and allotments are told apart by their names, because each event has ids of its own. ' +
      'An event in an archive is no longer part of its series.',
    params: seriesPath,
    query: z.object({ by, format }),
    responses: {
      200: {
        ...inTable,
        description: 'One row for each group that has a place.',
        schema: seriesReport,
        example: { seriesId: 31, events: [{ eventId, sequence: 42 }], by: groupedExample, rows: [reportRowExample] },
      },
    },
    errors: ['ENTITY_NOT_FOUND', 'RATE_LIMITED', 'UPGRADE_NOT_FINALIZED'],
    handle: async (call) => {
      const { params, query, organizationId } = call;
      const series = await findSeries(deps.pool, organizationId, params.id);
      if (series === null) return unknownSeries;
      return withSlot(deps, call, async (hold, isWanted) => {
        const events = await eventsOf(deps.pool, series.id);
        const numbers = events.map(({ number }) => number);
        const report = await deps.reports.ofEvents(numbers, query.by, isWanted);
        if (report === 'not ready') return notReady;
        const { sequences, rows } = report;
        const told = sequences.map((sequence, at) => ({ eventId: events[at]?.id, sequence }));
        const head = { seriesId: series.id, events: told, by: query.by };
        return hold(answered(query, rows, head, `report-series-${series.id}.csv`, {}));
      });
    },
  });
}

interface Asked {
  readonly by: readonly Grouping[];
  readonly format: 'json' | 'csv';
}

function answered(
  { by: grouped, format: wanted }: Asked,
  rows: readonly ReportRow[],
  head: object,
  file: string,
  headers: Readonly<Record<string, string>>,
): PiecesAnswer {
  if (wanted === 'csv') {
    const pieces = inTurns(reportTable(rows, grouped));
    return { status: 200, headers: { ...headers, ...savedAs(file) }, type: csvType, content: pieces };
  }
  const pieces = inTurns(reportText(head, rows, grouped));
  return { status: 200, headers, content: pieces };
}

function* reportText(head: object, rows: readonly ReportRow[], grouped: readonly Grouping[]): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`;
  yield* reportRows(rows, grouped);
  yield ']}';
}

async function* inTurns(pieces: Iterable<string>): AsyncGenerator<string> {
  yield* pieces;
}
