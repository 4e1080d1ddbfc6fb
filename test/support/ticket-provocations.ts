/** Calls that provoke the error codes of money and ticket types. */
import { accessibleHall, keepForNeed } from './accessible-hall.ts';
import { passCalls } from './pass-calls.ts';
import { claimsFor, secretIssuer, signPass } from './passes.ts';
import type { Provocation } from './queue-provocations.ts';
import { openPricedShow } from './service.ts';
import { publicPrefix, sessionCalls, succeeded } from './session-calls.ts';
import { ask, service } from './shared-service.ts';

const lock = ['POST', `${publicPrefix}{id}/lock`] as const;

export const ticketProvocations: Readonly<Record<string, Provocation>> = {
  CAP_TICKET_TYPE: [
    lock,
    async ({ calls, show: { eventId, seats, prices } }) => {
      const ticketTypes = [{ id: 'child', name: 'Child', amount: 1, eventMax: 0 }];
      const body = [{ id: prices[0], name: '45.00 EUR', amount: 2, currency: 'EUR', ticketTypes }];
      succeeded(await ask('PUT', `/api/private/v2.0/event/${eventId}/prices/`, body));
      const wanted = { seats: [seats[0]], ticketTypes: { [String(seats[0])]: 'child' } };
      return calls.callPublic(await calls.open(), 'lock', wanted);
    },
  ],
  CAP_BUYER: [
    lock,
    async ({ calls, show }) => {
      const issuer = secretIssuer('capped');
      const passes = passCalls(service, show);
      await passes.store(issuer);
      await passes.setMode('PASS', { maxSeatsPerBuyer: 1 });
      const pass = await signPass(issuer, claimsFor(show.eventId, service.clock.now()));
      return calls.lock(succeeded(await passes.enter(pass)).body.sessionId, show.seats.slice(0, 2));
    },
  ],
  ACCESSIBLE_RESERVED: [
    lock,
    async () => {
      const show = await openPricedShow(service, accessibleHall);
      await keepForNeed(show, show.seats.slice(0, 3));
      const calls = sessionCalls(service, show);
      return calls.lock(await calls.open(), [show.seats[1]]);
    },
  ],
  UNIT_INCOMPLETE: [
    lock,
    async () => {
      const show = await openPricedShow(service);
      const { schemaId, seats } = show;
      const units = [{ name: 'Table', seats: seats.slice(0, 2) }];
      succeeded(await ask('PUT', `/api/private/v2.0/schemas/${schemaId}/units/`, { units }));
      const calls = sessionCalls(service, show);
      return calls.lock(await calls.open(), seats.slice(0, 1));
    },
  ],
  MIXED_CURRENCIES: [
    lock,
    async ({ calls, show: { eventId, seats, areas, prices } }) => {
      const body = ['EUR', 'USD'].map((currency, at) => ({ id: prices[at], name: `P${at}`, amount: 2, currency }));
      succeeded(await ask('PUT', `/api/private/v2.0/event/${eventId}/prices/`, body));
      return calls.lock(await calls.open([seats[0] as number]), [], [[areas[0], 1]]);
    },
  ],
};
