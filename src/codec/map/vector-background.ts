/**
 * The editor's drawing under the seats (`vectorBackground`): the drawing itself, the visible part of it, and the
 * rectangle of the plan that this part fills.
 */
import type { Box } from './extent.ts';
import { copyDrawing } from './foreign-svg.ts';
import { opened } from './svg.ts';

/** The id that the editor uses. */
const groupId = 'sm-background';

export interface VectorBackground {
  /** A group of SVG, in the coordinates of the plan. */
  readonly content: string;
  readonly box: Box;
}

/** Null when nothing can be drawn. */
export function vectorBackgroundOf(stored: Readonly<Record<string, unknown>> | null): VectorBackground | null {
  if (stored === null) return null;
  const { backgroundSvg, svg } = stored;
  const source = typeof backgroundSvg === 'string' ? backgroundSvg : svg;
  if (typeof source !== 'string') return null;
  const drawing = copyDrawing(source);
  if (drawing === null) return null;
  const view = boxOf(stored.viewBox) ?? drawing.viewBox;
  // A composite already uses the plan's coordinates.
  const place = source === svg ? view : (boxOf(stored) ?? view);
  if (view === null || place === null) return null;
  const [across, down] = [place.width / view.width, place.height / view.height];
  const matrix = [across, 0, 0, down, place.x - view.x * across, place.y - view.y * down];
  if (!matrix.every(Number.isFinite)) return null;
  const transform = `matrix(${matrix.map((value) => Number(value.toFixed(6))).join(' ')})`;
  return { content: `${opened('g', { id: groupId, transform })}${drawing.content}</g>`, box: place };
}

/** A rectangle with a positive size, else null. */
export function boxOf(value: unknown): Box | null {
  if (typeof value !== 'object' || value === null) return null;
  const { x, y, width, height } = value as Readonly<Record<string, unknown>>;
  const all = [x, y, width, height];
  if (!all.every((one): one is number => typeof one === 'number' && Math.abs(one) <= 1e8)) return null;
  const [left, top, wide, high] = all as [number, number, number, number];
  return wide > 0 && high > 0 ? { x: left, y: top, width: wide, height: high } : null;
}
