/** The calls that put prices on seats, and take them away, in pieces that the service takes. Pure but for the calls. */
import type { Client, Service } from '../service.ts';

/** Ids of seats with their prices; null: none. */
export interface PricedSeat {
  readonly id: number;
  readonly priceId: number | null;
}

const seatsPerCall = 50_000;
const path = '/api/private/v2.0/event/{eventId}/prices/assignments/';

/** Gives the seats these prices. `before`: what they have now. Rejects as `Service.ask` does; earlier pieces stay. */
export async function paint(
  service: Service,
  eventId: string,
  wanted: readonly PricedSeat[],
  before: readonly PricedSeat[],
): Promise<void> {
  const params = { path: { eventId } };
  const given = wanted.filter(({ priceId }) => priceId !== null);
  const taken = new Set(wanted.filter(({ priceId }) => priceId === null).map(({ id }) => id));
  const lost = before.filter(({ id, priceId }) => priceId !== null && taken.has(id));
  for (const seats of piecesOf(given)) {
    await service.ask((client: Client) => client.POST(path, { params, body: { seats } }));
  }
  for (const seats of piecesOf(lost)) {
    await service.ask((client: Client) => client.DELETE(path, { params, body: { seats } }));
  }
}

function piecesOf(seats: readonly PricedSeat[]) {
  const lines = seats.map(({ id, priceId }) => ({ objectId: id, assignmentId: priceId as number }));
  return Array.from({ length: Math.ceil(lines.length / seatsPerCall) }, (_, at) =>
    lines.slice(at * seatsPerCall, (at + 1) * seatsPerCall),
  );
}
