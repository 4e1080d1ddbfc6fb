/** Compares what the service shows of an event over HTTP, from memory, with the event's replayed journal. */
import type { EventState } from '#domain/event-state.ts';
import type { Client } from '../stand/client.ts';

interface ShownSeat {
  readonly id: number;
  readonly state: string;
  readonly priceId: number | null;
  readonly booking: { readonly sessionId: string | null; readonly reference: string | null } | null;
}

interface ShownArea {
  readonly id: number;
  readonly activeCount: number;
  readonly held: number;
  readonly sold: number;
}

export interface ShownEvent {
  readonly seatsOnEvent: readonly ShownSeat[];
  readonly groupsOnEvent: readonly ShownArea[];
}

/** The event's assignments as the organization reads them. */
export async function readShownEvent(owner: Client, eventId: string): Promise<ShownEvent> {
  return await owner.demand({ method: 'GET', path: `/api/private/v2.0/event/${eventId}/prices/assignments/` });
}

/** Every difference, as one line each; empty when the service shows what the journal says. */
export function compareShown({ seatsOnEvent, groupsOnEvent }: ShownEvent, state: EventState): string[] {
  const found = seatsOnEvent.flatMap((shown) => {
    const seat = state.seatMap.indexOf(shown.id);
    const session = state.sessionsByOrdinal.get(state.seats.ownerOf(seat));
    const told = [
      state.seats.stateOf(seat),
      state.prices.bySlot(state.seats.priceSlotOf(seat))?.id ?? null,
      session?.id ?? null,
      session?.reference ?? null,
    ];
    const { booking } = shown;
    const seen = [shown.state, shown.priceId, booking?.sessionId ?? null, booking?.reference ?? null];
    return told.every((value, index) => value === seen[index])
      ? []
      : [`seat ${shown.id} is shown differently from its journal`];
  });
  const seats = state.seats.size - state.seats.removed.count();
  if (seatsOnEvent.length !== seats) found.push(`${seatsOnEvent.length} of ${seats} seats are shown`);
  for (const told of state.areas) {
    const shown = groupsOnEvent.find(({ id }) => id === told.id);
    const isSame = shown?.activeCount === told.available && shown.held === told.held && shown.sold === told.sold;
    if (!isSame) found.push(`area ${told.id} is shown differently from its journal`);
  }
  return found;
}
