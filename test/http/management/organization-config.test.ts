/** The booking settings of an organization over HTTP: read, changed in part, validated, and in force at once. */
import { errorsOf } from '../../support/answers.ts';
import { service, show, useHall } from '../../support/hall.ts';
import { bookingOf, outcomeOf, sessionCalls, succeeded } from '../../support/session-calls.ts';

const path = '/api/private/management/v2.0/organization-config/';
const defaults = {
  salesControlEnabled: true,
  orphanSeatPrevention: false,
  lockTtlSeconds: 900,
  holdTypes: {},
  accessibilityProfile: null,
  frameOrigins: [],
};

useHall({ once: true });

const put = (body: unknown, key = service.catalog.organization.token) => service.call('PUT', path, { key, body });
const read = async (key = service.catalog.organization.token) =>
  succeeded(await service.call('GET', path, { key })).body;

describe('the booking settings of an organization', () => {
  test('are the defaults until they are changed, each separately', async () => {
    expect(await read()).toEqual(defaults);
    let expected: object = defaults;
    for (const change of [
      { salesControlEnabled: false },
      { orphanSeatPrevention: true },
      { lockTtlSeconds: 60 },
      { holdTypes: { SPONSOR: { ttlSeconds: null, validState: 'BLOCKED' } } },
      { holdTypes: { 'Press-1': { ttlSeconds: 30, validState: 'LOCKED' } } },
      { frameOrigins: ['https://shop.example.com', 'http://localhost:3000'] },
      {},
      defaults,
    ]) {
      expected = { ...expected, ...change };
      expect(await put(change)).toMatchObject({ status: 200, body: expected });
      expect(await read()).toEqual(expected);
    }
    expect(await read(service.catalog.other.token)).toEqual(defaults);
    const sessions = '/api/private/management/v2.0/session-config/';
    const { body } = await service.call('GET', sessions, { key: service.catalog.organization.token });
    expect(body).toEqual({ publicSessionsEnabled: true });
  });

  test('ignore unknown members, also those of session-config, and name them', async () => {
    const answer = succeeded(await put({ lockTtlSeconds: 900, publicSessionsEnabled: false, lockTtlSecond: 5 }));
    expect(answer.body).toEqual({ ...defaults, warnings: ['publicSessionsEnabled', 'lockTtlSecond'] });
    expect(await read()).toEqual(defaults);
    const sessions = '/api/private/management/v2.0/session-config/';
    const { body } = await service.call('GET', sessions, { key: service.catalog.organization.token });
    expect(body).toEqual({ publicSessionsEnabled: true });
  });

  test('are in force when the change is answered', async () => {
    const calls = sessionCalls(service, show);
    succeeded(await put({ orphanSeatPrevention: true }));
    const alone = bookingOf([show.seats[1]]);
    expect(outcomeOf(await calls.book('lock', alone))).toBe('422 ORPHAN_SEATS');
    succeeded(
      await put({ orphanSeatPrevention: false, holdTypes: { VIP: { ttlSeconds: 60, validState: 'BLOCKED' } } }),
    );
    expect((await calls.book('lock', bookingOf([show.seats[1]], [], { holdType: 'VIP' }))).body).toBe(true);
    succeeded(await put({ holdTypes: {} }));
    expect(outcomeOf(await calls.book('lock', bookingOf([show.seats[2]], [], { holdType: 'VIP' })))).toBe(
      '400 VALIDATION_FAILED',
    );
  });

  test.each([
    [{ salesControlEnabled: 'yes' }, 'salesControlEnabled TYPE'],
    [{ orphanSeatPrevention: null }, 'orphanSeatPrevention NOT_NULL'],
    [{ lockTtlSeconds: 0 }, 'lockTtlSeconds MIN'],
    [{ lockTtlSeconds: 1e10 }, 'lockTtlSeconds MAX'],
    [{ lockTtlSeconds: 1.5 }, 'lockTtlSeconds TYPE'],
    [{ holdTypes: [] }, 'holdTypes TYPE'],
    [{ holdTypes: { VIP: {} } }, 'holdTypes.VIP.ttlSeconds NOT_NULL'],
    [{ holdTypes: { VIP: { ttlSeconds: -1, validState: 'LOCKED' } } }, 'holdTypes.VIP.ttlSeconds MIN'],
    [{ holdTypes: { VIP: { ttlSeconds: 1, validState: 'SOLD' } } }, 'holdTypes.VIP.validState UNKNOWN_VALUE'],
    [{ holdTypes: { CART: { ttlSeconds: 1, validState: 'LOCKED' } } }, 'holdTypes.CART PATTERN'],
    [{ holdTypes: { '': { ttlSeconds: 1, validState: 'LOCKED' } } }, 'holdTypes. PATTERN'],
    [{ frameOrigins: 'https://shop.example.com' }, 'frameOrigins TYPE'],
    [{ frameOrigins: ['https://shop.example.com/'] }, 'frameOrigins[0] PATTERN'],
    [{ frameOrigins: ['https://a.example', 'https://*.example.com'] }, 'frameOrigins[1] PATTERN'],
    [{ frameOrigins: ["https://a.example; script-src 'unsafe-inline'"] }, 'frameOrigins[0] PATTERN'],
    [{ frameOrigins: [`https://${'a'.repeat(256)}.example`] }, 'frameOrigins[0] SIZE'],
    [{ frameOrigins: Array(21).fill('https://shop.example.com') }, 'frameOrigins SIZE'],
  ])('%j is refused and changes nothing', async (body, error) => {
    const before = await read();
    const answer = await put(body);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toContain(error);
    expect(await read()).toEqual(before);
  });

  test('name the sites that may embed the organization’s map, at once', async () => {
    const { organization, other } = service.catalog;
    const shop = 'https://shop.example.com';
    const framesOf = async (publicKey: string) => {
      const { headers } = await fetch(`${service.url}/map/?key=${publicKey}`, { method: 'HEAD' });
      const ancestors = /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
      return [ancestors, headers.get('x-frame-options')];
    };
    const none = ["'none'", 'DENY'];
    expect(await framesOf(organization.publicKey)).toEqual(none);
    succeeded(await put({ frameOrigins: [shop] }));
    expect(await framesOf(organization.publicKey)).toEqual([`'self' ${shop}`, null]);
    expect(await framesOf(other.publicKey)).toEqual(none);
    expect(await framesOf('7f9c24e8-3b12-4fef-91d0-56d7b1f5a001')).toEqual(none);
    succeeded(await put({ frameOrigins: [] }));
    expect(await framesOf(organization.publicKey)).toEqual(none);
  });

  test('have at most 100 hold types', async () => {
    const types = Array.from({ length: 101 }, (_, at) => [`T${at}`, { ttlSeconds: 1, validState: 'LOCKED' }]);
    expect(errorsOf(await put({ holdTypes: Object.fromEntries(types) }))).toEqual(['holdTypes SIZE']);
  });
});
