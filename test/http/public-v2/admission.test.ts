/** The public read of an event's admission: the mode as it is now, and nothing of rates and tickets. */
import { randomUUID } from 'node:crypto';
import { service, show, useHall } from '../../support/hall.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

useHall();

const opensAt = '2030-05-01T10:00:00.000Z';

function read({ eventId = show.eventId, publicKey = service.catalog.organization.publicKey } = {}) {
  return service.call('GET', `/api/public/v2.0/event/${eventId}/admission/?publicKey=${publicKey}`);
}

async function set(admission: object): Promise<void> {
  const path = `/api/private/v2.0/events/${show.eventId}/admission`;
  succeeded(await service.call('PUT', path, { key: service.catalog.organization.token, body: admission }));
}

test('the mode and the opening are told as they are now, and no more', async () => {
  expect(succeeded(await read()).body).toEqual({ mode: 'OPEN', opensAt: null, readOnly: null });
  await set({ mode: 'QUEUE', opensAt, ratePerMinute: 600, activeSessionsMax: 20 });
  expect(succeeded(await read()).body).toEqual({ mode: 'QUEUE', opensAt, readOnly: null });
  await set({ mode: 'PASS' });
  expect(succeeded(await read()).body).toEqual({ mode: 'PASS', opensAt: null, readOnly: null });
});

test('the event and its public key belong together', async () => {
  expect(outcomeOf(await read({ publicKey: service.catalog.other.publicKey }))).toBe('404 ENTITY_NOT_FOUND');
  expect(outcomeOf(await read({ eventId: randomUUID() }))).toBe('404 ENTITY_NOT_FOUND');
  expect(outcomeOf(await read({ publicKey: 'x' }))).toBe('400 VALIDATION_FAILED');
});

test('nobody comes in while public sessions are off', async () => {
  const path = '/api/private/management/v2.0/session-config/';
  const body = { publicSessionsEnabled: false };
  succeeded(await service.call('PUT', path, { key: service.catalog.organization.token, body }));
  expect(outcomeOf(await read())).toBe('403 NOT_ENABLED');
});
