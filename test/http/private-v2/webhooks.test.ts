/** Webhooks over HTTP: their fields and checks, secrets that are shown once, their limit, and their deliveries' list. */
import { sql } from 'slonik';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

const prefix = '/api/private/v2.0/webhooks/';
const example = {
  url: 'https://usher.invalid/hook?tenant=7',
  types: ['session.confirmed'],
  description: 'Back office',
  enabled: false,
};

let key: string;

useService({ WEBHOOKS_PER_ORGANIZATION_MAX: '4' });

beforeAll(async () => {
  key = service.catalog.organization.token;
});

const create = (body: unknown) => service.call('POST', prefix, { key, body });

describe('a webhook', () => {
  test('is created, read, listed, replaced and deleted; its secret is in the first answer only', async () => {
    const made = succeeded(await create(example)).body;
    const { secret, ...shown } = made;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const createdDate = new Date(service.clock.now()).toISOString();
    expect(shown).toEqual({ id: expect.any(Number), ...example, createdDate });
    expect((await service.call('GET', `${prefix}${made.id}`, { key })).body).toEqual(shown);
    expect((await service.call('GET', prefix, { key })).body.content).toEqual([shown]);
    const changed = { url: 'https://other.invalid/', types: [], description: null, enabled: false };
    const replaced = await service.call('PUT', `${prefix}${made.id}`, { key, body: { ...shown, ...changed } });
    expect(replaced.body).toEqual({ ...shown, ...changed });
    expect((await service.call('DELETE', `${prefix}${made.id}`, { key })).status).toBe(204);
    expect(outcomeOf(await service.call('GET', `${prefix}${made.id}`, { key }))).toBe('404 ENTITY_NOT_FOUND');
    expect(outcomeOf(await service.call('DELETE', `${prefix}${made.id}`, { key }))).toBe('404 ENTITY_NOT_FOUND');
  });

  test('is by default enabled and sent every type; a repeated type counts once', async () => {
    const { body } = succeeded(await create({ url: 'https://usher.invalid/' }));
    expect(body).toMatchObject({ types: [], description: null, enabled: true });
    const types = ['event.deleted', 'event.created', 'event.deleted'];
    const replaced = await service.call('PUT', `${prefix}${body.id}`, { key, body: { url: body.url, types } });
    expect(replaced.body.types).toEqual(['event.deleted', 'event.created']);
    await service.call('DELETE', `${prefix}${body.id}`, { key });
  });

  test('keeps its secrets encrypted, and rotating makes the former one expire after a day', async () => {
    const { id, secret } = succeeded(await create(example)).body;
    const rotated = succeeded(await service.call('POST', `${prefix}${id}/rotate`, { key })).body;
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.formerSecretUntil) - service.clock.now()).toBe(24 * 3_600_000);
    const row = await service.catalog.pool.one(sql.unsafe`select secret, former_secret from webhook where id = ${id}`);
    for (const stored of Object.values(row as Record<string, Buffer>)) {
      expect(stored.length).toBeGreaterThan(40);
      for (const known of [secret, rotated.secret]) expect(stored.includes(known.slice('whsec_'.length))).toBe(false);
    }
    await service.call('DELETE', `${prefix}${id}`, { key });
  });

  test('over the limit of an organization is refused', async () => {
    const made = await Promise.all(Array.from({ length: 7 }, () => create(example)));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(4);
    const refused = made.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(outcomeOf))).toEqual(new Set(['409 DATA_INTEGRITY_VIOLATION']));
    for (const { body } of made)
      if (body.id !== undefined) await service.call('DELETE', `${prefix}${body.id}`, { key });
  });
});

