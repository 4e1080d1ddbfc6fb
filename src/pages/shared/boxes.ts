/** Boxes on the plan and on a canvas that shows a part of it. Pure. */
import type { Box } from './plan.ts';

/** Where the canvas lies: its corner on the plan, and device pixels per unit of the plan. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
}

/** Whether two boxes have a point in common, or are at most so far from each other. */
export function overlap(one: Box, other: Box, margin: number): boolean {
  return (
    one.x - margin <= other.x + other.width &&
    other.x <= one.x + one.width + margin &&
    one.y - margin <= other.y + other.height &&
    other.y <= one.y + one.height + margin
  );
}

export function contains(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** The box with more room on each side. */
export function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** The same box on whole pixels of the canvas: beside a part of a pixel the old and the new picture would mix. */
export function onPixels({ x, y, width, height }: Box, { left, top, scale }: Place): Box {
  const [fromX, fromY] = [Math.floor((x - left) * scale), Math.floor((y - top) * scale)];
  const [toX, toY] = [Math.ceil((x + width - left) * scale), Math.ceil((y + height - top) * scale)];
  return {
    x: left + fromX / scale,
    y: top + fromY / scale,
    width: (toX - fromX) / scale,
    height: (toY - fromY) / scale,
  };
}
