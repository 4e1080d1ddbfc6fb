/**
 * The interface between a map and its renderer: a scene, which changes rarely, the looks of the seats, which change
 * often, and a frame for each view. Types only. Only one file implements it, so another way of drawing changes that
 * file alone.
 */
import type { Backdrop } from './backdrop.ts';
import type { Camera } from './camera.ts';
import type { Hall } from './hall.ts';
import type { Look } from './looks.ts';
import type { Box } from './plan.ts';
import type { MapColours } from './theme.ts';
import type { UnitShapes } from './unit-shapes.ts';

/** The fixed part of a drawing, until the layout or the theme changes. */
export interface Scene extends Hall {
  readonly backdrop: Backdrop;
  /** Null: all seats are taken one by one. */
  readonly units: UnitShapes | null;
}

/** A sector from far away, or a general-admission area. */
export interface SectorLook {
  readonly fill: string;
  readonly edge: string;
  readonly title: string;
  /** A second line; '' for none. */
  readonly note: string;
}

/** A unit, under its seats. */
export interface UnitLook {
  readonly fill: string;
  readonly edge: string;
  /** The line around it is twice as wide. */
  readonly isStrong: boolean;
}

export interface MapPaint {
  readonly colours: MapColours;
  readonly looks: readonly Look[];
}

/** A seat, a unit, an area or a section of the plan; `sector` is its index. */
export type Target =
  | { readonly kind: 'seat'; readonly seat: number }
  /** `seat`: the one of its seats that was pressed or reached. */
  | { readonly kind: 'unit'; readonly unit: number; readonly seat: number }
  | { readonly kind: 'area'; readonly sector: number }
  | { readonly kind: 'section'; readonly sector: number };

/** The targets that are outlined above everything else. */
export interface Highlights {
  readonly hovered: Target | null;
  readonly focused: Target | null;
}

export interface Renderer {
  /** Size in CSS pixels; `ratio`: device pixels per CSS pixel. */
  resize(width: number, height: number, ratio: number): void;
  /**
   * `looks`: of every seat, by its place in the plan. Kept, not copied: call `changed` after writing to it. `boxes`: around
   * everything that differs from the scene before; null: all of it may.
   */
  load(scene: Scene, looks: Uint8Array, boxes: readonly Box[] | null): void;
  /** Another theme, or other looks: everything is drawn again. */
  paint(paint: MapPaint): void;
  /** By the index of the sector. Other titles cost nothing; other colours draw everything again. */
  setSectors(sectors: readonly SectorLook[]): void;
  /** By the index of the unit. Drawn with the next change of its seats; other paint draws everything again. */
  setUnits(units: readonly UnitLook[]): void;
  changed(seats: readonly number[]): void;
  /** Draws a frame. Returns whether a better one can be drawn once the view rests. */
  draw(camera: Camera, highlights: Highlights, isMoving: boolean): boolean;
}