describe('a URL', () => {
  test.each([
    ['http://example.com/', 'must be an https URL'],
    ['ftp://example.com/', 'must be an https URL'],
    ['example.com', 'must be a URL'],
    ['https://', 'must be a URL'],
    ['https://user@example.com/', 'must not contain a user name or a password'],
    ['https://user:secret@example.com/', 'must not contain a user name or a password'],
    ['https://example.com/#part', 'must not contain a fragment'],
    ['https://example.com/a b', 'must not contain white space or control characters'],
    ['https://example.com:22/', 'must have port 443 or one from 1024'],
    ['https://127.0.0.1/', 'must not be a private or reserved address'],
    ['https://2130706433/', 'must not be a private or reserved address'],
    ['https://0x7f.1/', 'must not be a private or reserved address'],
    ['https://[::1]/', 'must not be a private or reserved address'],
    ['https://[::ffff:10.0.0.1]/', 'must not be a private or reserved address'],
    ['https://[fe80::1]/', 'must not be a private or reserved address'],
    ['https://169.254.169.254/latest/meta-data/', 'must not be a private or reserved address'],
    ['https://0177.0.0.1/', 'must not be a private or reserved address'],
    ['https://0.0.0.0/', 'must not be a private or reserved address'],
    ['https://[::]/', 'must not be a private or reserved address'],
    ['https://[64:ff9b::a00:1]/', 'must not be a private or reserved address'],
    ['https://[2002:7f00:1::]/', 'must not be a private or reserved address'],
    ['https://１２７.0.0.1/', 'must not be a private or reserved address'],
    ['https://127。0。0。1/', 'must not be a private or reserved address'],
    ['https://%31%32%37.0.0.1/', 'must not be a private or reserved address'],
    ['https://256.0.0.1/', 'must be a URL'],
    ['https://[fe80::1%25eth0]/', 'must be a URL'],
    ['https://ex ample.com/', 'must not contain white space or control characters'],
    ['https://exa\u0001mple.com/', 'must not contain white space or control characters'],
    ['https://exam\u00adple\u200b/', 'must have a public host name'],
    ['https://example.com:0/', 'must have port 443 or one from 1024'],
    ['https://example.com:65536/', 'must be a URL'],
    ['https://localhost/', 'must have a public host name'],
    ['https://ｌocalhost/', 'must have a public host name'],
    ['https://api.localhost./', 'must have a public host name'],
    ['https://intranet/', 'must have a public host name'],
  ])('%s is refused: it %s', async (url, message) => {
    const answer = await create({ ...example, url });
    expect(outcomeOf(answer)).toBe('400 VALIDATION_FAILED');
    expect(answer.body.errors).toEqual([{ field: 'url', code: 'PATTERN', message, rejectedValue: url }]);
  });

  test.each([[1], [null], [''], [`https://example.com/${'a'.repeat(2048)}`]])('%p is refused', async (url) => {
    expect(outcomeOf(await create({ ...example, url }))).toBe('400 VALIDATION_FAILED');
  });
});

test.each([
  [{ types: ['session.opened'] }, 'types[0]'],
  [{ types: 'session.confirmed' }, 'types'],
  [{ description: 'x'.repeat(1001) }, 'description'],
  [{ enabled: 'yes' }, 'enabled'],
  [{ id: 5 }, 'id'],
])('a webhook with %j is refused', async (fields, field) => {
  const answer = await create({ ...example, ...fields });
  expect(outcomeOf(answer)).toBe('400 VALIDATION_FAILED');
  expect(answer.body.errors[0].field).toBe(field);
});

test('calls on an unknown webhook or delivery are answered 404, and an unknown state 400', async () => {
  const { id } = succeeded(await create(example)).body;
  const asked = [
    await service.call('GET', `${prefix}0/deliveries/`, { key }),
    await service.call('POST', `${prefix}0/rotate`, { key }),
    await service.call('POST', `${prefix}0/test`, { key }),
    await service.call('POST', `${prefix}${id}/deliveries/${id}/redeliver`, { key }),
    await service.call('PUT', `${prefix}0`, { key, body: example }),
  ];
  expect(asked.map(outcomeOf)).toEqual(asked.map(() => '404 ENTITY_NOT_FOUND'));
  const wrongId = await service.call('PUT', `${prefix}${id}`, { key, body: { ...example, id: id + 1 } });
  expect(wrongId.body.errors).toMatchObject([{ field: 'id', code: 'UNKNOWN_VALUE' }]);
  expect((await service.call('GET', `${prefix}${id}/deliveries/`, { key })).body.totalElements).toBe(0);
  const unknown = await service.call('GET', `${prefix}${id}/deliveries/?state=LOST`, { key });
  expect(outcomeOf(unknown)).toBe('400 VALIDATION_FAILED');
});

test('a test of a webhook whose host has no public address returns the reason', async () => {
  const { id } = succeeded(await create(example)).body;
  await service.catalog.pool.query(sql.unsafe`update webhook set url = 'https://127.0.0.1:9/' where id = ${id}`);
  const { body } = succeeded(await service.call('POST', `${prefix}${id}/test`, { key }));
  const error = 'the address of the receiver is private or reserved';
  expect(body).toEqual({ delivered: false, status: null, error, body: '', durationMs: expect.any(Number) });
});
