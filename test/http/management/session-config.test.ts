/** The switch for public sessions over HTTP. */
import { openShow } from '../../support/catalog.ts';
import { service, useService } from '../../support/shared-service.ts';

const path = '/api/private/management/v2.0/session-config/';

useService();

test('public sessions are off until the organization switches them on, which is in force when it is answered', async () => {
  const { organization, other } = service.catalog;
  const { event } = await openShow(service.catalog);
  const body = { eventId: event.id, publicKey: organization.publicKey };
  const create = async (key: string) =>
    (await service.call('POST', '/api/public/v2.0/session/', { headers: { 'Idempotency-Key': key }, body })).status;
  const read = async (key = organization.token) => (await service.call('GET', path, { key })).body;
  expect(await read()).toEqual({ publicSessionsEnabled: false });
  expect(await create('before')).toBe(403);
  for (const [publicSessionsEnabled, key, status] of [
    [true, 'on', 201],
    [false, 'off', 403],
    [true, 'again', 201],
  ] as const) {
    const put = await service.call('PUT', path, { key: organization.token, body: { publicSessionsEnabled } });
    expect(put).toMatchObject({ status: 200, body: { publicSessionsEnabled } });
    expect(await create(key)).toBe(status);
    expect(await read()).toEqual({ publicSessionsEnabled });
  }
  expect(await read(other.token)).toEqual({ publicSessionsEnabled: false });
});

test('the switch for public sessions must be a Boolean', async () => {
  for (const publicSessionsEnabled of ['true', 1, null]) {
    const { status } = await service.call('PUT', path, {
      key: service.catalog.organization.token,
      body: { publicSessionsEnabled },
    });
    expect(status).toBe(400);
  }
});

test('unknown members have no effect and are named', async () => {
  const { token } = service.catalog.organization;
  const body = { publicSessionsEnabled: false, salesControlEnabled: false, publicSessionEnabled: true };
  const put = await service.call('PUT', path, { key: token, body });
  const warnings = ['salesControlEnabled', 'publicSessionEnabled'];
  expect(put).toMatchObject({ status: 200, body: { publicSessionsEnabled: false, warnings } });
  expect((await service.call('GET', path, { key: token })).body).toEqual({ publicSessionsEnabled: false });
});
