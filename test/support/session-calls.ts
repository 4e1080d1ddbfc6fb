/** The session and booking calls over HTTP, as a buyer's browser and the organization's server send them. */
import { randomUUID } from 'node:crypto';
import type { Answer, ServiceCalls, Show } from './service.ts';

export const publicPrefix = '/api/public/v2.0/session/';
export const privatePrefix = '/api/private/v2.0/session/';

/** Three rows of six seats (0–5, 6–11, 12–17), an area of 20 places and one of 4. */
export const rowsHall = {
  name: 'Hall',
  sections: [
    { name: 'Stalls', rows: ['A', 'B', 'C'].map((name) => ({ name, seatCount: 6 })) },
    { name: 'Floor', ga: true, capacity: 20 },
    { name: 'Gallery', ga: true, capacity: 4 },
  ],
};

/** Pairs of an area's id and a number of places. */
export type Places = readonly (readonly [area: number | undefined, capacity: number])[];

export function selectionOf(seats: readonly unknown[] = [], places: Places = []) {
  return { seats, groupOfSeats: places.map(([id, capacity]) => ({ id, capacity })) };
}

export type SessionCalls = ReturnType<typeof sessionCalls>;

/** Calls on the show as its organization, or with another `key`. */
export function sessionCalls(service: ServiceCalls, show: Show, key = service.catalog.organization.token) {
  const { eventId } = show;
  const { publicKey } = service.catalog.organization;
  const callPublic = (id: string, verb: string, body?: unknown) =>
    service.call('POST', `${publicPrefix}${id}/${verb}`, { body });
  const callPrivate = (id: string, verb: string, body?: unknown) =>
    service.call('POST', `${privatePrefix}${id}/${verb}`, { key, body });
  const create = (idempotencyKey: string = randomUUID(), body: unknown = { eventId, publicKey }) =>
    service.call('POST', publicPrefix, { headers: { 'Idempotency-Key': idempotencyKey }, body });
  const lock = (id: string, seats?: readonly unknown[], places?: Places) =>
    callPublic(id, 'lock', selectionOf(seats, places));
  return {
    create,
    lock,
    /** The id of a new session that holds these seats and places. */
    async open(seats: readonly number[] = [], places: Places = []): Promise<string> {
      const { sessionId } = succeeded(await create()).body;
      if (seats.length + places.length > 0) succeeded(await lock(sessionId, seats, places));
      return sessionId;
    },
    /** The seat ids of a session's cart in order, and its places by area. */
    async cart(id: string): Promise<{ seats: number[]; places: Record<number, number> }> {
      const { cart } = succeeded(await service.call('GET', `${publicPrefix}${id}`)).body;
      const places = cart.groupOfSeats.map((line: { id: number; capacity: number }) => [line.id, line.capacity]);
      return { seats: cart.seats.map((line: { id: number }) => line.id), places: Object.fromEntries(places) };
    },
    get: (id: string) => service.call('GET', `${publicPrefix}${id}`),
    unlock: (id: string, seats?: readonly unknown[], places?: Places) =>
      callPublic(id, 'unlock', selectionOf(seats, places)),
    checkout: (id: string, body?: unknown) => callPublic(id, 'checkout', body),
    cancel: (id: string, body?: unknown) => callPublic(id, 'cancel', body),
    callPublic,
    read: (id: string) => service.call('GET', `${privatePrefix}${id}`, { key }),
    confirm: (id: string, body?: unknown) => callPrivate(id, 'confirm', body),
    withdraw: (id: string) => callPrivate(id, 'cancel'),
    release: (id: string) => callPrivate(id, 'release'),
    exchange: (id: string, body: unknown) => callPrivate(id, 'exchange', body),
    callPrivate,
    replaceProperties: (id: string, body: unknown) =>
      service.call('PUT', `${privatePrefix}${id}/properties`, { key, body }),
    list: (query = '') => service.call('GET', `${privatePrefix}?eventId=${eventId}${query}`, { key }),
    book: (verb: BookingVerb, body: unknown, idempotencyKey?: string) =>
      service.call('POST', `/api/private/v2.0/booking/${verb}?eventId=${eventId}`, {
        key,
        body,
        headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
      }),
    assignments: async () =>
      succeeded(await service.call('GET', `/api/private/v2.0/event/${eventId}/prices/assignments/`, { key })).body,
  };
}

export type BookingVerb = 'lock' | 'unlock' | 'sale' | 'directsale' | 'revertsale' | 'block' | 'unblock';

/** The body of a booking call. */
export function bookingOf(seats: readonly unknown[] = [], places: Places = [], more: object = {}) {
  return { seats: seats.map((id) => ({ id })), groupOfSeats: selectionOf([], places).groupOfSeats, ...more };
}

/** The answer, which must be a success. */
export function succeeded(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Status and code of an answer, such as `409 SEAT_CONFLICT`; `200` alone when it is a success. */
export function outcomeOf({ status, body }: Answer): string {
  return status < 300 ? String(status) : `${status} ${body.errorCode}`;
}
