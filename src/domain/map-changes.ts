/**
 * The changes for followers of an event's map: the seats that can be booked now and could not after a record they know, or
 * the other way round, and the places of every area with a price. Copies, taken between two commands.
 */
import type { Asking } from './allotments/audience.ts';
import { audienceOf, mayTake } from './allotments/may-take.ts';
import { freePlaces } from './allotments/places.ts';
import type { EventState } from './event-state.ts';
import type { EventStatus } from './fact.ts';
import { type Offer, offerOf } from './offer.ts';
import type { SeatChanges } from './seats/recent-seats.ts';

/** Why nothing of the event can be booked. */
export type ClosedCode = 'EVENT_NOT_PUBLISHED' | 'EVENT_ARCHIVED' | 'BOOKING_CLOSED';

/** Columns over the changed seats, ascending, each with the record of its last change. */
export interface MapChanges {
  /** The record that the answer rests on. */
  readonly seq: number;
  /** Epoch of that record. */
  readonly epoch: number;
  /** Every change after this record is included. */
  readonly from: number;
  readonly schemaId: number;
  /** Null while the event takes bookings. */
  readonly closed: ClosedCode | null;
  /** Actor time at which booking closes; null: the event is closed, or never closes. */
  readonly closesAt: number | null;
  readonly seats: Uint32Array<ArrayBuffer>;
  readonly seqs: Float64Array<ArrayBuffer>;
  /** 1: can be booked now. */
  readonly bookable: Uint8Array<ArrayBuffer>;
  /** All areas with a price. The same number of moves at two records: nobody took or freed places in between. */
  readonly areas: readonly (readonly [id: number, places: number, moves: number])[];
  /** Everything that can be booked now: only when changes after the known record are missing. */
  readonly offer?: Offer;
}

/** The changes after record `since`, as the public sees them unless another audience is given. When not all of them are known, those that are, and the whole offer. */
export function mapChangesOf(
  state: EventState,
  since: number | null,
  now: number,
  audience: Asking = audienceOf(state),
): MapChanges {
  const { seats, prices, seq, epoch, seatMap } = state;
  const { recent } = seats;
  // A record that does not exist yet is unknown as well.
  const asked = since === null || since > seq ? null : recent.since(since);
  const { seats: changed, seqs } = permittedOf(asked ?? recent.since(recent.from) ?? none, audience);
  const bookable = Uint8Array.from(changed, (seat) =>
    mayTake(state, audience, seat) && prices.bySlot(seats.priceSlotOf(seat)) !== null ? 1 : 0,
  );
  const closed = closedCodeOf(state.status, state.closesAt, now);
  return {
    seq,
    epoch,
    from: asked === null ? recent.from : (since as number),
    schemaId: seatMap.schemaId,
    closed,
    closesAt: closed === null ? state.closesAt : null,
    seats: changed,
    seqs,
    bookable,
    areas: closed === null ? followedAreasOf(state, audience) : [],
    ...(asked === null && closed === null ? { offer: offerOf(state, now, audience) } : {}),
  };
}

function followedAreasOf(state: EventState, audience: Asking): MapChanges['areas'] {
  return state.areas.flatMap(({ id, priceSlot, isRemoved, moves }, index) =>
    isRemoved || state.prices.bySlot(priceSlot) === null
      ? []
      : [[id, freePlaces(state, audience, index), moves] as const],
  );
}

/** The changes without the seats that the audience may not take: for it these are taken all the time. */
function permittedOf(changes: SeatChanges, audience: Asking): SeatChanges {
  if (audience === null) return changes;
  const { permitted } = audience;
  const isPermitted = (_: number, at: number): boolean => permitted.has(changes.seats[at] as number);
  return { seats: changes.seats.filter(isPermitted), seqs: changes.seqs.filter(isPermitted) };
}

const none = { seats: new Uint32Array(0), seqs: new Float64Array(0) };

function closedCodeOf(status: EventStatus, closesAt: number | null, now: number): ClosedCode | null {
  if (status === 'DRAFT') return 'EVENT_NOT_PUBLISHED';
  if (status === 'ARCHIVED') return 'EVENT_ARCHIVED';
  return closesAt !== null && now >= closesAt ? 'BOOKING_CLOSED' : null;
}
