/** Calls that provoke the error codes of the history. */
import { sql } from 'slonik';
import type { Provocation } from './queue-provocations.ts';
import { openPricedShow } from './service.ts';
import { ask, service } from './shared-service.ts';

export const historyProvocations: Readonly<Record<string, Provocation>> = {
  HISTORY_TRIMMED: [
    ['GET', '/api/private/v2.0/events/{id}/at/'],
    async () => {
      const { eventId } = await openPricedShow(service);
      await service.catalog.pool.query(sql.unsafe`
        delete from journal using event where number = event_number and event.id = ${eventId} and seq = 1
      `);
      return ask('GET', `/api/private/v2.0/events/${eventId}/at/?sequence=1`);
    },
  ],
};
