/**
 * Creates the inventory of a benchmark over HTTP with an organization's token: a layout with seats and one GA area,
 * events on it, one price for everything.
 */

import type { Target } from '../load/plan.ts';
import type { Client } from './client.ts';
import type { Demo } from './service.ts';

const api = '/api/private/v2.0';
/** Seats of a row. */
export const rowSeats = 100;
const sectionSeats = 10_000;
const eventsAtOnce = 16;

/** Changes settings of the organization; the others stay. */
export async function configure(
  owner: Client,
  changes: { readonly orphanSeatPrevention?: boolean; readonly lockTtlSeconds?: number; readonly holdTypes?: object },
): Promise<void> {
  await owner.demand({ method: 'PUT', path: '/api/private/management/v2.0/organization-config/', body: changes });
}

/** Creates a layout and returns its id. `seatCount` is a multiple of 100. */
export async function makeSchema(owner: Client, seatCount: number, places: number): Promise<number> {
  const sections: unknown[] = [];
  for (let made = 0; made < seatCount; made += sectionSeats) {
    const rows = Math.min(sectionSeats, seatCount - made) / rowSeats;
    sections.push({
      name: `Block ${sections.length + 1}`,
      rows: Array.from({ length: rows }, (_, row) => ({ name: `${row + 1}`, seatCount: rowSeats })),
    });
  }
  if (places > 0) sections.push({ name: 'Floor', ga: true, capacity: places });
  const body = { name: `Arena ${seatCount}`, sections };
  const { id } = await owner.demand({ method: 'POST', path: `${api}/schemas/`, body });
  return id;
}

/** The composite keys of a layout's seats as the legacy interface names them, in layout order. */
export function seatKeysOf(seatCount: number): string[] {
  return Array.from({ length: seatCount }, (_, seat) => {
    const row = Math.floor((seat % sectionSeats) / rowSeats) + 1;
    return `Block ${Math.floor(seat / sectionSeats) + 1};;${row};;${(seat % rowSeats) + 1}`;
  });
}

/** Creates `count` events on a layout, a few at a time. */
export async function makeEvents(owner: Client, demo: Demo, schemaId: number, count: number): Promise<Target[]> {
  const targets: Target[] = [];
  while (targets.length < count) {
    const making = Array.from({ length: Math.min(eventsAtOnce, count - targets.length) }, () =>
      makeEvent(owner, demo, schemaId, targets[0]),
    );
    targets.push(...(await Promise.all(making)));
  }
  return targets;
}

/** The ids that all events on a layout share. */
type Inventory = Pick<Target, 'seats' | 'areaId'>;

/**
 * Creates an event on a layout with one price for everything. `known`: the inventory of another event on this layout.
 */
export async function makeEvent(owner: Client, demo: Demo, schemaId: number, known?: Inventory): Promise<Target> {
  const show = { name: 'Measured show', start: '2030-06-01T20:00:00', endDate: '2030-06-01T23:00:00', schemaId };
  const { id: eventId } = await owner.demand({ method: 'POST', path: `${api}/events/`, body: show });
  const prices = `${api}/event/${eventId}/prices/`;
  const [price] = await owner.demand({ method: 'POST', path: prices, body: [{ id: null, name: '50 EUR', eventId }] });
  const { seats, areaId } = known ?? (await inventoryOf(owner, `${prices}assignments/`));
  const body = {
    seats: seats.map((objectId) => ({ objectId, assignmentId: price.id })),
    groupOfSeats: areaId === null ? [] : [{ objectId: areaId, assignmentId: price.id }],
  };
  await owner.demand({ method: 'POST', path: `${prices}assignments/`, body });
  return { eventId, publicKey: demo.publicKey, seats, areaId };
}

/** Creates an allotment with these seats of an event, and places of its area; resolves with its id. `terms`: the body of the call. */
export async function makeAllotment(
  owner: Client,
  { eventId, areaId }: Target,
  terms: object,
  seats: readonly number[],
  places = 0,
): Promise<string> {
  const path = `${api}/events/${eventId}/allotments/`;
  const { id } = await owner.demand({ method: 'POST', path, body: terms });
  const groupOfSeats = areaId === null || places === 0 ? [] : [{ id: areaId, capacity: places }];
  await owner.demand({ method: 'PUT', path: `${path}${id}/places`, body: { seats, groupOfSeats } });
  return id;
}

/** Replaces the terms of an allotment. */
export async function changeAllotment(owner: Client, { eventId }: Target, id: string, terms: object): Promise<void> {
  await owner.demand({ method: 'PUT', path: `${api}/events/${eventId}/allotments/${id}`, body: terms });
}

/** An allotment as the organization reads it. */
export async function readAllotment(
  owner: Client,
  { eventId }: Target,
  id: string,
): Promise<{ readonly released: { readonly at: string } | null }> {
  return await owner.demand({ method: 'GET', path: `${api}/events/${eventId}/allotments/${id}` });
}

async function inventoryOf(owner: Client, path: string): Promise<Inventory> {
  const { seatsOnEvent, groupsOnEvent } = await owner.demand({ method: 'GET', path });
  return { seats: seatsOnEvent.map((seat: { id: number }) => seat.id), areaId: groupsOnEvent[0]?.id ?? null };
}
