/** The wares of the counter: prices with their free seats, places of areas, tables that are sold whole. Pure, but for its read. */
import type { components } from '../../../client/index.ts';
import type { Desk } from '../desk.ts';
import { readPrices } from '../event/prices.ts';
import type { SeatBoard } from '../seat-board.ts';
import { listUnits } from '../seat-places.ts';
import { money } from './money.ts';

type Price = components['schemas']['Price'];
type EventUnit = components['schemas']['EventUnit'];
export type WholeUnit = Pick<EventUnit, 'id' | 'name' | 'min' | 'max' | 'seats'>;

/** What can be sold, without the state of each seat. */
export interface Wares {
  readonly prices: readonly Price[];
  readonly units: readonly WholeUnit[];
  /** Of the venue; null: not known. */
  readonly timeZone: string | null;
}

/** One thing that a press takes. */
export interface Offer {
  /** The letter that chooses it; '': there are more offers than letters. */
  readonly letter: string;
  readonly key: string;
  /** "55.00 EUR", "Adult", "Floor". */
  readonly name: string;
  /** What one costs, unless its name says it. */
  readonly cost: string;
  /** How many are free. */
  readonly free: number;
  readonly priceId: number;
  readonly ticketType: string | null;
  /** Null: seats. */
  readonly area: number | null;
}

/** Of the venue; null: not known. */
export async function readTimeZone(
  { service, organization }: Pick<Desk, 'service' | 'organization'>,
  eventId: string,
): Promise<string | null> {
  const params = { path: { eventId }, query: { publicKey: organization.publicKey } };
  return (await service.ask((client) => client.GET('/api/public/v2.0/event/{eventId}/face/', { params }))).timeZone;
}

export async function readWares({ service, organization }: Desk, eventId: string): Promise<Wares> {
  const [prices, { units }, timeZone] = await Promise.all([
    readPrices(service, eventId),
    service.ask((client) => listUnits(client, eventId)),
    readTimeZone({ service, organization }, eventId),
  ]);
  return { prices, units: units.filter(({ booking }) => booking === 'WHOLE'), timeZone };
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** `section`: the id of the only section whose seats count; null: all. */
export function offersOf({ prices }: Wares, board: SeatBoard | null, section: number | null): readonly Offer[] {
  if (board === null) return [];
  const free = freeByPrice(board, section);
  const seated = prices
    .filter(({ id }) => free.has(id))
    .flatMap((price) => offersAt(price, price.name, free.get(price.id) ?? 0, null));
  const areas = board.areas.flatMap((area) => {
    const price = prices.find(({ id }) => id === area.priceId);
    return price === undefined ? [] : offersAt(price, area.name, area.activeCount, area.id);
  });
  return [...seated, ...areas].map((offer, at) => ({ ...offer, letter: letters[at] ?? '' }));
}

/** A price with ticket types is one offer for each of them. */
function offersAt(price: Price, name: string, free: number, area: number | null): Omit<Offer, 'letter'>[] {
  const { id, ticketTypes = [], currency, amount } = price;
  const shared = { priceId: id, free, area };
  if (ticketTypes.length === 0) {
    // The name of a price without an amount tells what it costs.
    const named = area === null ? '' : price.name;
    const cost = amount === undefined || currency === undefined ? named : money(amount, currency);
    return [{ ...shared, key: `${id}-${area}`, name, cost, ticketType: null }];
  }
  return ticketTypes.map((type) => ({
    ...{ ...shared, key: `${id}-${area}-${type.id}`, ticketType: type.id },
    ...{ name: `${name} · ${type.name}`, cost: currency === undefined ? '' : money(type.amount, currency) },
  }));
}

/** Also prices whose seats are all taken: their count says so. */
function freeByPrice(board: SeatBoard, section: number | null): ReadonlyMap<number, number> {
  const { plan } = board;
  const free = new Map<number, number>();
  for (let seat = 0; seat < plan.seatCount; seat++) {
    const priceId = board.entry(seat)?.priceId ?? null;
    if (priceId === null || (section !== null && plan.sectors[plan.sectorOf[seat] ?? -1]?.id !== section)) continue;
    free.set(priceId, (free.get(priceId) ?? 0) + (board.kindAt(seat) === 'available' ? 1 : 0));
  }
  return free;
}
