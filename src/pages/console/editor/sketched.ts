/** A sketch as a drawing of new items: what a generator makes, ready to be shown and saved. Pure. */
import {
  type Drawing,
  drawingWith,
  noFlags,
  type Row,
  type Seat,
  type Section,
  type Shape,
  type Unit,
} from './drawing.ts';
import type { NewGuid } from './edit.ts';
import type { Sketch, SketchShape } from './sketch.ts';

export function sketchedDrawing({ sections, shapes }: Sketch, newGuid: NewGuid): Drawing {
  const drawing = {
    sections: [] as Section[],
    rows: [] as Row[],
    seats: [] as Seat[],
    shapes: [] as Shape[],
    units: [] as Unit[],
  };
  const take = <One extends { readonly guid: string }>(items: One[], item: Omit<One, 'guid' | 'id'>): string => {
    const guid = newGuid();
    items.push({ guid, id: null, ...item } as unknown as One);
    return guid;
  };
  for (const shape of shapes) take<Shape>(drawing.shapes, drawnShape(shape, null));
  for (const section of sections) {
    const { name } = section;
    const ga = 'ga' in section;
    const home = take<Section>(drawing.sections, { name, ga, capacity: ga ? section.capacity : 0 });
    if ('ga' in section) {
      for (const shape of section.shapes) take<Shape>(drawing.shapes, drawnShape(shape, home));
      continue;
    }
    for (const row of section.rows) {
      const own = take<Row>(drawing.rows, { section: home, name: row.name });
      const seats = row.seats.map(({ name, x, y }) =>
        take<Seat>(drawing.seats, { row: own, name, x, y, flags: noFlags, place: null }),
      );
      if (row.unit !== undefined) {
        take<Unit>(drawing.units, { name: row.unit, booking: 'WHOLE', min: null, max: null, seats });
      }
    }
  }
  return drawingWith(drawing);
}

function drawnShape(shape: SketchShape, section: string | null): Omit<Shape, 'guid' | 'id'> {
  const { type, shapeType, x, y, width, height, points, text, fill } = shape;
  return {
    ...{ section, type, shapeType, left: x ?? 0, top: y ?? 0, width: width ?? null, height: height ?? null, angle: 0 },
    ...{ text: text ?? null, fill: fill ?? null, points: points ?? null },
  };
}
