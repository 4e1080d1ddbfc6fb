/**
 * The purchases of an event as people read them: each line with the name of its seat or area. Shows what a purchase still
 * has; what the organization has taken back is in no line. Pages are read one after the other, none while the one before
 * is not taken, and no connection is kept between them.
 */
import type { PriceCapture } from '#domain/pricing/price.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import {
  type OrderFilter,
  type OrderPage,
  type OrderRange,
  type OrderRecord,
  readOrders,
} from '#storage/reports/orders.ts';
import { ownedParts } from './owned-lines.ts';

/** Read and encoded in about 5 ms. */
const ordersPerPage = 250;

export interface OrderLine {
  /** Of the seat or of the area. */
  readonly id: number;
  readonly section: string;
  /** Null for places of an area. */
  readonly row: string | null;
  readonly seat: string | null;
  readonly places: number;
  readonly price: PriceCapture;
}

export interface Order extends Omit<OrderRecord, 'cart'> {
  readonly lines: readonly OrderLine[];
}

export interface ShownOrders {
  readonly sequence: number;
  readonly orders: readonly Order[];
  readonly totalElements: number;
}

/** Null: as for `readOrders`. */
export async function orderPage(
  pool: DatabasePool,
  eventNumber: number,
  filter: OrderFilter,
  range: Extract<OrderRange, { readonly page: number }>,
): Promise<ShownOrders | null> {
  const page = await readOrders(pool, eventNumber, filter, range);
  if (page === null) return null;
  return { sequence: page.sequence, orders: ordersOf(page), totalElements: page.totalElements ?? 0 };
}

export interface OrderStream {
  /** The record that the first page shows; later pages may show later ones. */
  readonly sequence: number;
  readonly pages: AsyncGenerator<readonly Order[]>;
}

/** All orders, in the order of their creation. Null: as for `readOrders`. */
export async function orderStream(
  pool: DatabasePool,
  eventNumber: number,
  filter: OrderFilter,
): Promise<OrderStream | null> {
  const first = await readOrders(pool, eventNumber, filter, { after: 0, size: ordersPerPage });
  return first === null ? null : { sequence: first.sequence, pages: pagesFrom(pool, eventNumber, filter, first) };
}

async function* pagesFrom(
  pool: DatabasePool,
  eventNumber: number,
  filter: OrderFilter,
  first: OrderPage,
): AsyncGenerator<readonly Order[]> {
  for (let page: OrderPage | null = first; page !== null; ) {
    yield ordersOf(page);
    const last: OrderRecord | undefined = page.orders.at(-1);
    // A full page may be the last one.
    if (last === undefined || page.orders.length < ordersPerPage) return;
    // An event that is deleted meanwhile ends the list.
    page = await readOrders(pool, eventNumber, filter, { after: last.cart.ordinal, size: ordersPerPage });
  }
}

function ordersOf(page: OrderPage): readonly Order[] {
  return page.orders.map(({ cart, ...order }) => ({ ...order, lines: [...linesOf(cart, page)] }));
}

function* linesOf(cart: OrderRecord['cart'], { seats, areas }: OrderPage): Generator<OrderLine> {
  for (const { seat, id, price } of cart.seats) {
    const place = seats.get(seat);
    if (place?.owner !== cart.ordinal) continue;
    yield { id, section: place.section, row: place.row, seat: place.seat, places: 1, price };
  }
  const places = new Map<OrderRecord['cart']['areas'][number], number>();
  for (const part of ownedParts(cart)) places.set(part.line, (places.get(part.line) ?? 0) + part.places);
  for (const [{ area, id, price }, count] of places) {
    yield { id, section: areas[area] ?? '', row: null, seat: null, places: count, price };
  }
}
