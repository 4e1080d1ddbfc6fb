/** A layer over the map on which the pointer draws a box or a free line around seats. Has no keys: with the keyboard, seats are pressed. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { Point } from './polygon.ts';

interface Properties {
  readonly form: 'box' | 'lasso';
  /** The corners of what was drawn, in CSS pixels of the layer. */
  readonly onLine: (line: readonly Point[], isAdded: boolean) => void;
}

/** A shorter drag is a press. */
const dragMin = 4;

export function LineLayer({ form, onLine }: Properties): ComponentChild {
  const [path, setPath] = useState<readonly Point[]>([]);
  const at = ({ offsetX: x, offsetY: y }: PointerEvent): Point => ({ x, y });
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    setPath([at(event)]);
  };
  const move = (event: PointerEvent): void =>
    setPath((before) => (before.length === 0 ? before : [...before, at(event)]));
  const end = (event: PointerEvent): void => {
    if (path.length === 0) return;
    setPath([]);
    onLine(cornersOf(form, [...path, at(event)]), event.shiftKey);
  };
  const corners = path.length === 0 ? [] : cornersOf(form, path);
  return (
    <div
      class="box-layer"
      aria-hidden="true"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setPath([])}
    >
      <svg class="box-svg" aria-hidden="true">
        {corners.length > 1 && <polygon class="box-rect" points={corners.map(({ x, y }) => `${x},${y}`).join(' ')} />}
      </svg>
    </div>
  );
}

/** A press without a drag is a small box around its place. */
function cornersOf(form: Properties['form'], path: readonly Point[]): readonly Point[] {
  const [from, to] = [path[0] as Point, path.at(-1) as Point];
  if (path.every(({ x, y }) => Math.abs(x - from.x) < dragMin && Math.abs(y - from.y) < dragMin)) {
    return boxOf({ x: from.x - dragMin, y: from.y - dragMin }, { x: from.x + dragMin, y: from.y + dragMin });
  }
  return form === 'lasso' ? path : boxOf(from, to);
}

function boxOf(from: Point, to: Point): readonly Point[] {
  return [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }];
}
