/** A dialog about one seat: its place, its state, and the session that holds or has bought it. */
import { inform } from './dialog.ts';
import { kindLabels } from './map-paint.ts';
import { pairs } from './pairs.ts';
import type { SeatBoard } from './seat-board.ts';
import { seatPlace } from './seat-places.ts';
import { sessionLink } from './session-link.ts';

/** "Stalls, row A, seat 12: in a cart, 45.00 EUR". */
export function seatTitle(board: SeatBoard, seat: number): string {
  const entry = board.entry(seat);
  const price = entry === null || entry.priceName === null ? '' : `, ${entry.priceName}`;
  const holder = entry?.booking?.reference ?? null;
  return `${seatPlace(board.plan, seat)}: ${kindLabels[board.kindAt(seat)].toLowerCase()}${holder === null ? '' : ` (${holder})`}${price}`;
}

export function seatDialog(board: SeatBoard, seat: number, eventId: string): void {
  const entry = board.entry(seat);
  const booking = entry?.booking ?? null;
  const rows: (readonly [string, string | HTMLElement])[] = [
    ['State', kindLabels[board.kindAt(seat)]],
    ['Price', entry?.priceName ?? 'none'],
    ['Seat id', String(board.plan.ids[seat] ?? '')],
  ];
  if (booking !== null) rows.push(['Session', sessionLink(eventId, booking.sessionId)]);
  if (booking?.reference) rows.push(['Reference', booking.reference]);
  if (entry?.holdType) rows.push(['Hold type', entry.holdType]);
  inform(seatPlace(board.plan, seat), pairs(rows));
}
