/**
 * The largest pieces of work that run on the loop in one go, for the study of the pieces alone: the prices of 200,000
 * seats in one command, and the places of as many seats that came without coordinates.
 */
import { layoutOf } from '#codec/bodies/layout.ts';
import { newLayout } from '#codec/bodies/new-layout.ts';
import { check } from '#codec/check.ts';
import type { Command } from '#domain/command.ts';
import type { EventState } from '#domain/event-state.ts';
import { SeatLinesBuilder } from '#domain/pricing/seat-lines.ts';

const sections = 80;
const rowsPerSection = 50;
const seatsPerRow = 50;
export const largeSeatCount = sections * rowsPerSection * seatsPerRow;

/** Assigns the two prices 1 and 2 to all seats in mixed order, each time the other way round. */
export function priceAssigner(state: EventState, ask: (command: Command) => void): () => void {
  let turn = 0;
  return () => {
    turn++;
    const lines = new SeatLinesBuilder(largeSeatCount);
    for (let at = 0; at < largeSeatCount; at++) {
      const index = (at * 7_919) % largeSeatCount;
      lines.add(state.seatMap.idAt(index), 1 + ((index + turn) % 2), null);
    }
    ask({ kind: 'assign-prices', seats: lines.lines(), groupOfSeats: [] });
  };
}

/** Reads a layout whose seats have to be placed. */
export function seatPlacer(): () => void {
  const rows = Array.from({ length: rowsPerSection }, (_, row) => ({ name: `R${row}`, seatCount: seatsPerRow }));
  const named = Array.from({ length: sections }, (_, at) => ({ name: `S${at}`, rows, curve: 20 }));
  return () => {
    const checked = check(newLayout, { name: 'Hall', sections: named });
    if (!checked.ok) throw new Error('the layout was refused');
    layoutOf(checked.value);
  };
}
