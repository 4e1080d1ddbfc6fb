/** What the operator does with sign-ons: the way back to passwords, and a new secret key. */
import { sql } from 'slonik';
import { clientSecretName } from '#storage/catalog/sign-ons.ts';
import { onlyKey, Sealer } from '#storage/database/sealed.ts';
import { rotateSecretKey } from '#storage/secrets/secret-rotation.ts';
import { runAdmin } from '../../support/admin-process.ts';
import { secretKey } from '../../support/catalog.ts';
import { logIn } from '../../support/editor-calls.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';
import { ask, service, useService } from '../../support/shared-service.ts';
import { SigningBrowser, settingsFor, signOnPath } from '../../support/sign-on-calls.ts';
import { clientSecret, type SignOnProvider, startSignOnProvider } from '../../support/sign-on-provider.ts';

useService({ SIGN_ON_ALLOW_PRIVATE: '1' });

let provider: SignOnProvider;

beforeAll(async () => {
  provider = await startSignOnProvider({ redirectUris: [`${service.url}/console/`] });
  provider.people.set('ada', { email: 'ada@theatre.example', email_verified: true, groups: ['owners'] });
  succeeded(await ask('PUT', signOnPath, settingsFor(provider)));
});

afterAll(async () => provider[Symbol.asyncDispose]());

const admin = (...args: string[]) => {
  const { connectionString } = service.catalog;
  return runAdmin(['local-login', ...args], { DATABASE_URL: connectionString, SECRET_KEY: secretKey });
};

test('the operator lets passwords in again, and is told when no OWNER has one', async () => {
  const { organization, other } = service.catalog;
  succeeded(await new SigningBrowser(service).signOn('ada'));
  succeeded(await ask('PUT', signOnPath, { ...settingsFor(provider), localLogin: false }));
  const { code, out } = await admin(String(organization.id), 'on');
  expect([code, out]).toEqual([
    0,
    `people of organization ${organization.id} can log in with passwords\n` +
      'no OWNER has one: invite an OWNER with the token of the organization\n',
  ]);
  expect((await ask('GET', signOnPath)).body.signOn).toMatchObject({ localLogin: true });
  await logIn(service, organization.id);
  expect(await admin(String(organization.id), 'on')).toMatchObject({
    code: 0,
    out: expect.not.stringContaining('no OWNER'),
  });
  expect(await admin(String(other.id), 'on')).toMatchObject({
    code: 1,
    err: `organization ${other.id} has no sign-on\n`,
  });
  expect((await admin(String(organization.id), 'off')).err).toMatch(/^'off' is not on: an OWNER switches it off/);
  expect((await admin('opera', 'on')).err).toMatch(/^'opera' is not the id of an organization/);
});

test('a change is in the audit without the secret', async () => {
  succeeded(await ask('PUT', signOnPath, settingsFor(provider)));
  const { body } = succeeded(await ask('GET', '/api/private/management/v2.0/audit/?operation=putSignOn'));
  expect(body.entries[0]).toMatchObject({ after: { issuer: provider.issuer, localLogin: true }, status: 200 });
  expect(JSON.stringify(body)).not.toContain(clientSecret);
});

test('people whom a sign-on creates or changes are in the audit, and logins that change nothing are not', async () => {
  succeeded(await ask('PUT', signOnPath, settingsFor(provider)));
  provider.people.set('fay', { email: 'fay@theatre.example', email_verified: true, groups: ['sellers'] });
  const { id } = succeeded(await new SigningBrowser(service).signOn('fay')).body.user;
  succeeded(await new SigningBrowser(service).signOn('fay'));
  provider.people.set('fay', { email: 'fay.new@theatre.example', email_verified: true, groups: ['managers'] });
  succeeded(await new SigningBrowser(service).signOn('fay'));
  const { body } = succeeded(
    await ask('GET', `/api/private/management/v2.0/audit/?operation=completeSignOn&accountId=${id}`),
  );
  const by = { kind: 'ACCOUNT', id: String(id), email: 'fay.new@theatre.example' };
  const [seller, manager] = [
    { id, email: 'fay@theatre.example', role: 'BOX_OFFICE', events: null },
    { id, email: 'fay.new@theatre.example', role: 'MANAGER', events: null },
  ];
  expect(body.entries).toMatchObject([
    { by, before: seller, after: manager, target: 'POST /api/auth/sign-on/complete', status: 200 },
    { by, before: null, after: seller, address: '127.0.0.1', requestId: expect.stringMatching(/./) },
  ]);
});

test('nothing is set up before the upgrade is finalized', async () => {
  const current = jest.spyOn(service.parts.persistence.clusterVersion, 'current', 'get').mockReturnValue(1);
  expect(outcomeOf(await ask('PUT', signOnPath, settingsFor(provider)))).toBe('503 UPGRADE_NOT_FINALIZED');
  current.mockRestore();
});

test('a new secret key opens the secret of the client, which is nowhere in the clear', async () => {
  const { pool, organization } = service.catalog;
  const rows = await pool.any(sql.unsafe`select encode(client_secret, 'escape') as text from sign_on`);
  expect(JSON.stringify(rows)).not.toContain(clientSecret);
  const newKey = 'cd'.repeat(32);
  expect(await rotateSecretKey(pool, secretKey, newKey)).toMatchObject({ unreadable: 0 });
  const sealed = await pool.oneFirst(sql.unsafe`select client_secret from sign_on`);
  const sealer = new Sealer(onlyKey(newKey));
  expect(sealer.open(sealed as Buffer, clientSecretName(organization.id))).toBe(clientSecret);
});
