/**
 * The rules of an event's layout: when it adopts a newer version, and whether a change would remove inventory that is
 * held, locked or sold.
 */
import type { LayoutCommand } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import { adoptionOf } from './layout-adoption.ts';

export function decideLayout(state: EventState, command: LayoutCommand): Decision {
  return command.kind === 'adopt-layout' ? adopt(state) : checkRemoval(state, command);
}

function adopt({ seatMap, layoutVersion }: EventState): Decision {
  const adoption = seatMap.version > layoutVersion ? adoptionOf(seatMap) : null;
  return accept(adoption === null ? [] : [adoption], { kind: 'done' });
}

/** Blocked seats and places have no owner and may be removed. */
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
    detail: 'Some of the seats and areas to be removed are sold, locked or held.',
    conflicts: { seats, groupOfSeats: groupOfSeats.map(({ id }) => id) },
  });
}
