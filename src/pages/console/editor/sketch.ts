/** A layout that is not stored yet, as the call that creates a schema takes it. Types, and the shapes that sketches share. */
import type { Point } from '../polygon.ts';
import { text } from './texts.ts';

export interface SketchSeat extends Point {
  readonly name: string;
}

export interface SketchRow {
  readonly name: string;
  readonly seats: readonly SketchSeat[];
  /** The name of the unit that it is. */
  readonly unit?: string;
}

export interface SketchShape {
  readonly type: string;
  readonly shapeType: 'RECT' | 'ELLIPSE' | 'POLYGON' | 'TEXT';
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly points?: readonly Point[];
  readonly text?: string;
  readonly fill?: string;
}

export type SketchSection =
  | { readonly name: string; readonly rows: readonly SketchRow[] }
  | { readonly name: string; readonly ga: true; readonly capacity: number; readonly shapes: readonly SketchShape[] };

export interface Sketch {
  readonly sections: readonly SketchSection[];
  readonly shapes: readonly SketchShape[];
  readonly focalPoint: Point;
}

/** Distances between seats and between rows, as the service places counted rows. */
export const seatPitch = 25;
export const rowPitch = 30;

export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

export function stageOf(width: number, top: number, height = 80): SketchShape {
  const fill = '#374151';
  return {
    type: 'stage',
    shapeType: 'RECT',
    x: rounded(-width / 2),
    y: top,
    width: rounded(width),
    height,
    text: text('stage'),
    fill,
  };
}

export function areaOf(
  name: string,
  capacity: number,
  x: number,
  y: number,
  width: number,
  height: number,
): SketchSection {
  const shape = { type: 'area', shapeType: 'RECT', x, y, width, height, text: name, fill: '#dbeafe' } as const;
  return { name, ga: true, capacity, shapes: [shape] };
}

export function countsOf({ sections }: Sketch): { seats: number; places: number } {
  let [seats, places] = [0, 0];
  for (const section of sections) {
    if ('ga' in section) places += section.capacity;
    else for (const row of section.rows) seats += row.seats.length;
  }
  return { seats, places };
}
