/** Targets for hostile requests: an object of every kind, and spare objects for requests that destroy them. */

import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { bearer, logIn } from './editor-calls.ts';
import { eventually } from './eventually.ts';
import type { Targets } from './hostile-requests.ts';
import { codeOf, openSessions } from './hostile-sessions.ts';
import { hire } from './people-calls.ts';
import { openPricedShow, type Show, type TestService } from './service.ts';
import { bookingOf, publicPrefix, rowsHall, selectionOf, succeeded } from './session-calls.ts';
import { makeDelivery } from './webhook-calls.ts';

const v2 = '/api/private/v2.0';
const organizations = '/api/private/management/v2.0/organizations/';
const passKeyPath = '/api/private/management/v2.0/pass-keys/';
const admin = { firstName: 'Ada', lastName: 'Admin', password: 'open sesame' };
const spareCount = 12;

/** Parameters of lists. */
const pages = {
  limit: ['1', '0'],
  offset: ['0', '1'],
  page: ['0', '7'],
  size: ['1'],
  sort: ['id,desc', 'name'],
};

/** A show with a session in each state that calls can reach, and the rest of the catalog around it. */
export async function openHostileTargets(service: TestService): Promise<Targets & { readonly show: Show }> {
  const show = await openPricedShow(service, rowsHall);
  const { organization, other, tenant } = service.catalog;
  const sessions = await openSessions(service, show);
  const spares = await openSpares(service, show);
  const ours = organization.token;
  const { token: login } = await logIn(service, organization.id);
  const { token: stranger } = await logIn(service, other.id);
  return {
    show,
    keys: [ours, ours, ours, other.token, undefined],
    tenantKeys: [tenant.key, tenant.key, tenant.key, ours, undefined],
    logins: [login, login, login, stranger, undefined],
    values: {
      'session/id': sessions,
      'events/id': [show.eventId],
      'PUT events/id': spares.events,
      'DELETE events/id': spares.events,
      'POST events/id/status': spares.events,
      'PUT events/id/admission': spares.events,
      'schemas/id': [String(show.schemaId)],
      'DELETE schemas/id': [String(show.schemaId), ...spares.schemas],
      // Drawing changes a schema, so drawing the show's own schema would change the show.
      'PUT schemaId/': [spares.drawn],
      forceDelete: ['true', 'false'],
      'clone/id': spares.schemas.slice(0, 1),
      'result/uuid': [spares.clone],
      'venues/id': spares.venues,
      'prices/id': show.prices.map(String),
      'pricing_zones/id': spares.zones,
      'organizations/id': spares.organizations,
      'series/id': spares.series,
      'webhooks/id': spares.webhooks,
      'erasure/id': spares.erasures,
      'people/id': spares.people,
      token: ['usher_inv_unknown'],
      'POST code': [await codeOf(service, show, sessions)],
      kid: spares.passKeys,
      ticket: spares.queue.tickets,
      'GET eventId/queue/{ticket}': [spares.queue.eventId],
      'POST eventId/queue/': [spares.queue.eventId],
      'GET eventId/queue/': [spares.queue.eventId],
      'GET eventId/draw/': [spares.queue.eventId],
      deliveryId: spares.deliveries,
      ...partsOf(show, spares),
      eventId: [show.eventId],
      id: [show.eventId, String(show.schemaId)],
      publicKey: [organization.publicKey],
      schemaId: [String(show.schemaId)],
      state: ['ACTIVE', 'EXPIRED'],
      status: ['DRAFT', 'PUBLISHED'],
      type: ['SECTION', 'ROW', 'SEAT', 'TABLE'],
      reference: ['R'],
      name: ['Spare'],
      venueId: spares.venues,
      ...pages,
    },
    bodies: { ...bookingBodies(service, show, sessions), ...catalogBodies(show, spares) },
  };
}

/** The parts of its event that a path names. */
function partsOf(show: Show, { allotments }: Spares): Readonly<Record<string, readonly string[]>> {
  return { allotmentId: allotments, seatId: show.seats.slice(0, 3).map(String), areaId: show.areas.map(String) };
}

type Spares = Awaited<ReturnType<typeof openSpares>>;

