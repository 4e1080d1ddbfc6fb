/** The calls on series over HTTP, and a series with a priced template to make them on. */
import { type Answer, openPricedShow, type Show, type TestService } from './service.ts';
import { rowsHall, type SessionCalls, sessionCalls, succeeded } from './session-calls.ts';

export const seriesPrefix = '/api/private/v2.0/series/';

export type SeriesCalls = ReturnType<typeof seriesCalls>;

/** Calls as the catalog's own organization, or with another key and headers. */
export function seriesCalls(
  service: TestService,
  { key = service.catalog.organization.token, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
) {
  const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
    service.call(method, path, { key, headers, body });
  return {
    create: (body: unknown) => ask('POST', seriesPrefix, body),
    list: (query = '') => ask('GET', `${seriesPrefix}${query}`),
    read: (id: unknown) => ask('GET', `${seriesPrefix}${id}`),
    replaceTemplate: (id: unknown, body: unknown) => ask('PUT', `${seriesPrefix}${id}`, body),
    move: (id: unknown, verb: 'pause' | 'resume' | 'archive') => ask('POST', `${seriesPrefix}${id}/${verb}`),
    add: (id: unknown, body: unknown) => ask('POST', `${seriesPrefix}${id}/events/`, body),
    events: (id: unknown) => ask('GET', `${seriesPrefix}${id}/events/`),
    assignments: (id: unknown, query = '') => ask('GET', `${seriesPrefix}${id}/assignments/${query}`),
    ask,
  };
}

/** An event's times in a body of the series calls. */
export const at = (start: string, end = start) => ({ start, end });

export interface TestSeries {
  readonly seriesId: number;
  /** The template. */
  readonly template: Show;
  readonly calls: SeriesCalls;
  /** Adds an event; returns its session calls, and the ids of its seats, areas and prices. */
  add(start: string): Promise<{ readonly show: Show; readonly calls: SessionCalls }>;
}

/** A series in this zone whose template has all seats and areas priced. */
export async function openTestSeries(
  service: TestService,
  timeZone = 'Europe/Berlin',
  layout: unknown = rowsHall,
): Promise<TestSeries> {
  const template = await openPricedShow(service, layout);
  const calls = seriesCalls(service);
  const made = await calls.create({ name: 'Run', templateEventId: template.eventId, timeZone });
  const seriesId: number = succeeded(made).body.id;
  return {
    seriesId,
    template,
    calls,
    add: async (start) => {
      const { id } = succeeded(await calls.add(seriesId, at(start))).body;
      const { content } = succeeded(await calls.ask('GET', `/api/private/v2.0/event/${id}/prices/`)).body;
      const prices = content.map((price: { id: number }) => price.id);
      const show = { ...template, eventId: id, prices };
      return { show, calls: sessionCalls(service, show) };
    },
  };
}
