/** Totals over HTTP: exact for any amount, and a JSON number with all its digits in every answer. */
import { openPricedShow } from '../support/service.ts';
import { privatePrefix, publicPrefix, rowsHall, sessionCalls, succeeded } from '../support/session-calls.ts';
import { service, useService } from '../support/shared-service.ts';

useService();

test.each([
  ['1000000000000', 1, '1000000000000'],
  ['0.005', 3, '0.02'],
  ['12.50 EUR', 3, '37.5'],
  ['12345678901234567890.129', 2, '24691357802469135780.26'],
])('the total of a cart with price %s EUR, %d times, is exactly %s', async (name, count, total) => {
  const show = await openPricedShow(service, rowsHall);
  const calls = sessionCalls(service, show);
  const { token: key } = service.catalog.organization;
  const [id] = show.prices;
  const body = [{ id, name, eventId: show.eventId }];
  succeeded(await service.call('PUT', `/api/private/v2.0/event/${show.eventId}/prices/`, { key, body }));
  const session = await calls.open(show.seats.slice(0, count));
  const list = `${privatePrefix}?eventId=${show.eventId}`;
  const later = await service.restart();
  for (const [path, at] of [
    [`${publicPrefix}${session}`, service],
    [`${privatePrefix}${session}`, later],
    [list, later],
  ] as const) {
    const text = await (await fetch(`${at.url}${path}`, { headers: { 'X-API-Key': key } })).text();
    expect(text).toContain(`"total":${total},`);
  }
});
