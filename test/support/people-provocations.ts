/** Calls that provoke the error codes of roles, of logins by sign-on and of brands. */
import { hire, peoplePath } from './people-calls.ts';
import type { Provocation } from './queue-provocations.ts';
import { ask as askAsOwner, service } from './shared-service.ts';
import { settingsFor, signOnPath } from './sign-on-calls.ts';
import { startSignOnProvider } from './sign-on-provider.ts';

const brandingPath = '/api/private/management/v2.0/branding/';

export const peopleProvocations: Readonly<Record<string, Provocation>> = {
  ROLE_NOT_ALLOWED: [['GET', peoplePath], async () => (await hire(service, 'VIEWER')).ask('GET', peoplePath)],
  EVENT_NOT_ALLOWED: [
    ['GET', '/api/private/v2.0/events/{id}'],
    async ({ show }) => (await hire(service, 'MANAGER', [])).ask('GET', `/api/private/v2.0/events/${show.eventId}`),
  ],
  LAST_OWNER: [
    ['DELETE', `${peoplePath}{id}`],
    async () => {
      const { other } = service.catalog;
      const { id, ask } = await hire(service, 'OWNER', null, other.id);
      return ask('DELETE', `${peoplePath}${id}`);
    },
  ],
  SIGN_ON_REFUSED: [
    ['POST', '/api/auth/sign-on/complete'],
    // Behind a proxy that is not known it has another limit than the logins of the test.
    () =>
      service.call('POST', '/api/auth/sign-on/complete', {
        headers: { 'X-Forwarded-For': '203.0.113.9' },
        body: { parameters: 'code=1' },
      }),
  ],
  SIGN_ON_PROVIDER: [
    ['PUT', signOnPath],
    () => askAsOwner('PUT', signOnPath, settingsFor({ issuer: 'http://127.0.0.1:1' })),
  ],
  LOW_CONTRAST: [
    ['PUT', brandingPath],
    () => askAsOwner('PUT', brandingPath, { colours: { light: { ink: '#dddddd' } } }),
  ],
  SIGN_ON_UNTRIED: [
    ['PUT', signOnPath],
    async () => {
      await using provider = await startSignOnProvider({ redirectUris: [`${service.url}/console/`] });
      return await askAsOwner('PUT', signOnPath, { ...settingsFor(provider), localLogin: false });
    },
  ],
};
