/** Detects a change that equals the stored layout: it creates no version. */

import type { ShapeRecord } from '#codec/layout-records.ts';
import type { LayoutChange } from '#domain/layout/layout-change.ts';
import { type Draft, merged } from './draft.ts';

/** Whether the change alters nothing. It must have been checked: its references exist. */
export function changesNothing(
  { sections, rows, seats, shapes }: LayoutChange,
  stored: Draft['stored'],
  storedShapes: readonly ShapeRecord[],
): boolean {
  if ([sections, rows, seats, shapes].some(({ add, remove }) => add.length + remove.length > 0)) return false;
  return (
    sections.change.every(({ id, ...members }) => isSame(stored.sections.get(id), members)) &&
    rows.change.every(({ id, ...members }) => isSame(stored.rows.get(id), members)) &&
    seats.change.every(({ id, place, ...members }) => place === undefined && isSame(stored.seats.get(id), members)) &&
    areSameShapes(shapes.change, storedShapes)
  );
}

function isSame<Item extends object>(before: Item | undefined, members: object): boolean {
  return before !== undefined && merged(before, members) === null;
}

function areSameShapes(changes: LayoutChange['shapes']['change'], stored: readonly ShapeRecord[]): boolean {
  const byId = new Map(stored.map((shape) => [shape.id, shape]));
  return changes.every(({ id, section, ...members }) => {
    const before = byId.get(id);
    return isSame(before, members) && (section === undefined || section === before?.sectionId);
  });
}
