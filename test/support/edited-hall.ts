/** A small theatre in the editor of layouts, and every command that changes it. */
import { type Change, type Drawing, drawingWith } from '../../src/pages/console/editor/drawing.ts';
import {
  addRow,
  addShape,
  copy,
  numberRows,
  numberSeats,
  remove,
  setFlag,
  squeezeIn,
} from '../../src/pages/console/editor/edit.ts';
import { generators, usualNames } from '../../src/pages/console/editor/generators.ts';
import { usualRows, usualSeats } from '../../src/pages/console/editor/numbering.ts';
import { align, distribute, mirror, move, turn } from '../../src/pages/console/editor/place.ts';
import { sketchedDrawing } from '../../src/pages/console/editor/sketched.ts';
import { dissolve, makeUnit } from '../../src/pages/console/editor/units.ts';

let guids = 0;
export const newGuid = (): string => `guid-${++guids}`;

/** A theatre as the service has stored it: everything has an id. */
function storedHall(): Drawing {
  const sketch = generators.theatre.make({ rows: 3, seats: 4, growth: 0, curve: 0, aisles: 0, balcony: 1 }, usualNames);
  const drawn = sketchedDrawing(sketch, newGuid);
  let id = 0;
  const numbered = <One extends object>(items: Iterable<One>): One[] =>
    Array.from(items, (item) => ({ ...item, id: ++id }));
  return drawingWith({
    sections: numbered(drawn.sections),
    rows: numbered(drawn.rows),
    seats: numbered(drawn.seats),
    shapes: numbered(drawn.shapes),
    units: numbered(drawn.units),
  });
}

export const hall = storedHall();

export const commands: readonly [string, (drawing: Drawing, selection: ReadonlySet<string>) => Change][] = [
  ['move', (drawing, selection) => move(drawing, selection, 3, -4)],
  ['turn', (drawing, selection) => turn(drawing, selection, 30)],
  ['mirror', (drawing, selection) => mirror(drawing, selection, 'x')],
  ['align', (drawing, selection) => align(drawing, selection, 'left')],
  ['distribute', (drawing, selection) => distribute(drawing, selection, 'x')],
  ['remove', remove],
  ['copy', (drawing, selection) => copy(drawing, selection, { x: 5, y: 5 }, newGuid).change],
  ['flag', (drawing, selection) => setFlag(drawing, selection, 'isWheelchair', true)],
  ['number', (drawing, selection) => numberSeats(drawing, selection, { ...usualSeats, from: 'right' }, true)],
  ['name rows', (drawing, selection) => numberRows(drawing, selection, { ...usualRows, from: 'back' })],
  ['squeeze in', (drawing, selection) => squeezeIn(drawing, selection, newGuid) ?? {}],
  ['add a row', (drawing) => addRow(drawing, null, 3, { x: 0, y: 0 }, newGuid)],
  ['make a unit', (drawing, selection) => makeUnit(drawing, selection, newGuid)],
  ['dissolve', dissolve],
  ['add an area', (drawing) => addShape(drawing, 'area', 'Floor', { x: 0, y: 0 }, newGuid)],
];
