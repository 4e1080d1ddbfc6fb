/** Calls that provoke the error codes of roles. */
import { hire, peoplePath } from './people-calls.ts';
import type { Provocation } from './queue-provocations.ts';
import { service } from './shared-service.ts';

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
};
