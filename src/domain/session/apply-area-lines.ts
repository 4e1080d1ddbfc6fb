/** Changes the places of a session in areas: its lines, the counters of the areas, and who else counts them. */
import { assert } from '#collections/assert.ts';
import { PlaceClaims } from '../allotments/places.ts';
import type { EventState } from '../event-state.ts';
import type { AreaCount } from '../fact.ts';
import { captureWith } from '../pricing/price.ts';
import type { TypedAreaCount } from '../pricing/ticket-type.ts';
import { movePlaces } from '../seats/areas.ts';
import { lostLinesOf } from './lost-lines.ts';
import type { AreaLine, Session } from './session.ts';

export function indicesOf(areas: readonly AreaCount[], typed: readonly TypedAreaCount[]): readonly number[] {
  return [...areas, ...typed].map(([area]) => area);
}

/**
 * The session's area lines with new totals. A line keeps the price that it captured first, unless it has been lost
 * since. One line of an area may take the places that another line gives back in the same call.
 */
export function withAreaTotals(
  state: EventState,
  session: Session,
  totals: readonly AreaCount[],
  typed: readonly TypedAreaCount[],
): readonly AreaLine[] {
  if (totals.length + typed.length === 0) return session.areas;
  const lost = lostLinesOf(session).areas;
  const lines =
    lost.length === 0
      ? session.areas.slice()
      : session.areas.filter(({ area }) => !(lost.includes(area) && indicesOf(totals, typed).includes(area)));
  if (typed.length === 0) {
    for (const [area, total] of totals) setTotal(state, session, lines, [area, total, null]);
    return lines;
  }
  const all = [...totals.map(([area, total]) => [area, total, null] as const), ...typed];
  const growth = ([area, total, type]: LineTotal): number => total - (lineIn(lines, area, type)?.capacity ?? 0);
  const shrinking = all.filter((one) => growth(one) < 0);
  for (const one of [...shrinking, ...all.filter((other) => !shrinking.includes(other))]) {
    setTotal(state, session, lines, one);
  }
  return lines;
}

type LineTotal = readonly [area: number, total: number, ticketType: string | null];

function lineIn(lines: readonly AreaLine[], area: number, type: string | null): AreaLine | undefined {
  return lines.find((line) => line.area === area && typeOf(line) === type);
}

export function typeOf({ price }: AreaLine): string | null {
  return price.ticketType?.id ?? null;
}

function setTotal(state: EventState, session: Session, lines: AreaLine[], [index, total, type]: LineTotal): void {
  const area = state.areaAt(index);
  const line = lineIn(lines, index, type);
  const change = total - (line?.capacity ?? 0);
  if (change > 0 && state.allotments !== null) new PlaceClaims(state, session, []).take(index, change);
  else state.allotments?.shares.give(index, session.ordinal, -change);
  if (change > 0) state.buyers.take(session, change);
  else state.buyers.give(session.ordinal, -change);
  movePlaces(area, 'available', 'held', change);
  state.areaChanged(index);
  if (line === undefined) {
    // The buyer gives up a lost line.
    if (total === 0) return;
    const price = state.prices.bySlot(area.priceSlot);
    assert(price !== null, () => `area ${area.id} has no price`);
    const capture = captureWith(price, type);
    lines.push({ area: index, id: area.id, capacity: total, price: capture });
    state.tickets.changePlaces(index, session.ordinal, capture, total);
    return;
  }
  state.tickets.changePlaces(index, session.ordinal, line.price, change);
  if (total === 0) lines.splice(lines.indexOf(line), 1);
  else lines[lines.indexOf(line)] = { ...line, capacity: total };
}
