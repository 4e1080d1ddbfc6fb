/** Layouts as an editor draws them. */

import { type DrawingCheck, readDrawing } from '#codec/bodies/drawing/read-drawing.ts';
import type { DrawingOutline, StoredShape } from '#domain/layout/drawing.ts';

export const guidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const seatOf = (
  guid: number,
  row: number,
  name: string,
  [x, y]: readonly [number, number],
  sector: readonly [number, number],
) => ({
  guid: guidOf(guid),
  rowGuid: guidOf(row),
  name,
  x,
  y,
  ax: sector[0] + x,
  ay: sector[1] + y,
});

const stalls = [100, 50] as const;
const balcony = [300, 0] as const;

/** Two sections of seats, an area of 40 places, a stage and the shape of the area: nothing has an id yet. */
export const threeSections = {
  sectors: [
    { guid: guidOf(1), name: 'Stalls', ga: false, x: 100, y: 50, outlineMode: 'AUTO', labels: [{ at: 1 }] },
    { guid: guidOf(2), name: 'Balcony', ga: false, x: 300, y: 0, prefix: 'B', angle: 5 },
    { guid: guidOf(3), name: 'Floor', ga: true, capacity: 40, x: 0, y: 200 },
  ],
  rows: [
    { guid: guidOf(11), sectorGuid: guidOf(1), name: 'Row', rowNumber: 'A', seatName: 'Seat' },
    { guid: guidOf(12), sectorGuid: guidOf(2), name: 'Reihe', rowNumber: 'AA', seatName: 'Platz' },
  ],
  seats: [
    seatOf(21, 11, '1', [10, 10], stalls),
    { ...seatOf(22, 11, '2', [20, 10], stalls), isAccessible: true, isMarked: true, angle: 3 },
    seatOf(23, 11, '3', [30.5, 10.25], stalls),
    seatOf(24, 12, '1', [10, 10], balcony),
    { ...seatOf(25, 12, '2', [20, 10], balcony), isHidden: true },
  ],
  shapes: [
    {
      ...{ id: guidOf(31), type: 'shape', shapeType: 'RECT', purpose: 'OBJECT', left: 0, top: -280, width: 620 },
      ...{ height: 120, order: 0, text: 'STAGE', points: [{ x: 1, y: 2 }] },
    },
    {
      ...{ id: guidOf(32), type: 'shape', shapeType: 'CIRCLE', purpose: 'GA', groupOfSeatsGuid: guidOf(3), left: 0 },
      ...{ top: 200, width: 250, height: 250, order: 1, text: 'Floor', fill: '#cccccc' },
    },
  ],
};

interface Item {
  readonly id: number;
  readonly guid: string;
  readonly name: string;
}

/** The members of the answered seat map that tests read. */
export interface Drawing {
  readonly id: number;
  readonly version: number;
  readonly sectors: readonly (Item & { readonly ga: boolean })[];
  readonly rows: readonly (Item & { readonly sectorId: number; readonly sectorGuid: string })[];
  readonly seats: readonly (Item & {
    readonly rowId: number;
    readonly rowGuid: string;
    readonly sectorId: number;
  })[];
  readonly shapes: readonly { readonly id: string; readonly groupOfSeatsGuid: string | null }[];
}

const storedShape: StoredShape = {
  ...{ id: 31, guid: guidOf(31), sectionId: 2, type: 'shape', shapeType: 'RECT', purpose: 'GA', left: 0, top: 0 },
  ...{ width: 10, height: 10, angle: null, order: 0, text: null, fill: null, rest: {} },
};

/** A section with two rows at 100, 50; an area; a shape. */
const smallOutline: DrawingOutline = {
  sections: [
    { id: 1, guid: guidOf(1), ga: false, x: 100, y: 50 },
    { id: 2, guid: guidOf(2), ga: true, x: null, y: null },
  ],
  rows: [
    { id: 11, guid: guidOf(11), sectionId: 1 },
    { id: 12, guid: guidOf(12), sectionId: 1 },
  ],
  shapes: [storedShape],
  areaCapacity: 70,
};

/** Reads a drawing of the small outline; guids that are generated for it count from 900. */
export function readSmall(body: unknown): DrawingCheck {
  let next = 900;
  return readDrawing(body, smallOutline, () => guidOf(next++));
}

/** `field code` of every mistake in a drawing. */
export function mistakesIn(body: unknown): string[] {
  const check = readSmall(body);
  return check.ok ? [] : check.errors.map(({ field, code }) => `${field} ${code}`);
}
