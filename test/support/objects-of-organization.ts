/** One object of every kind that a call can name, of the organization of the test's service. */
import { makePassKey } from './pass-calls.ts';
import { hire } from './people-calls.ts';
import type { ObjectIds } from './route-calls.ts';
import { openPricedShow } from './service.ts';
import { sessionCalls, succeeded } from './session-calls.ts';
import { service } from './shared-service.ts';
import { makeDelivery } from './webhook-calls.ts';

const prefix = '/api/private/v2.0/';
const hallNamed = (mark: string) => ({
  name: mark,
  sections: [
    { name: 'Stalls', rows: [{ name: 'A', seatCount: 8 }] },
    { name: 'Floor', ga: true, capacity: 1_000 },
  ],
});

/** One object of every kind, all of one organization, with this name. */
export async function objectsNamed(mark: string): Promise<ObjectIds> {
  const { organization } = service.catalog;
  const post = async (path: string, body?: unknown) =>
    succeeded(await service.call('POST', prefix + path, { key: organization.token, body })).body;
  const venue = await post('venues/', { name: mark });
  const show = await openPricedShow(service, { ...hallNamed(mark), venueId: venue.id });
  const [zone] = await post(`schemas/${show.schemaId}/pricing_zones/`, [{ name: mark, schemaId: show.schemaId }]);
  const series = await post('series/', { name: mark, templateEventId: show.eventId, timeZone: 'UTC' });
  const webhook = await post('webhooks/', { url: 'https://usher.invalid/', description: mark, enabled: false });
  const calls = sessionCalls(service, show);
  const session = await calls.open([show.seats[0] as number]);
  succeeded(await calls.checkout(session));
  const { code } = succeeded(await calls.callPublic(session, 'checkout-code/')).body;
  return {
    code,
    event: show.eventId,
    clone: await post(`schemas/clone/${show.schemaId}`),
    session,
    schema: show.schemaId,
    venue: venue.id,
    price: show.prices[0] as number,
    zone: zone.id,
    organization: organization.id,
    series: series.id,
    seat: show.seats[5] as number,
    area: show.areas[0] as number,
    webhook: webhook.id,
    delivery: await makeDelivery(service, webhook.id),
    passKey: await makePassKey(service),
    allotment: (await post(`events/${show.eventId}/allotments/`, { name: mark, access: 'PUBLIC' })).id,
    erasure: (await post('erasure/', { olderThanDays: 3_650 })).id,
    person: (await hire(service, 'VIEWER')).id,
  };
}