/** Objects that requests may delete, archive or overwrite. */
async function openSpares(service: TestService, { eventId, schemaId }: Show) {
  const { organization, tenant } = service.catalog;
  const post = async (path: string, body?: unknown) => {
    const key = path === organizations ? tenant.key : organization.token;
    return succeeded(await service.call('POST', path, { key, ...(body === undefined ? {} : { body }) })).body;
  };
  const made = <T>(count: number, one: (at: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, at) => one(at)));
  const dates = { start: '2027-05-01T19:30:00', endDate: '2027-05-01T20:00:00' };
  const hall = { name: 'Spare', sections: [{ name: 'A', rows: [{ name: '1', seatCount: 2 }] }] };
  const idOf = ({ id }: { id: unknown }): string => String(id);
  const schemas = (await made(spareCount, () => post(`${v2}/schemas/`, hall))).map(idOf);
  const clone: string = await post(`${v2}/schemas/clone/${schemas[0]}`);
  const drawn = idOf(await post(`${v2}/schemas/`, hall));
  await clonesDone(service);
  // Disabled, and under a name that leads nowhere: nothing is sent out of this machine.
  const webhook = { url: 'https://usher.invalid/', types: ['event.deleted'], enabled: false };
  const webhooks = (await made(spareCount, () => post(`${v2}/webhooks/`, webhook))).map(idOf);
  // Tests of them end at once.
  await service.catalog.pool.query(sql.unsafe`update webhook set url = 'https://127.0.0.1:9/'`);
  const passKeys = ['shop', 'room', 'door'];
  for (const kid of passKeys) {
    const body = { kid, algorithm: 'HS256' };
    succeeded(await service.call('PUT', passKeyPath, { key: organization.token, body }));
  }
  return {
    webhook,
    passKeys,
    queue: await openQueue(service, idOf(await post(`${v2}/events/`, { name: 'Queue', schemaId, ...dates }))),
    schemas,
    drawn,
    drawing: await drawingOf(service, drawn),
    clone,
    events: (await made(spareCount, () => post(`${v2}/events/`, { name: 'Spare', schemaId, ...dates }))).map(idOf),
    venues: (await made(spareCount, () => post(`${v2}/venues/`, { name: 'Spare' }))).map(idOf),
    zones: (
      await made(spareCount, (at) => post(`${v2}/schemas/${schemaId}/pricing_zones/`, [{ name: `Z${at}`, schemaId }]))
    )
      .flat()
      .map(idOf),
    series: (
      await made(4, () => post(`${v2}/series/`, { name: 'Spare', templateEventId: eventId, timeZone: 'UTC' }))
    ).map(idOf),
    webhooks,
    allotments: (
      await made(4, () => post(`${v2}/events/${eventId}/allotments/`, { name: 'Spare', access: 'PUBLIC' }))
    ).map(idOf),
    people: (await made(4, () => hire(service, 'VIEWER'))).map(idOf),
    // Of no session: they are older than the event.
    erasures: [idOf(await post(`${v2}/erasure/`, { olderThanDays: 3_650 }))],
    deliveries: (await Promise.all(webhooks.map((id) => makeDelivery(service, Number(id))))).map(String),
    organizations: (
      await made(4, (at) => post(organizations, { name: 'Spare', ...admin, email: `spare${at}@example.org` }))
    ).map(idOf),
  };
}

/** Gives the event a queue with a few tickets. */
async function openQueue(service: TestService, eventId: string) {
  const { token: key, publicKey } = service.catalog.organization;
  const body = { mode: 'QUEUE', ratePerMinute: 2 };
  succeeded(await service.call('PUT', `${v2}/events/${eventId}/admission`, { key, body }));
  const tickets: string[] = [];
  while (tickets.length < 3) {
    const path = `/api/public/v2.0/event/${eventId}/queue/?publicKey=${publicKey}`;
    tickets.push(
      succeeded(await service.call('POST', path, { headers: { 'idempotency-key': randomUUID() } })).body.ticket,
    );
  }
  return { eventId, tickets };
}

/** The existing parts of a seat map and a shape; it can be sent repeatedly without a conflict of names. */
async function drawingOf(service: TestService, schemaId: string): Promise<object> {
  const { token } = await logIn(service, service.catalog.organization.id);
  const { body } = succeeded(await service.call('GET', `/api/seatmap/${schemaId}/`, bearer(token)));
  const [sector] = body.sectors;
  const [row] = body.rows;
  const [first, second] = body.seats;
  return {
    sectors: [sector],
    rows: [row],
    seats: [
      { ...first, place: 0.5 },
      { ...second, toRemove: false },
    ],
    shapes: [{ id: randomUUID(), type: 'shape', purpose: 'GA', groupOfSeatsGuid: sector.guid, left: 1, top: 2 }],
    forceDelete: false,
  };
}

