/** A dialog about one seat: its place, its state, and the session that holds or has bought it. */
import type { ComponentChild } from 'preact';
import { speech } from '../languages/speech.ts';
import { Named, type Pair, Pairs } from '../shared/components/words.tsx';
import { useDesk } from './desk.ts';
import { MessageDialog } from './dialogs.tsx';
import { HistoryButton } from './history-button.tsx';
import { kindLabels } from './map-paint.ts';
import type { SeatBoard } from './seat-board.ts';
import { seatPlace } from './seat-places.ts';
import { SessionLink } from './session-link.tsx';
import { text } from './texts.ts';

/** "Stalls, row A, seat 12 · In a cart · 45.00 EUR". */
export function seatTitle(board: SeatBoard, seat: number): string {
  const { booking, priceName } = board.entry(seat) ?? {};
  const more = [booking?.reference, priceName].filter((one) => typeof one === 'string');
  return speech().beside([seatPlace(board.plan, seat), kindLabels[board.kindAt(seat)], ...more]);
}

interface Properties {
  readonly board: SeatBoard;
  readonly seat: number;
  readonly eventId: string;
}

export function SeatDialog({ board, seat, eventId }: Properties): ComponentChild {
  const { open } = useDesk();
  const entry = board.entry(seat);
  const booking = entry?.booking ?? null;
  const rows: Pair[] = [
    [text('state'), kindLabels[board.kindAt(seat)]],
    [text('price'), <Named text={entry?.priceName ?? text('none')} />],
    [text('seatId'), String(board.plan.ids[seat] ?? '')],
  ];
  if (booking !== null) rows.push([text('session'), <SessionLink eventId={eventId} id={booking.sessionId} />]);
  if (booking?.reference) rows.push([text('reference'), <Named text={booking.reference} />]);
  if (entry?.holdType) rows.push([text('holdType'), <Named text={entry.holdType} />]);
  const name = seatPlace(board.plan, seat);
  return (
    <MessageDialog title={name} onClose={() => open(null)}>
      <Pairs rows={rows} />
      <div class="row">
        <HistoryButton eventId={eventId} of={{ kind: 'seat', id: board.plan.ids[seat] ?? 0, name }} />
      </div>
    </MessageDialog>
  );
}
