/** The calls of reports: of one event, and of all events of a series, in one form. Each rejects as `Service.ask` does. */
import type { components } from '../../../client/index.ts';
import type { Service } from '../service.ts';
import type { Grouping, ReportRow } from './report-words.ts';

export type Counted = { readonly of: 'event'; readonly id: string } | { readonly of: 'series'; readonly id: number };

export interface Report {
  readonly by: readonly Grouping[];
  readonly rows: readonly ReportRow[];
  /** The last change of the event, or the number of events of the series. */
  readonly includes: { readonly sequence: number } | { readonly events: number };
}

type EventReport = components['schemas']['EventReport'];
type SeriesReport = components['schemas']['SeriesReport'];

const eventPath = '/api/private/v2.0/events/{id}/report/';
const seriesPath = '/api/private/v2.0/series/{id}/report/';

export async function readReport(service: Service, { of, id }: Counted, by: string): Promise<Report> {
  if (of === 'event') {
    const params = { path: { id }, query: { by } };
    const { sequence, ...report } = (await service.ask((client) => client.GET(eventPath, { params }))) as EventReport;
    return { ...report, includes: { sequence } };
  }
  const params = { path: { id }, query: { by } };
  const { events, ...report } = (await service.ask((client) => client.GET(seriesPath, { params }))) as SeriesReport;
  return { ...report, includes: { events: events.length } };
}

/** As a table to be saved. */
export async function saveReport(service: Service, { of, id }: Counted, by: string): Promise<string> {
  const query = { by, format: 'csv' as const };
  const saved =
    of === 'event'
      ? await service.ask((client) => client.GET(eventPath, { params: { path: { id }, query }, parseAs: 'text' }))
      : await service.ask((client) => client.GET(seriesPath, { params: { path: { id }, query }, parseAs: 'text' }));
  return saved as string;
}

/** The series that the event is in, or whose template it is. */
export function readSeries(service: Service, eventId: string): Promise<readonly components['schemas']['Series'][]> {
  return service.ask((client) => client.GET('/api/private/v2.0/series/', { params: { query: { eventId } } }));
}