function bookingBodies({ catalog }: TestService, show: Show, [active]: readonly string[]) {
  const { eventId, seats, areas, prices } = show;
  const assignment = { objectId: seats[5], assignmentId: prices[0], properties: { gate: 1 } };
  const selection = selectionOf([seats[3], seats[4]], [[areas[1], 1]]);
  const booking = bookingOf([seats[6]], [[areas[0], 1]], { holdType: null, sessionId: active, cartSeatIds: null });
  const assignments = {
    seats: [assignment],
    groupOfSeats: [{ objectId: areas[1], assignmentId: prices[1], activeCount: 4 }],
  };
  const bodyOf = (method: string, prefix: string, names: readonly string[], body: unknown) =>
    Object.fromEntries(names.map((name) => [`${method} ${prefix}${name}`, body]));
  return {
    [`POST ${publicPrefix}`]: { eventId, publicKey: catalog.organization.publicKey },
    ...bodyOf('POST', `${publicPrefix}{id}/`, ['lock', 'unlock', 'checkout'], selection),
    ...bodyOf(
      'POST',
      `${v2}/booking/`,
      ['lock', 'unlock', 'directsale', 'sale', 'revertsale', 'block', 'unblock'],
      booking,
    ),
    [`POST ${v2}/event/{eventId}/prices/`]: [{ id: null, name: 'X', eventId, externalId: null }],
    [`PUT ${v2}/event/{eventId}/prices/`]: [{ id: prices[0], name: '45.00 EUR', eventId, externalId: 'X' }],
    [`POST ${v2}/event/{eventId}/prices/assignments/`]: assignments,
    [`DELETE ${v2}/event/{eventId}/prices/assignments/`]: assignments,
  };
}

function catalogBodies({ eventId, schemaId, seats, areas }: Show, spares: Spares): Readonly<Record<string, unknown>> {
  const event = { name: 'X', start: '2027-05-01T19:30:00', endDate: '2027-05-01T20:00:00', schemaId };
  const zone = Number(spares.zones[0]);
  const zoned = {
    seats: [{ objectId: seats[7], assignmentId: zone, activeCount: null }],
    groupOfSeats: [{ objectId: areas[1], assignmentId: zone, activeCount: 2 }],
  };
  const venue = { name: 'X', address: 'Y', lat: 1.5, lng: -1.5 };
  return {
    [`POST ${v2}/events/`]: event,
    [`PUT ${v2}/events/`]: { id: spares.events[0], ...event },
    [`POST ${v2}/events/{id}/status`]: { status: 'ARCHIVED' },
    [`POST ${v2}/series/`]: { name: 'X', templateEventId: eventId, timeZone: 'Europe/Berlin' },
    [`PUT ${v2}/series/{id}`]: { templateEventId: eventId },
    [`POST ${v2}/series/{id}/events/`]: { start: '2027-05-01T19:30', end: '2027-05-01T22:00:00', name: null },
    [`POST ${v2}/webhooks/`]: spares.webhook,
    [`PUT ${v2}/webhooks/{id}`]: spares.webhook,
    [`POST ${v2}/venues/`]: venue,
    [`PUT ${v2}/venues/`]: { id: Number(spares.venues[0]), ...venue },
    [`POST ${v2}/schemas/{schemaId}/pricing_zones/`]: [{ id: null, name: randomUUID(), schemaId }],
    [`PUT ${v2}/schemas/{schemaId}/pricing_zones/`]: [{ id: zone, name: 'Z0', schemaId }],
    [`POST ${v2}/schemas/{schemaId}/pricing_zones/assignments/`]: zoned,
    [`DELETE ${v2}/schemas/{schemaId}/pricing_zones/assignments/`]: zoned,
    [`POST ${organizations}`]: { name: 'X', type: 'VENUE', ...admin, email: 'spare0@example.org' },
    [`PUT ${organizations}`]: { id: Number(spares.organizations[0]), name: 'X', domain: 'example.org' },
    'PUT /api/seatmap/{schemaId}/': spares.drawing,
    'PUT /api/venues/': { id: Number(spares.venues[0]), ...venue },
    'POST /api/auth/login': { username: 'spare0@example.org', password: admin.password },
  };
}

/** Resolves when no schema is being cloned. */
export async function clonesDone({ catalog }: TestService): Promise<void> {
  await eventually(async () => {
    const open = await catalog.pool.any(sql.unsafe`select uuid from schema_clone where is_open`);
    return open.length === 0;
  });
}
