/** Reads what the checklist of an event asks for. */
import type { components } from '../../../client/index.ts';
import type { Desk } from '../desk.ts';
import { localTime } from '../format.ts';
import type { SaleFacts } from './checklist.ts';
import { readPrices } from './prices.ts';

type Report = components['schemas']['EventReport'];

/** Rejects as `Service.ask` does. */
export async function readSaleFacts(
  { service }: Desk,
  event: Pick<components['schemas']['Event'], 'id' | 'start' | 'status'>,
): Promise<SaleFacts> {
  const { id, start, status } = event;
  const path = { id };
  const [report, prices, sessions, admission, face, passKeys] = await Promise.all([
    service.ask((client) =>
      client.GET('/api/private/v2.0/events/{id}/report/', { params: { path, query: { by: 'price' } } }),
    ) as Promise<Report>,
    readPrices(service, id),
    service.ask((client) => client.GET('/api/private/management/v2.0/session-config/')),
    service.ask((client) => client.GET('/api/private/v2.0/events/{id}/admission', { params: { path } })),
    service.ask((client) => client.GET('/api/private/v2.0/events/{id}/face/', { params: { path } })),
    // Persons with a limit may not read the keys.
    service.ask((client) => client.GET('/api/private/management/v2.0/pass-keys/')).catch(() => null),
  ]);
  const placesOf = (rows: Report['rows']): number => rows.reduce((sum, { places }) => sum + places, 0);
  return {
    status,
    start,
    now: localTime(new Date().toISOString()),
    places: placesOf(report.rows),
    unpriced: placesOf(report.rows.filter(({ price }) => price === null)),
    prices: prices.map(({ name, amount }) => ({ name, amount: amount ?? null, warnings: 0 })),
    areSessionsPublic: sessions.publicSessionsEnabled,
    admission,
    hasPassKeys: passKeys === null || Object.values(passKeys).flat().length > 0,
    face,
  };
}
