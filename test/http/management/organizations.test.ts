/** Organizations over HTTP, as their tenant manages them. */
import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { createTenant } from '#storage/catalog/tenants.ts';
import { errorsOf } from '../../support/answers.ts';
import type { Answer } from '../../support/service.ts';
import { succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

const path = '/api/private/management/v2.0/organizations/';
const admin = { firstName: 'Ada', lastName: 'Admin', email: 'ada@example.org', password: 'open sesame' };
const body = { name: 'City Theatre', ...admin };

let stranger: string;

useService();

beforeAll(async () => {
  stranger = (await createTenant(service.catalog.pool, 'Stranger')).key;
});

function ask(method: string, at: string, sent?: unknown, key = service.catalog.tenant.key): Promise<Answer> {
  return service.call(method, path + at, { key, body: sent });
}

const made = async (members: object = {}): Promise<Answer['body']> =>
  succeeded(await ask('POST', '', { ...body, ...members })).body;

const membersOf = ['id', 'name', 'publicKey', 'privateKey', 'domain', 'autologinEnabled', 'appendDomainToLogin'];

describe('a new organization', () => {
  test('has exactly the members of the contract, keys that work, and everything else as by default', async () => {
    const answer = await ask('POST', '', body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      name: 'City Theatre',
      publicKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      privateKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      domain: null,
      autologinEnabled: false,
      appendDomainToLogin: false,
      type: 'DEFAULT',
      tenantId: service.catalog.tenant.id,
    });
    const { privateKey } = answer.body;
    expect((await service.call('GET', '/api/private/v2.0/schemas/1', { key: privateKey })).status).toBe(404);
    expect((await ask('GET', answer.body.id)).body).toEqual(answer.body);
  });

  test('is created as sent, with the given keys', async () => {
    const members = {
      id: null,
      publicKey: randomUUID(),
      privateKey: randomUUID(),
      domain: 'theatre.example',
      autologinEnabled: true,
      appendDomainToLogin: true,
      type: 'VENUE',
      tenantId: service.catalog.tenant.id,
    };
    const answer = await ask('POST', '', { ...body, ...members });
    expect(answer).toMatchObject({ status: 201, body: { ...members, id: expect.any(Number) } });
    const again = await ask('POST', '', { ...body, publicKey: members.publicKey });
    expect([again.status, again.body.errorCode]).toEqual([409, 'DATA_INTEGRITY_VIOLATION']);
    const other = await ask('POST', '', { ...body, privateKey: members.privateKey });
    expect([other.status, other.body.errorCode]).toEqual([409, 'DATA_INTEGRITY_VIOLATION']);
  });

  test.each([
    ['without a name', { name: undefined }, 'name NOT_NULL'],
    ['with an id', { id: 5 }, 'id NULL'],
    ['with a key that is no UUID', { privateKey: 'mine' }, 'privateKey PATTERN'],
    ['of an unknown type', { type: 'CLUB' }, 'type UNKNOWN_VALUE'],
    ['of another tenant', { tenantId: 4711 }, 'tenantId UNKNOWN_VALUE'],
    ['with a text for a switch', { autologinEnabled: 'yes' }, 'autologinEnabled TYPE'],
    ['without a first name', { firstName: undefined }, 'firstName NOT_NULL'],
    ['with an empty last name', { lastName: '' }, 'lastName SIZE'],
    ['without a password', { password: null }, 'password NOT_NULL'],
    ['with a password of nine characters', { password: 'nine char' }, 'password SIZE'],
    ['with an email that is none', { email: 'ada' }, 'email PATTERN'],
  ])('%s is refused', async (_, change, error) => {
    const answer = await ask('POST', '', { ...body, ...change });
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    expect(errorsOf(answer)).toContain(error);
    expect(JSON.stringify(answer.body)).not.toContain('mine');
  });

  test('refuses the email of another tenant’s user, also when both come at the same moment', async () => {
    const keys = [service.catalog.tenant.key, stranger];
    const emails = ['shared@example.org', 'SHARED@example.org'];
    const name = 'Shared';
    const answers = await Promise.all(
      keys.map((key, at) => ask('POST', '', { ...body, name, email: emails[at] }, key)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const loser = answers.findIndex(({ status }) => status === 409);
    expect(answers[loser]?.body).toMatchObject({
      errorCode: 'DATA_INTEGRITY_VIOLATION',
      errors: [{ field: 'user.email', rejectedValue: emails[loser], code: 'INVALID' }],
    });
    // The refused organization has left no rows.
    const { content } = succeeded(await ask('GET', '?size=100', undefined, keys[loser])).body;
    expect(content.map((one: { name: string }) => one.name)).not.toContain(name);
    expect((await ask('POST', '', { ...body, email: emails[0] }, keys[loser])).status).toBe(409);
  });

  test('reuses the account of an email, ignoring case, and keeps its password', async () => {
    const email = 'Grace@example.org';
    await made({ email, password: 'the first one' });
    await made({ email: 'grace@EXAMPLE.org', password: 'the second one', firstName: 'Other' });
    const accounts = await service.catalog.pool.oneFirst(sql.unsafe`
      select count(*) from account where lower(email) = ${email.toLowerCase()}
    `);
    expect(accounts).toBe(1);
    const login = async (password: string) =>
      (await service.call('POST', '/api/auth/login', { body: { username: email, password } })).status;
    expect(await login('the first one')).toBe(200);
    expect(await login('the second one')).toBe(403);
  });

  test('leaves no rows if it is refused', async () => {
    const { publicKey } = await made();
    succeeded(await ask('GET', ''));
    const count = () => service.catalog.pool.oneFirst(sql.unsafe`select count(*) from account`);
    const before = await count();
    expect((await ask('POST', '', { ...body, publicKey, email: 'nobody@example.org' })).status).toBe(409);
    expect(await count()).toBe(before);
  });
});

describe('the list of organizations', () => {
  test('shows pages of the tenant’s own organizations, sorted by several properties', async () => {
    const tenant = await createTenant(service.catalog.pool, 'Lister');
    const seeds = [
      ['B', 'VENUE'],
      ['A', 'VENUE'],
      ['C', 'DEFAULT'],
      ['A', 'DEFAULT'],
    ] as const;
    const ids: number[] = [];
    for (const [name, type] of seeds) {
      ids.push(
        succeeded(await ask('POST', '', { ...body, name, type, email: 'lister@example.org' }, tenant.key)).body.id,
      );
    }
    const idsOf = async (query: string) => {
      const answer = succeeded(await ask('GET', `?${query}`, undefined, tenant.key));
      return answer.body.content.map(({ id }: { id: number }) => ids.indexOf(id));
    };
    expect(await idsOf('')).toEqual([0, 1, 2, 3]);
    expect(await idsOf('sort=id,desc')).toEqual([3, 2, 1, 0]);
    expect(await idsOf('sort=name&sort=type,desc')).toEqual([1, 3, 0, 2]);
    expect(await idsOf('sort=type,asc&sort=name,desc')).toEqual([2, 3, 0, 1]);
    for (const property of [...membersOf.filter((name) => name !== 'privateKey'), 'type', 'tenantId']) {
      expect(await idsOf(`sort=${property},desc`)).toHaveLength(4);
    }
    const page = succeeded(await ask('GET', '?page=1&size=3&sort=name', undefined, tenant.key)).body;
    expect(page).toMatchObject({ totalElements: 4, totalPages: 2, number: 1, size: 3, numberOfElements: 1 });
    expect(page).toMatchObject({ first: false, last: true, empty: false, sort: { sorted: true } });
    expect(Object.keys(page.content[0]).toSorted()).toEqual([...membersOf, 'type', 'tenantId'].toSorted());
  });

  test.each(['size=101', 'size=0', 'page=-1', 'sort=privateKey', 'sort=name,up'])('refuses %s', async (query) => {
    const answer = await ask('GET', `?${query}`);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('a change of an organization', () => {
  test('keeps absent members, and removes the domain if it is null', async () => {
    const before = await made({ domain: 'old.example', type: 'VENUE' });
    const renamed = await ask('PUT', '', { id: before.id, name: 'Renamed' });
    expect(renamed).toMatchObject({ status: 200, body: { ...before, name: 'Renamed' } });
    const switched = await ask('PUT', '', {
      ...before,
      autologinEnabled: true,
      appendDomainToLogin: true,
      domain: null,
    });
    const expected = { ...before, autologinEnabled: true, appendDomainToLogin: true, domain: null };
    expect(switched).toMatchObject({ status: 200, body: expected });
    expect((await ask('GET', before.id)).body).toEqual(expected);
  });

  test('of a key or the tenant is refused', async () => {
    const before = await made();
    for (const change of [{ publicKey: randomUUID() }, { privateKey: randomUUID() }, { tenantId: 4711 }]) {
      const answer = await ask('PUT', '', { id: before.id, name: 'X', ...change });
      expect(errorsOf(answer)).toEqual([`${Object.keys(change)[0]} INVALID`]);
    }
    expect((await ask('GET', before.id)).body).toEqual(before);
  });

  test('needs an id and a valid name', async () => {
    const { id } = await made();
    expect(errorsOf(await ask('PUT', '', { name: 'X' }))).toEqual(['id NOT_NULL']);
    expect(errorsOf(await ask('PUT', '', { id, name: '' }))).toEqual(['name SIZE']);
    expect(errorsOf(await ask('PUT', '', { id, name: null }))).toEqual(['name NOT_NULL']);
  });
});
