/** The coordinates that a layout's body gives: the space that given seats take, and the space behind them. */
import type { DraftSection, LayoutDraft } from '../layout-draft.ts';
import type { Block } from './block.ts';
import { EndpointDeps, type Point, type Rectangle, rowPitch, seatPitch, turned } from './rectangle.ts';

/** Given coordinates are clamped to this distance: generated ones must stay finite. */
const farthest = 1e8;

export function bounded(value: number): number {
  return Math.max(-farthest, Math.min(farthest, value));
}

/** By section: the bounding box of the seats that have coordinates. */
export function givenSeats({ sections, rows, seats }: LayoutDraft): ReadonlyMap<DraftSection, Rectangle> {
  const found = new Map<DraftSection, EndpointDeps>();
  for (const [row, first] of rows.firstSeats.entries()) {
    const section = sections[rows.sections[row] as number] as DraftSection;
    for (let seat = first; seat < first + (rows.seatCounts[row] as number); seat++) {
      const [x, y] = [seats.xs[seat] as number, seats.ys[seat] as number];
      if (Number.isNaN(x)) break;
      let around = found.get(section);
      if (around === undefined) {
        around = new EndpointDeps();
        found.set(section, around);
      }
      around.add({ x: bounded(x) - seatPitch / 2, y: bounded(y) - rowPitch / 2, width: seatPitch, height: rowPitch });
    }
  }
  return new Map([...found].map(([section, { box }]) => [section, box as Rectangle]));
}

/** The box around all seats of a block at this point, before it is rotated. */
export function boxOfBlock({ box }: Block, { x, y }: Point): Rectangle {
  const [width, height] = [box.width + seatPitch, box.height + rowPitch];
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** The box of the rows below a section's given seats, at any angle. */
export function behind(own: Rectangle, block: Block, angle: number): Rectangle {
  const { width, height } = turned(boxOfBlock(block, { x: 0, y: 0 }), angle);
  return { x: own.x, y: own.y + own.height, width, height };
}
