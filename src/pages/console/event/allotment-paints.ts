/**
 * Allotments as paint: read with their seats, and filled with the seats that were painted. The service takes an allotment as a
 * whole, so each is read again before it is filled: its other seats and its places of areas stay as they are.
 */
import type { components } from '../../../client/index.ts';
import { readAssignments } from '../seat-board.ts';
import type { Service } from '../service.ts';
import type { Paintbox, Painted, PaintedSeat } from './painting.ts';

type Places = components['schemas']['ShownAllotmentPlaces'];

const listPath = '/api/private/v2.0/events/{id}/allotments/';
const placesPath = '/api/private/v2.0/events/{id}/allotments/{allotmentId}/places';

export const allotmentPaints: Paintbox = { read, put };

async function read(service: Service, eventId: string): Promise<Painted> {
  const list = await service.ask((client) => client.GET(listPath, { params: { path: { id: eventId } } }));
  const [assignments, ...places] = await Promise.all([
    service.ask((client) => readAssignments(client, eventId)),
    ...list.map(({ id }) => readPlaces(service, eventId, id)),
  ]);
  return {
    kind: 'allotments',
    paints: list.map(({ id, name, colour }) => ({ id, name, colour })),
    seats: list.flatMap(({ id }, at) => (places[at]?.seats ?? []).map((seat) => ({ id: seat, paint: id }))),
    assignments,
  };
}

function readPlaces(service: Service, eventId: string, allotmentId: string): Promise<Places> {
  const params = { path: { id: eventId, allotmentId } };
  return service.ask((client) => client.GET(placesPath, { params }));
}

/** Exactly these places are the allotment's afterwards. */
async function writePlaces(
  service: Service,
  eventId: string,
  allotmentId: string,
  { seats, groupOfSeats }: Places,
): Promise<void> {
  const params = { path: { id: eventId, allotmentId } };
  await service.ask((client) => client.PUT(placesPath, { params, body: { seats, groupOfSeats } }));
}

/** A seat that is put into an allotment leaves the one that it was in, so only erased seats have to be taken out. */
async function put(
  service: Service,
  eventId: string,
  wanted: readonly PaintedSeat[],
  before: readonly PaintedSeat[],
): Promise<void> {
  const wantedOf = new Map(wanted.map(({ id, paint }) => [id, paint]));
  const losing = before.flatMap(({ id, paint }) => (wantedOf.get(id) === null && paint !== null ? [paint] : []));
  const gaining = wanted.flatMap(({ paint }) => (paint === null ? [] : [paint]));
  for (const allotmentId of new Set([...losing, ...gaining])) {
    const { seats, groupOfSeats } = await readPlaces(service, eventId, allotmentId);
    const kept = seats.filter((seat) => !wantedOf.has(seat));
    const own = wanted.flatMap(({ id, paint }) => (paint === allotmentId ? [id] : []));
    await writePlaces(service, eventId, allotmentId, { seats: [...kept, ...own], groupOfSeats });
  }
}
