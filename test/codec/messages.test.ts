/** The texts of field errors: the same style for errors of schemas, of domain rules and of the legacy interface. */
import { z } from 'zod';
import { check } from '#codec/check.ts';
import { legacyPrefix } from '../support/legacy-calls.ts';
import { applySettings, openPricedShow, type Show, startTestService, type TestService } from '../support/service.ts';
import { bookingOf, rowsHall, sessionCalls } from '../support/session-calls.ts';

describe('the default message of a schema error', () => {
  test.each<[z.ZodType, unknown, string]>([
    [z.string(), 7, 'must be a string'],
    [z.number(), 'x', 'must be a number'],
    [z.int(), 0.5, 'must be a whole number'],
    [z.int(), 2 ** 60, 'must be at most 9007199254740991'],
    [z.boolean(), 1, 'must be true or false'],
    [z.array(z.int()), {}, 'must be an array'],
    [z.object({}), [], 'must be an object'],
    [z.record(z.string(), z.int()), 3, 'must be an object'],
    [z.string().min(1), '', 'must have at least 1 character'],
    [z.string().max(3), 'abcd', 'must have at most 3 characters'],
    [z.array(z.int()).max(1), [1, 2], 'must have at most 1 entry'],
    [z.int().min(0), -1, 'must be at least 0'],
    [z.number().gt(0), 0, 'must be more than 0'],
    [z.enum(['A', 'B']), 'C', 'must be one of A, B'],
    [z.literal('A'), 'C', 'must be A'],
    [z.strictObject({}), { a: 1 }, 'must have only known members'],
    [z.string().regex(/^a$/), 'b', 'must have the form of the documented pattern'],
    [z.union([z.string(), z.array(z.string())]), 5, 'must have the documented form'],
    [z.string(), null, 'must not be null'],
  ])('%#: %j', (schema, value, message) => {
    const result = check(schema, value);
    expect(result.ok ? [] : result.errors.map((error) => error.message)).toEqual([message]);
  });
});

describe('the message of a field error', () => {
  let service: TestService;
  let show: Show;
  const key = () => service.catalog.organization.token;

  beforeAll(async () => {
    service = await startTestService();
    show = await openPricedShow(service, rowsHall);
  });

  afterAll(() => service.close());

  test('on an unknown hold type names the known ones', async () => {
    await applySettings(service, { holdTypes: { VIP: { ttlSeconds: null, validState: 'LOCKED' } } });
    const { body } = await sessionCalls(service, show).book('lock', bookingOf([], [], { holdType: 'PRESS' }));
    const message = 'must be null or one of RESERVED, VIP';
    expect(body).toMatchObject({
      errorCode: 'VALIDATION_FAILED',
      detail: `holdType: ${message}`,
      errors: [{ field: 'holdType', message, rejectedValue: 'PRESS', code: 'UNKNOWN_VALUE' }],
    });
  });

  test('on a header uses its usual spelling', async () => {
    const { body } = await sessionCalls(service, show).book('lock', bookingOf([]), 'two words');
    expect(body.errors).toMatchObject([{ field: 'Idempotency-Key', code: 'PATTERN' }]);
    const at = `/api/private/v2.0/events/${show.eventId}`;
    const tenant = await service.call('GET', at, { key: service.catalog.tenant.token });
    expect(tenant.body.errors).toEqual([
      {
        field: 'X-Organization-ID',
        message: 'must be sent with a tenant token',
        rejectedValue: null,
        code: 'NOT_NULL',
      },
    ]);
  });

  test('on an empty list shows it as the rejected value', async () => {
    const { body } = await service.call('POST', '/api/private/v2.0/schemas/', {
      key: key(),
      body: { name: 'Hall', sections: [] },
    });
    expect(body.errors).toMatchObject([{ field: 'sections', code: 'SIZE', rejectedValue: [] }]);
    expect(body.errors[0].message).toBe('must have at least 1 entry');
  });

  test('in v1 names the field whose value is unknown or contradicts stored data', async () => {
    const { eventId } = show;
    const prices = `${legacyPrefix}/prices/`;
    const taken = await service.call('POST', prices, { key: key(), body: { name: '45.00 EUR', eventId } });
    expect(taken.body.errors).toMatchObject([{ field: 'name', rejectedValue: '45.00 EUR', code: 'INVALID' }]);
    const unknown = await service.call('PUT', prices, { key: key(), body: { id: 4711, name: 'x', eventId } });
    expect(unknown.body.errors).toMatchObject([{ field: 'id', rejectedValue: 4711, code: 'UNKNOWN_VALUE' }]);
    const { schemaId } = await openPricedShow(service, rowsHall);
    const event = { id: eventId, name: 'x', start: '2027-05-01T19:30:00', killAfter: '2027-05-01T23:00:00', schemaId };
    const moved = await service.call('PUT', `${legacyPrefix}/events/`, { key: key(), body: event });
    expect(moved.body.errors).toMatchObject([{ field: 'schemaId', rejectedValue: schemaId, code: 'INVALID' }]);
    for (const { status, body } of [taken, unknown, moved]) {
      expect([status, body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
      expect(body.errors[0].message).toMatch(/^must /);
    }
  });
});
