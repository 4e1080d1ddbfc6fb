/** A flood of logins with invented names does not stop real logins or new organizations, and reveals nothing. */
import { logIn } from '../../support/editor-calls.ts';
import { type Answer, startTestService } from '../../support/service.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

const attempts = 200;
const password = 'open sesame';

let email: string;

useService({ TRUST_PROXY: '1', LOGINS_PER_ADDRESS_PER_MINUTE: '60' });

beforeAll(async () => {
  const login = await logIn(service, service.catalog.organization.id, { 'X-Forwarded-For': '203.0.113.1' });
  email = login.user.email;
});

function attempt(address: string, username: string, secret = 'a wrong guess'): Promise<Answer> {
  const body = { username, password: secret };
  return service.call('POST', '/api/auth/login', { headers: { 'X-Forwarded-For': address }, body });
}

function makeOrganization(name: string): Promise<Answer> {
  const admin = { firstName: 'Ada', lastName: 'Admin', email: `${name}@example.org`, password };
  const { key } = service.catalog.tenant;
  return service.call('POST', '/api/private/management/v2.0/organizations/', { key, body: { name, ...admin } });
}

function flood(addressOf: (at: number) => string): Promise<Answer>[] {
  return Array.from({ length: attempts }, (_, at) => attempt(addressOf(at), `invented-${at}@example.org`));
}

describe(`${attempts} simultaneous logins with invented names`, () => {
  test('from many addresses stop neither an account nor a new organization', async () => {
    const flooding = flood((at) => `198.51.100.${at}`);
    const known = attempt('203.0.113.2', email, password);
    const made = makeOrganization('meanwhile');
    expect(outcomeOf(await known)).toBe('200');
    expect((await made).status).toBe(201);
    expect(new Set((await Promise.all(flooding)).map(outcomeOf))).toEqual(new Set(['403 ACCESS_DENIED']));
  });

  test('from one address are limited there, and nowhere else', async () => {
    const flooding = flood(() => '192.0.2.1');
    const known = attempt('203.0.113.3', email, password);
    expect(outcomeOf(await known)).toBe('200');
    const outcomes = (await Promise.all(flooding)).map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === '403 ACCESS_DENIED')).toHaveLength(60);
    expect(outcomes.filter((outcome) => outcome === '429 RATE_LIMITED')).toHaveLength(attempts - 60);
    expect(outcomeOf(await attempt('192.0.2.1', email, password))).toBe('429 RATE_LIMITED');
    succeeded(await makeOrganization('afterwards'));
  });
});

describe('wrong logins behind a proxy that the service does not know', () => {
  test('lock a known account for the client that sends them, not for others', async () => {
    await using closing = new AsyncDisposableStack();
    const untold = await startTestService();
    closing.defer(() => untold.close());
    const { user } = await logIn(untold, untold.catalog.organization.id, { 'X-Forwarded-For': '203.0.113.1' });
    const tryAt = (headers: Record<string, string>, secret: string) =>
      untold.call('POST', '/api/auth/login', { headers, body: { username: user.email, password: secret } });
    const guesser = { 'X-Forwarded-For': '198.51.100.7, 192.0.2.66' };
    for (let count = 0; count < 6; count++) expect((await tryAt(guesser, 'a wrong guess')).status).toBe(403);
    expect((await tryAt(guesser, password)).headers.get('retry-after')).not.toBeNull();
    for (const headers of [{ 'X-Forwarded-For': '198.51.100.7' }, { Forwarded: 'for=198.51.100.7' }, {}]) {
      expect(outcomeOf(await tryAt(headers as Record<string, string>, password))).toBe('200');
    }
  });
});
