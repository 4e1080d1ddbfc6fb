/**
 * One seat of an event with its booking, as the assignments read and the series read show it (contract: Seat booking
 * entries). No other file writes such an entry. It is written as text: an event has up to 200,000 of them, and most
 * share their state, price and session, which are encoded once.
 */
import { z } from 'zod';
import { type Properties, withProperties } from '#domain/properties.ts';
import { type SeatState, seatStates } from '#domain/seats/inventory.ts';
import type { SeatOwner, SeatPage } from '#domain/seats/seat-page.ts';
import { longId, shownLocalTime } from '../fields.ts';
import { lineTerms, presentLineTerms } from './price.ts';

const anyProperties = z.record(z.string(), z.unknown());

const booking = z.object({
  sessionId: z.uuid(),
  reference: z.string().nullable(),
  properties: anyProperties.optional().meta({ description: 'The session’s properties, when read by reference.' }),
});

export const seatEntry = z
  .object({
    id: longId,
    sectionId: longId,
    rowId: longId,
    name: z.string(),
    key: z.string().meta({ description: 'Section, row and seat name, joined with ;;' }),
    state: z.enum(seatStates),
    holdType: z.string().nullable().meta({ description: 'CART while a session holds the seat or has bought it.' }),
    priceId: longId.nullable(),
    priceName: z.string().nullable(),
    ...lineTerms.shape,
    properties: anyProperties.meta({ description: 'The seat’s own properties.' }),
    booking: booking.nullable(),
  })
  .meta({ id: 'SeatOnEvent' });

export const seriesSeatEntry = z
  .object({ eventId: z.uuid(), eventName: z.string(), start: shownLocalTime, seat: seatEntry })
  .meta({ id: 'SeatInSeries' });

type SeatEntry = z.output<typeof seatEntry>;
/** The members that depend only on the layout; they come first. */
type Head = Pick<SeatEntry, 'id' | 'sectionId' | 'rowId' | 'name' | 'key'>;
/** The members that many seats share. */
type Terms = Omit<SeatEntry, keyof Head | 'properties' | 'booking'>;

export const seatEntryExample: SeatEntry = {
  id: 1042,
  sectionId: 11,
  rowId: 21,
  name: '1',
  key: 'Stalls;;A;;1',
  state: 'SOLD',
  holdType: 'CART',
  priceId: 501,
  priceName: '45.00 EUR',
  properties: {},
  booking: { sessionId: '00000007-52d1-8a00-9c1f-6b2f0f1c2d3e', reference: 'ORDER-1001' },
};

export const seriesSeatExample: z.output<typeof seriesSeatEntry> = {
  eventId: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001',
  eventName: 'Matinee 2027-05-01T15:00',
  start: '2027-05-01T15:00:00',
  seat: {
    ...seatEntryExample,
    booking: { ...(seatEntryExample.booking as z.output<typeof booking>), properties: { channel: 'web' } },
  },
};

/** A seat with its place in the layout. */
export interface PlacedSeat extends Omit<Head, 'key'> {
  readonly sectionName: string;
  readonly rowName: string;
}

/** The start of the seat's entry, without its end. */
export function encodeSeatHead({ id, sectionId, rowId, name, sectionName, rowName }: PlacedSeat): string {
  const head: Head = { id, sectionId, rowId, name, key: `${sectionName};;${rowName};;${name}` };
  return `${JSON.stringify(head).slice(0, -1)},`;
}

function encodeTerms(terms: Terms): string {
  return `${JSON.stringify(terms).slice(1, -1)},`;
}

function encodeBooking(
  sessionId: string,
  reference: string | null,
  properties: Properties | null,
  showsProperties: boolean,
): string {
  const shown: Omit<z.output<typeof booking>, 'properties'> = { sessionId, reference };
  return showsProperties ? withProperties(shown, properties) : JSON.stringify(shown);
}

/** The parts as `encodeSeatHead`, `encodeTerms` and `encodeBooking` write them. */
function joined(
  head: string | undefined,
  terms: string,
  properties: Properties | undefined,
  booked: string | undefined,
): string {
  return `${head}${terms}"properties":${properties ?? '{}'},"booking":${booked ?? 'null'}}`;
}

/** The entries of a page, separated by commas. `heads`: by seat index; `ended`: the owners that have left memory. */
export function encodeSeatPage(page: SeatPage, heads: readonly string[], ended: readonly SeatOwner[]): string {
  const bookings = new Map<number, string>();
  const know = ({ ordinal, id, reference, properties }: SeatOwner): void => {
    bookings.set(ordinal, encodeBooking(id, reference, properties, page.showsProperties));
  };
  page.known.forEach(know);
  ended.forEach(know);
  const termsAt = termsOf(page);
  const ticketed = new Map(page.ticketed);
  const shared = new Map<string, string>();
  const own = new Map(page.properties);
  let text = '';
  page.seats.forEach((seat, at) => {
    const owner = page.owners[at] ?? 0;
    const ticket = ticketed.get(at);
    const kind = `${page.states[at]} ${page.priceSlots[at]} ${Math.min(owner, 1)}`;
    let terms = ticket === undefined ? shared.get(kind) : encodeTerms({ ...termsAt(at), ...presentLineTerms(ticket) });
    if (terms === undefined) {
      terms = encodeTerms(termsAt(at));
      shared.set(kind, terms);
    }
    text += `${at === 0 ? '' : ','}${joined(heads[seat], terms, own.get(at), bookings.get(owner))}`;
  });
  return text;
}

/** State, hold type and price of the seat at a position of the page. */
function termsOf(page: SeatPage): (at: number) => Terms {
  const prices = new Map(
    page.prices.map(([slot, id, name, money]) => [slot, { priceId: id, priceName: name, ...money }]),
  );
  const holdTypes = new Map(page.holdTypes);
  return (at) => {
    const owner = page.owners[at] ?? 0;
    const state = seatStates[page.states[at] ?? 0] as SeatState;
    const holdType = owner > 0 ? 'CART' : (holdTypes.get(-owner) ?? null);
    const price = prices.get(page.priceSlots[at] ?? 0) ?? { priceId: null, priceName: null };
    return { state, holdType, ...price };
  };
}

/** A seat of an event of a series, with the session that holds it or bought it. */
export interface SeriesSeat extends PlacedSeat, Terms {
  readonly eventId: string;
  readonly eventName: string;
  readonly start: string;
  /** The properties of the seat itself. */
  readonly properties: Properties | null;
  readonly sessionId: string;
  readonly reference: string | null;
  readonly sessionProperties: Properties | null;
}

export function encodeSeriesSeat(seat: SeriesSeat): string {
  const { eventId, eventName, start, state, holdType, priceId, priceName } = seat;
  const event: Omit<z.output<typeof seriesSeatEntry>, 'seat'> = { eventId, eventName, start };
  const terms = encodeTerms({ state, holdType, priceId, priceName });
  const booked = encodeBooking(seat.sessionId, seat.reference, seat.sessionProperties, true);
  const entry = joined(encodeSeatHead(seat), terms, seat.properties ?? undefined, booked);
  return `${JSON.stringify(event).slice(0, -1)},"seat":${entry}}`;
}
