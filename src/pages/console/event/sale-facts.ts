/** Reads what the checklist of an event asks for. */
import type { components } from '../../../client/index.ts';
import type { Desk } from '../desk.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import type { SaleFacts } from './checklist.ts';
import { readPrices } from './prices.ts';

type Report = components['schemas']['EventReport'];

/** Rejects as `Service.ask` does. */
export async function readSaleFacts(
  { service, organization: { publicKey } }: Desk,
  event: Pick<components['schemas']['Event'], 'id' | 'status'>,
): Promise<SaleFacts> {
  const { id, status } = event;
  const path = { id };
  const [report, prices, sessions, admission, face, shown, hasPassKeys] = await Promise.all([
    service.ask((client) =>
      client.GET('/api/private/v2.0/events/{id}/report/', { params: { path, query: { by: 'price' } } }),
    ) as Promise<Report>,
    readPrices(service, id),
    service.ask((client) => client.GET('/api/private/management/v2.0/session-config/')),
    service.ask((client) => client.GET('/api/private/v2.0/events/{id}/admission', { params: { path } })),
    service.ask((client) => client.GET('/api/private/v2.0/events/{id}/face/', { params: { path } })),
    service.ask((client) =>
      client.GET('/api/public/v2.0/event/{eventId}/face/', {
        params: { path: { eventId: id }, query: { publicKey } },
      }),
    ),
    passKeysExist(service),
  ]);
  const placesOf = (rows: Report['rows']): number => rows.reduce((sum, { places }) => sum + places, 0);
  return {
    status,
    hasBegun: shown.startsAt === null ? null : Date.parse(shown.startsAt) <= Date.now(),
    places: placesOf(report.rows),
    unpriced: placesOf(report.rows.filter(({ price }) => price === null)),
    prices: prices.map(({ name, amount }) => ({ name, amount: amount ?? null })),
    sums: prices.flatMap(({ id, name, amount, currency }) =>
      amount == null || currency == null
        ? []
        : [{ name, amount, currency, places: placesOf(report.rows.filter(({ price }) => price?.id === id)) }],
    ),
    areSessionsPublic: sessions.publicSessionsEnabled,
    admission,
    hasPassKeys,
    face,
  };
}

/** Null: the person may not read them, as one with a limit to events may not. */
async function passKeysExist(service: Service): Promise<boolean | null> {
  try {
    const { keys } = await service.ask((client) => client.GET('/api/private/management/v2.0/pass-keys/'));
    return keys.length > 0;
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return null;
    throw error;
  }
}
