/**
 * Thread entry: encodes a page of the assignments read (contract: Seat booking entries) as JSON text. Reads names and
 * ended sessions on the thread's connections; the page holds copies of the live data.
 */

import { SeatHeads } from '#codec/answers/seat-heads.ts';
import { withProperties } from '#domain/properties.ts';
import { seatStates } from '#domain/seats/inventory.ts';
import type { SeatOwner, SeatPage } from '#domain/seats/seat-page.ts';
import { Layouts } from '#storage/layouts/layouts.ts';
import { SessionOwners } from '#storage/projection/session-owners.ts';
import { moved } from './moved.ts';
import { threadDatabase } from './thread-database.ts';

const utf8 = new TextEncoder();

export interface EncodeTask {
  readonly connectionString: string;
  readonly page: SeatPage;
}

interface Sources {
  readonly heads: SeatHeads;
  readonly owners: SessionOwners;
}

let known: Sources | null = null;

/** The page's seat objects, joined by commas, as bytes. Rejects when the database does not answer. */
export default async function encodeAssignments({ connectionString, page }: EncodeTask): Promise<Uint8Array> {
  const pool = await threadDatabase(connectionString);
  known ??= { heads: new SeatHeads(new Layouts(pool)), owners: new SessionOwners(pool) };
  return moved(utf8.encode(await encode(page, known)));
}

async function encode(page: SeatPage, { heads, owners }: Sources): Promise<string> {
  const names = await heads.get(page.schemaId, page.layoutVersion);
  const bookings = await bookingsOf(page, owners);
  const middles = new Map<string, string>();
  const middleOf = middlesOf(page);
  const own = new Map(page.properties);
  let text = '';
  page.seats.forEach((seat, at) => {
    const owner = page.owners[at] ?? 0;
    const kind = `${page.states[at]} ${page.priceSlots[at]} ${Math.min(owner, 1)}`;
    let middle = middles.get(kind);
    if (middle === undefined) {
      middle = middleOf(at);
      middles.set(kind, middle);
    }
    const shown = own.get(at) ?? '{}';
    text += `${at === 0 ? '' : ','}${names[seat]}${middle}"properties":${shown},"booking":${bookings.get(owner) ?? 'null'}}`;
  });
  return text;
}

/** State, hold type and price of the seat at a position; cached, because many seats share them. */
function middlesOf(page: SeatPage): (at: number) => string {
  const prices = new Map(page.prices.map(([slot, id, name]) => [slot, { priceId: id, priceName: name }]));
  const holdTypes = new Map(page.holdTypes);
  return (at) => {
    const owner = page.owners[at] ?? 0;
    const state = seatStates[page.states[at] ?? 0];
    const holdType = owner > 0 ? 'CART' : (holdTypes.get(-owner) ?? null);
    const price = prices.get(page.priceSlots[at] ?? 0) ?? { priceId: null, priceName: null };
    return `${JSON.stringify({ state, holdType, ...price }).slice(1, -1)},`;
  };
}

/** The encoded booking of each session that owns a seat of the page. */
async function bookingsOf(page: SeatPage, owners: SessionOwners): Promise<ReadonlyMap<number, string>> {
  const bookings = new Map<number, string>();
  const know = ({ ordinal, id, reference, properties }: SeatOwner): void => {
    const booking = { sessionId: id, reference };
    bookings.set(ordinal, page.showsProperties ? withProperties(booking, properties) : JSON.stringify(booking));
  };
  page.known.forEach(know);
  const unknown = new Set<number>();
  for (const owner of page.owners) if (owner > 0 && !bookings.has(owner)) unknown.add(owner);
  if (unknown.size > 0) (await owners.withOrdinals(page.eventNumber, [...unknown])).forEach(know);
  return bookings;
}
