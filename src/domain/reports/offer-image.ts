/**
 * The data that the projection stores of an event as a whole, so that a report can count free seats without asking the event: the
 * price and the allotment of every seat, the shares of areas, and the units that are taken as a whole. Plain values, as
 * of one record. Written when a price, an allotment, the layout or a unit has changed; a booking changes none of it.
 */
import type { ReleaseCause } from '../allotments/allotment.ts';
import type { Allotments } from '../allotments/allotments.ts';
import type { EventState } from '../event-state.ts';
import { runsByValue, runsOf, runsOfMembers, type SeatRuns } from '../seats/seat-runs.ts';

type RunsBySlot = readonly (readonly [slot: number, seats: SeatRuns])[];

export interface OfferImage {
  readonly size: number;
  /** Seats that are not in the layout any more. Those that are still taken have a row of their own. */
  readonly gone: SeatRuns;
  readonly prices: readonly (readonly [slot: number, id: number, name: string])[];
  /** Seats in no entry have no price. */
  readonly seatPrices: RunsBySlot;
  /** `to`: the slot that its seats are in now, 0 for the public; its own while it is not released. */
  readonly allotments: readonly (readonly [slot: number, id: string, name: string, to: number])[];
  /** Seats in no entry are the public's. */
  readonly seatAllotments: RunsBySlot;
  /** `to`: the slot that the places are in now. */
  readonly shares: readonly (readonly [area: number, slot: number, to: number])[];
  /** Absent: nothing of the event was released. */
  readonly released?: ReleasedPlaces;
  /** The units of the booking WHOLE. */
  readonly units: readonly (readonly [id: number, name: string, seats: SeatRuns])[];
}

/** The seats and places that a release took from an allotment: its slot, and what released them. */
export interface ReleasedPlaces {
  readonly seats: readonly (readonly [slot: number, cause: ReleaseCause, seats: SeatRuns])[];
  readonly shares: readonly (readonly [area: number, slot: number, cause: ReleaseCause])[];
}

/** 200,000 seats take about a millisecond. */
export function offerImageOf(state: EventState): OfferImage {
  const { seats, allotments, units } = state;
  return {
    size: seats.size,
    gone: [...runsOfMembers(seats.removed), ...runsOfMembers(seats.leaving)],
    prices: state.prices.list().map(({ slot, id, name }) => [slot, id, name] as const),
    seatPrices: runsByValue(seats.priceSlots, 0),
    allotments: (allotments?.list() ?? []).map(
      ({ slot, id, name }) => [slot, id, name, allotments?.targetOf(slot) ?? 0] as const,
    ),
    seatAllotments: allotments === null ? [] : runsByValue(Uint16Array.from(allotments.slots.copy()), 0),
    shares: sharesOf(state),
    ...(allotments === null ? {} : releasedIn(allotments)),
    units: (units?.list ?? [])
      .filter(({ booking }) => booking === 'WHOLE')
      .map(({ id, name, seats: members }) => [id, name, runsOf(members)] as const),
  };
}

function sharesOf({ allotments }: EventState): OfferImage['shares'] {
  if (allotments === null) return [];
  return Array.from(allotments.shares.areas()).flatMap((area) =>
    allotments.shares.of(area).map((share) => [area, share.slot, allotments.slotOfShare(share)] as const),
  );
}

function releasedIn(allotments: Allotments): Pick<OfferImage, 'released'> {
  const seats = allotments.releasedSeats();
  const shares = Array.from(allotments.shares.areas()).flatMap((area) =>
    allotments.shares.of(area).flatMap((share) => {
      const release = allotments.releaseOfShare(share);
      return release === null ? [] : [[area, release.slot, release.cause] as const];
    }),
  );
  return seats.length + shares.length === 0 ? {} : { released: { seats, shares } };
}
