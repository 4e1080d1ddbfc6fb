/** What a layout's body says of places itself: the room that given seats take, and what stands behind them. */
import type { DraftSection, LayoutDraft } from '../layout-draft.ts';
import type { Block } from './block.ts';
import { type Point, type Rectangle, rowPitch, Surroundings, seatPitch, turned } from './rectangle.ts';

/** Beyond this, given coordinates count as this far away: what is generated must stay finite. */
const farthest = 1e8;

export function bounded(value: number): number {
  return Math.max(-farthest, Math.min(farthest, value));
}

/** What the seats that have a place take, by section. */
export function givenSeats({ sections, rows, seats }: LayoutDraft): ReadonlyMap<DraftSection, Rectangle> {
  const found = new Map<DraftSection, Surroundings>();
  for (const [row, first] of rows.firstSeats.entries()) {
    const section = sections[rows.sections[row] as number] as DraftSection;
    for (let seat = first; seat < first + (rows.seatCounts[row] as number); seat++) {
      const [x, y] = [seats.xs[seat] as number, seats.ys[seat] as number];
      if (Number.isNaN(x)) break;
      let around = found.get(section);
      if (around === undefined) {
        around = new Surroundings();
        found.set(section, around);
      }
      around.add({ x: bounded(x) - seatPitch / 2, y: bounded(y) - rowPitch / 2, width: seatPitch, height: rowPitch });
    }
  }
  return new Map([...found].map(([section, { box }]) => [section, box as Rectangle]));
}

/** Around all seats of a block that stands there, before it is turned. */
export function boxOfBlock({ box }: Block, { x, y }: Point): Rectangle {
  const [width, height] = [box.width + seatPitch, box.height + rowPitch];
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** What the rows take below a section's given seats, however they are turned. */
export function behind(own: Rectangle, block: Block, angle: number): Rectangle {
  const { width, height } = turned(boxOfBlock(block, { x: 0, y: 0 }), angle);
  return { x: own.x, y: own.y + own.height, width, height };
}
