/**
 * A layer over the map on which the pointer draws a box. Has no keys: with the keyboard, seats are selected on the map.
 */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

export interface ScreenBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

type Corner = readonly [x: number, y: number];

interface Properties {
  /** A box was drawn, in CSS pixels of the layer. `isAdded`: its seats are added to the selection. */
  readonly onBox: (box: ScreenBox, isAdded: boolean) => void;
}

/** A shorter drag is a press. */
const dragMin = 4;

export function BoxLayer({ onBox }: Properties): ComponentChild {
  const [drag, setDrag] = useState<readonly [from: Corner, to: Corner] | null>(null);
  const cornerOf = ({ offsetX, offsetY }: PointerEvent): Corner => [offsetX, offsetY];
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    setDrag([cornerOf(event), cornerOf(event)]);
  };
  const move = (event: PointerEvent): void => {
    setDrag((drawn) => drawn && [drawn[0], cornerOf(event)]);
  };
  const end = (event: PointerEvent): void => {
    if (drag === null) return;
    setDrag(null);
    onBox(widened(boxOf(drag[0], cornerOf(event))), event.shiftKey);
  };
  const box = drag === null ? null : boxOf(...drag);
  return (
    <div
      class="box-layer"
      aria-hidden="true"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
    >
      <svg class="box-svg" aria-hidden="true">
        {box !== null && (
          <rect class="box-rect" x={box.left} y={box.top} width={box.right - box.left} height={box.bottom - box.top} />
        )}
      </svg>
    </div>
  );
}

function boxOf([x, y]: Corner, [otherX, otherY]: Corner): ScreenBox {
  return {
    left: Math.min(x, otherX),
    top: Math.min(y, otherY),
    right: Math.max(x, otherX),
    bottom: Math.max(y, otherY),
  };
}

/** A press without a drag becomes a small box around its place. */
function widened(box: ScreenBox): ScreenBox {
  const { left, top, right, bottom } = box;
  if (right - left >= dragMin || bottom - top >= dragMin) return box;
  return { left: left - dragMin, top: top - dragMin, right: right + dragMin, bottom: bottom + dragMin };
}
