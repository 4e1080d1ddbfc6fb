/** A dialog about one unit that is taken as a whole: its state, its guests, the session that has it, and its seats. */
import type { ComponentChild } from 'preact';
import { speech } from '../languages/speech.ts';
import { Button } from '../shared/components/button.tsx';
import { Named, type Pair, Pairs } from '../shared/components/words.tsx';
import type { Plan } from '../shared/plan.ts';
import type { WholeUnit } from '../shared/units.ts';
import { useDesk } from './desk.ts';
import { MessageDialog } from './dialogs.tsx';
import { count } from './format.ts';
import { kindLabels } from './map-paint.ts';
import { type SeatBoard, seatKinds } from './seat-board.ts';
import { SeatDialog } from './seat-dialog.tsx';
import { seatPlace } from './seat-places.ts';
import { SessionLink } from './session-link.tsx';
import { text } from './texts.ts';

/** "Table 4 · In a cart · 6 seats". `labels`: of the states. */
export function unitTitle(board: SeatBoard, unit: WholeUnit, labels = kindLabels): string {
  const reference = sameOf(unit, (seat) => board.entry(seat)?.booking?.reference);
  const seats = text('seatCount', { count: unit.size });
  return speech().beside([
    unit.name,
    ...statesOf(board, unit, labels),
    seats,
    ...(reference === null ? [] : [reference]),
  ]);
}

interface Properties {
  readonly board: SeatBoard;
  readonly unit: WholeUnit;
  readonly eventId: string;
}

export function UnitDialog({ board, unit, eventId }: Properties): ComponentChild {
  const { open } = useDesk();
  const { name, size, least, most, seats } = unit;
  const session = sameOf(unit, (seat) => board.entry(seat)?.booking?.sessionId);
  const reference = sameOf(unit, (seat) => board.entry(seat)?.booking?.reference);
  const rows: Pair[] = [
    [text('state'), speech().beside(statesOf(board, unit, kindLabels))],
    [text('seats'), count(size)],
    [text('guests'), least === most ? count(most) : text('guestsFromTo', { least, most })],
  ];
  if (session !== null) rows.push([text('session'), <SessionLink eventId={eventId} id={session} />]);
  if (reference !== null) rows.push([text('reference'), <Named text={reference} />]);
  const show = (seat: number): void => open(<SeatDialog board={board} seat={seat} eventId={eventId} />);
  return (
    <MessageDialog title={name} onClose={() => open(null)}>
      <Pairs rows={rows} />
      <UnitSeats plan={board.plan} seats={seats} onSeat={show} />
    </MessageDialog>
  );
}

interface SeatsProperties {
  readonly plan: Plan;
  readonly seats: readonly number[];
  readonly onSeat: (seat: number) => void;
}

/** The seats of a unit, each of which can be pressed. */
export function UnitSeats({ plan, seats, onSeat }: SeatsProperties): ComponentChild {
  return (
    <ul class="unit-seats" aria-label={text('seats')}>
      {seats.map((seat) => (
        <li key={seat}>
          <Button look="quiet" onPress={() => onSeat(seat)}>
            {seatPlace(plan, seat)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** The state of all its seats, or how many there are of each. */
function statesOf(board: SeatBoard, { seats }: WholeUnit, labels: typeof kindLabels): string[] {
  const kind = board.kindOfAll(seats);
  if (kind !== null) return [labels[kind]];
  const kinds = seats.map((seat) => board.kindAt(seat));
  return seatKinds.flatMap((one) => {
    const number = kinds.filter((other) => other === one).length;
    return number === 0 ? [] : [`${labels[one]} ${count(number)}`];
  });
}

/** What all its seats have; null when they have different ones, or none. */
function sameOf({ seats }: WholeUnit, of: (seat: number) => string | null | undefined): string | null {
  const first = of(seats[0] as number) ?? null;
  return seats.every((seat) => (of(seat) ?? null) === first) ? first : null;
}
