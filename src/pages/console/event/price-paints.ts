/** Prices as paint: read with the seats that have them, put on seats and taken away, in pieces that the service takes. */
import { readAssignments } from '../seat-board.ts';
import type { Client, Service } from '../service.ts';
import { paintsShownMax } from './painted-map.ts';
import type { Paintbox, Painted, PaintedSeat } from './painting.ts';
import { readPrices } from './prices.ts';

const seatsPerCall = 50_000;
const path = '/api/private/v2.0/event/{eventId}/prices/assignments/';

export const pricePaints: Paintbox = { read, put };

async function read(service: Service, eventId: string): Promise<Painted> {
  const prices = (await readPrices(service, eventId)).slice(0, paintsShownMax);
  const assignments = await service.ask((client) => readAssignments(client, eventId));
  return {
    kind: 'prices',
    paints: prices.map(({ id, name }) => ({ id: String(id), name, colour: null })),
    seats: assignments.seatsOnEvent.map(({ id, priceId }) => ({
      id,
      paint: priceId === null ? null : String(priceId),
    })),
    assignments,
  };
}

async function put(
  service: Service,
  eventId: string,
  wanted: readonly PaintedSeat[],
  before: readonly PaintedSeat[],
): Promise<void> {
  const params = { path: { eventId } };
  const given = wanted.filter(({ paint }) => paint !== null);
  const taken = new Set(wanted.filter(({ paint }) => paint === null).map(({ id }) => id));
  const lost = before.filter(({ id, paint }) => paint !== null && taken.has(id));
  for (const seats of piecesOf(given)) {
    await service.ask((client: Client) => client.POST(path, { params, body: { seats } }));
  }
  for (const seats of piecesOf(lost)) {
    await service.ask((client: Client) => client.DELETE(path, { params, body: { seats } }));
  }
}

function piecesOf(seats: readonly PaintedSeat[]) {
  const lines = seats.map(({ id, paint }) => ({ objectId: id, assignmentId: Number(paint) }));
  return Array.from({ length: Math.ceil(lines.length / seatsPerCall) }, (_, at) =>
    lines.slice(at * seatsPerCall, (at + 1) * seatsPerCall),
  );
}
