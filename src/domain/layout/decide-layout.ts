/**
 * The rules of an event's layout: when it goes by a newer version, and whether anybody has what a change would remove.
 */
import type { LayoutCommand } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import type { SeatMap } from '../seats/seat-map.ts';

export type LayoutAdoption = Extract<Fact, { type: 'layout-adopted' }>;

export function decideLayout(state: EventState, command: LayoutCommand): Decision {
  return command.kind === 'adopt-layout' ? adopt(state) : checkRemoval(state, command);
}

/** What going by this map's version takes; null for a layout as it was made, by which every event goes. */
export function adoptionOf({ changed, schemaId, size, areas }: SeatMap): LayoutAdoption | null {
  if (changed === null) return null;
  const { version, removed, forced } = changed;
  return {
    type: 'layout-adopted',
    schema: schemaId,
    version,
    size,
    ...(removed.length > 0 ? { removed } : {}),
    ...(forced.length > 0 ? { forced } : {}),
    ...(areas.length > 0
      ? {
          areas: areas.map(({ id, name, capacity, removed: how }) =>
            how === undefined ? { id, name, capacity } : { id, name, capacity: 0, removed: how },
          ),
        }
      : {}),
  };
}

function adopt({ seatMap, layoutVersion }: EventState): Decision {
  const adoption = seatMap.version > layoutVersion ? adoptionOf(seatMap) : null;
  return accept(adoption === null ? [] : [adoption], { kind: 'done' });
}

/** Seats and areas that are only kept from sale are nobody's. */
function checkRemoval(state: EventState, command: Extract<LayoutCommand, { kind: 'check-seat-removal' }>): Decision {
  const { locked, sold } = state.seats;
  const seats = command.seats.filter((id) => {
    const seat = state.seatOf(id);
    return seat !== -1 && (locked.has(seat) || sold.has(seat));
  });
  const groupOfSeats = command.areas.filter(({ id, capacity }) => {
    const index = state.areaOf(id);
    if (index === -1) return false;
    const area = state.areaAt(index);
    const taken = area.held + area.locked + area.sold;
    return capacity === null ? taken > 0 : taken + area.blocked > capacity;
  });
  if (seats.length === 0 && groupOfSeats.length === 0) return accept([], { kind: 'done' });
  return refuse({
    code: 'DATA_INTEGRITY_VIOLATION',
    detail: 'Some of what would be removed is sold, locked or held.',
    conflicts: { seats, groupOfSeats: groupOfSeats.map(({ id }) => id) },
  });
}
