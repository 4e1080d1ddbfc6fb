/** The owner of a key: found by the key itself, cached until its row changes, and not readable from the database. */
import { sql } from 'slonik';
import { joinOrganization } from '#storage/catalog/accounts.ts';
import { Keys } from '#storage/catalog/keys.ts';
import { Logins } from '#storage/catalog/logins.ts';
import { PasswordChecks } from '#storage/catalog/password-checks.ts';
import { hashPassword } from '#storage/catalog/passwords.ts';
import { createTenant } from '#storage/catalog/tenants.ts';
import { onlyKey, Sealer } from '#storage/database/sealed.ts';
import { hashToken } from '#storage/database/tokens.ts';
import { openShow, secretKey } from '../../support/catalog.ts';
import { catalogOfFile } from '../../support/catalog-of-file.ts';
import { eventually } from '../../support/eventually.ts';
import { problemsOnly } from '../../support/logs.ts';

const catalog = catalogOfFile();
let keys: Keys;

beforeAll(async () => {
  keys = new Keys(catalog.pool, catalog.notifications);
});

describe('the organization of a key', () => {
  test('is found by its token and by its private key', async () => {
    const { organization, tenant } = catalog;
    const owner = { organizationId: organization.id, tenantId: tenant.id, isDeleted: false };
    const byToken = { ...owner, keyName: 'organization-token' };
    expect(await keys.organizationByKey(organization.token)).toEqual(byToken);
    expect(await keys.organizationByKey(organization.privateKey)).toEqual({ ...owner, keyName: 'private-key' });
  });

  test('is not found by its public key, a prefix of its token, its hash or a tenant token', async () => {
    const { organization, tenant } = catalog;
    const wrong = [
      organization.publicKey,
      organization.token.slice(0, -1),
      `${organization.token} `,
      hashToken(organization.token).toString('hex'),
      tenant.token,
      '',
    ];
    for (const key of wrong) expect(await keys.organizationByKey(key)).toBeNull();
  });

  test('belongs to its own tenant only', async () => {
    const stranger = await createTenant(catalog.pool, 'Stranger');
    expect(await keys.organizationOfTenant(catalog.tenant.id, catalog.organization.id)).toBe(true);
    expect(await keys.organizationOfTenant(stranger.id, catalog.organization.id)).toBe(false);
    expect(await keys.organizationOfTenant(catalog.tenant.id, 4711)).toBe(false);
  });

  test('is known as deleted without another look, whether it is cached or not', async () => {
    const { other, tenant } = catalog;
    expect((await keys.organizationByKey(other.token))?.isDeleted).toBe(false);
    expect(await keys.organizationOfTenant(tenant.id, other.id)).toBe(true);
    await catalog.pool.query(sql.unsafe`update organization set deleting = true where id = ${other.id}`);
    await eventually(async () => (await keys.organizationByKey(other.token))?.isDeleted === true);
    await eventually(async () => !(await keys.organizationOfTenant(tenant.id, other.id)));
  });
});

describe('the tenant of a token', () => {
  test('is found with the id that its key contains', async () => {
    const { tenant } = catalog;
    const found = await keys.tenantByToken(tenant.token);
    expect(found?.tenantId).toBe(tenant.id);
    expect(tenant.key).toBe(`TEN:${found?.maskedTenantId}:${tenant.token}`);
  });

  test('is not found by the token of an organization', async () => {
    expect(await keys.tenantByToken(catalog.organization.token)).toBeNull();
  });

  test('is no longer found after the token was revoked', async () => {
    const revoked = await createTenant(catalog.pool, 'Revoked');
    expect(await keys.tenantByToken(revoked.token)).not.toBeNull();
    await catalog.pool.query(sql.unsafe`
      update tenant set token_hash = ${sql.binary(hashToken('another'))} where id = ${revoked.id}
    `);
    await eventually(async () => (await keys.tenantByToken(revoked.token)) === null);
  });
});

describe('the login of a token', () => {
  const sealer = new Sealer(onlyKey(secretKey));

  async function logIn(): Promise<string> {
    const logins = new Logins({ ...catalog, sealer, passwords: new PasswordChecks(), log: problemsOnly });
    const login = await logins.open('ada@example.org', 'sesame', '127.0.0.1', null);
    if (!('token' in login)) throw new Error('not logged in');
    return login.token;
  }

  beforeAll(async () => {
    const passwordHash = await hashPassword('sesame');
    const account = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Admin', passwordHash };
    await joinOrganization(catalog.pool, catalog.organization.id, account);
  });

  test('is found until the token expires, also if it is cached', async () => {
    const token = await logIn();
    const { organization, tenant } = catalog;
    const owner = { organizationId: organization.id, tenantId: tenant.id, isDeleted: false };
    expect(await keys.loginByToken(token)).toMatchObject(owner);
    expect(await keys.loginByToken(organization.token)).toBeNull();
    expect(await keys.organizationByKey(token)).toBeNull();
    await catalog.pool.query(sql.unsafe`
      update login set token_expires_at = now() + interval '300 milliseconds' where token_hash = ${sql.binary(hashToken(token))}
    `);
    await eventually(async () => (await keys.loginByToken(token)) === null);
  });

  test('is no longer found after another node has ended it', async () => {
    const token = await logIn();
    expect(await keys.loginByToken(token)).not.toBeNull();
    await catalog.pool.query(sql.unsafe`delete from login where token_hash = ${sql.binary(hashToken(token))}`);
    await eventually(async () => (await keys.loginByToken(token)) === null);
  });

  test('has the role and the events that another node has given, and is not found once the person is removed', async () => {
    const token = await logIn();
    expect(await keys.loginByToken(token)).toMatchObject({ role: 'OWNER', events: null, eventNumbers: [] });
    const { event } = await openShow(catalog);
    await catalog.pool.query(sql.unsafe`
      update membership set role = 'VIEWER', events = ${sql.array([event.id], 'uuid')}
    `);
    await eventually(async () => (await keys.loginByToken(token))?.role === 'VIEWER');
    expect(await keys.loginByToken(token)).toMatchObject({ events: [event.id], eventNumbers: [event.number] });
    await catalog.pool.query(sql.unsafe`delete from membership`);
    await eventually(async () => (await keys.loginByToken(token)) === null);
  });
});

test('no key can be read from the database', async () => {
  const dump = await catalog.pool.oneFirst(sql.unsafe`
    select string_agg(row::text, '') from (
      select to_jsonb(organization) as row from organization union all select to_jsonb(tenant) from tenant
    ) as rows
  `);
  for (const secret of [catalog.organization.token, catalog.organization.privateKey, catalog.tenant.token]) {
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

test('a cached key is looked up without the database', async () => {
  const before = await keys.organizationByKey(catalog.organization.token);
  await catalog.pool.transaction(async (transaction) => {
    await transaction.query(sql.unsafe`lock table organization in access exclusive mode`);
    expect(await keys.organizationByKey(catalog.organization.token)).toEqual(before);
  });
});
