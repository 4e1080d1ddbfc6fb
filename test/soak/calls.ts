/** The HTTP calls of a buyer: public calls by session id, confirm and release with the organization's token. */

import type { Target } from '../../bench/load/plan.ts';
import type { Call } from '../../bench/stand/client.ts';
import type { BestLock, Cart, Exchange, History, Write } from './history.ts';
import type { BuyerCall, KeyedCall } from './sender.ts';

const publicPath = '/api/public/v2.0/session/';
const privatePath = '/api/private/v2.0/session/';

/** Creates a session. `pass`: null where the event needs none. */
export function createCall({ eventId, publicKey }: Target, pass: string | null, key: string): KeyedCall {
  const options = { body: { eventId, publicKey, pass }, headers: { 'Idempotency-Key': key } };
  return { name: 'a create', by: (client) => client.POST('/api/public/v2.0/session/', options) };
}

/** The request of a write. */
export function callOf(history: History, write: Write, target: Target, token: string): BuyerCall {
  const { areaId } = target;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Call => {
    return { method: 'POST', path, body, headers };
  };
  const own = `${publicPath}${history.sessionId}`;
  switch (write.verb) {
    case 'create':
      return createCall(target, history.pass, history.key);
    case 'lock':
      return post(`${own}/lock`, lockBody(areaId, write));
    case 'unlock':
      return post(`${own}/unlock`, {
        seats: write.seats,
        groupOfSeats: [{ id: areaId, capacity: write.places }],
      });
    case 'exchange':
      return exchangeCall(history, write, areaId, token);
    case 'lock-best':
      return bestCall(history, write);
    case 'checkout':
      return post(`${own}/checkout`, {});
    case 'cancel':
      return post(`${own}/cancel`, { startOver: true });
    case 'confirm':
      return post(`${privatePath}${history.sessionId}/confirm`, { reference: write.reference }, { 'x-api-key': token });
    case 'reclaim':
      return reclaimCall(history, write, token);
    case 'release':
      return post(`${privatePath}${history.sessionId}/release`, {}, { 'x-api-key': token });
  }
}

/** Places of children are a line of their own. A unit is named itself, with its guests, instead of its seats. */
function lockBody(areaId: number | null, { seats, places, tickets, unit }: Extract<Write, { verb: 'lock' }>): unknown {
  const lines = placesOf(areaId, { seats, places, ...(tickets === undefined ? {} : { tickets }) });
  if (unit !== undefined)
    return { units: [unit.id], guests: { [unit.id]: unit.guests }, seats: [], groupOfSeats: lines };
  const types = tickets?.types ?? {};
  const ticketTypes = Object.keys(types).length === 0 ? {} : { ticketTypes: types };
  return { seats, ...ticketTypes, groupOfSeats: lines };
}

function placesOf(areaId: number | null, { places, tickets }: Cart): readonly object[] {
  if (tickets === undefined) return [{ id: areaId, capacity: places }];
  const { children } = tickets;
  return [
    { id: areaId, capacity: places - children },
    { id: areaId, capacity: children, ticketType: 'child' },
  ];
}

function exchangeCall(
  { sessionId }: History,
  { seat, key }: Exchange,
  areaId: number | null,
  token: string,
): KeyedCall {
  const place = { id: areaId ?? 0, capacity: 1 };
  const body =
    seat === null
      ? { release: { groupOfSeats: [{ ...place, ticketType: 'child' }] }, take: { groupOfSeats: [place] } }
      : { release: { seats: [seat.given] }, take: { seats: [seat.taken] } };
  return {
    name: 'an exchange',
    by: (client) =>
      client.POST('/api/private/v2.0/session/{id}/exchange', {
        params: { path: { id: sessionId ?? '' } },
        body,
        headers: { 'X-API-Key': token, 'Idempotency-Key': key },
      }),
  };
}

function bestCall({ sessionId }: History, { count, key }: BestLock): KeyedCall {
  return {
    name: 'a lock of the best seats',
    by: (client) =>
      client.POST('/api/public/v2.0/session/{id}/lock', {
        params: { path: { id: sessionId ?? '' } },
        body: { bestAvailable: { count } },
        headers: { 'Idempotency-Key': key },
      }),
  };
}

type Reclaim = Extract<Write, { readonly verb: 'reclaim' }>;

function reclaimCall({ sessionId }: History, { reference, key }: Reclaim, token: string): KeyedCall {
  return {
    name: 'a confirm that reclaims',
    by: (client) =>
      client.POST('/api/private/v2.0/session/{id}/confirm', {
        params: { path: { id: sessionId ?? '' } },
        body: { reference, reclaim: true },
        headers: { 'X-API-Key': token, 'Idempotency-Key': key },
      }),
  };
}

/** The buyer's view of a session. */
export function publicReadCall(history: History): Call {
  return { method: 'GET', path: `${publicPath}${history.sessionId}` };
}

/** The organization's view of a session. */
export function privateReadCall(sessionId: string, token: string): Call {
  return { method: 'GET', path: `${privatePath}${sessionId}`, headers: { 'x-api-key': token } };
}

/** One page of an event's sessions, newest first. */
export function listCall(eventId: string, offset: number, token: string): Call {
  const path = `${privatePath}?eventId=${eventId}&limit=200&offset=${offset}`;
  return { method: 'GET', path, headers: { 'x-api-key': token } };
}

/** Every seat and area of an event with its state and booking. */
export function assignmentsCall(eventId: string, token: string): Call {
  const path = `/api/private/v2.0/event/${eventId}/prices/assignments/`;
  return { method: 'GET', path, headers: { 'x-api-key': token } };
}

const eventPath = ({ eventId }: Pick<Target, 'eventId'>): string => `/api/public/v2.0/event/${eventId}`;

/** Takes a ticket of the event's queue. */
export function joinCall({ eventId, publicKey }: Target, key: string): KeyedCall {
  const params = { path: { eventId }, query: { publicKey } };
  const options = { params, headers: { 'Idempotency-Key': `${key}-ticket` } };
  return {
    name: 'a join of the queue',
    by: (client) => client.POST('/api/public/v2.0/event/{eventId}/queue/', options),
  };
}

/** The ticket of a buyer. */
export function ticketCall(history: History): Call {
  return { method: 'GET', path: `${eventPath(history)}/queue/${history.pass}` };
}

/** How many tickets are in which state, and the seed of the draw. */
export function queueCall(target: Target): Call {
  return { method: 'GET', path: `${eventPath(target)}/queue/?publicKey=${target.publicKey}` };
}

/** A page of the hashes of the drawn tickets. */
export function drawCall(target: Target, after: number, limit: number): Call {
  return {
    method: 'GET',
    path: `${eventPath(target)}/draw/?publicKey=${target.publicKey}&after=${after}&limit=${limit}`,
  };
}
