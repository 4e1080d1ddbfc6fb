/**
 * A layer over the map on which the pointer draws a box. Has no keys: with the keyboard, seats are selected on the map.
 */
import { element } from './element.ts';

export interface ScreenBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const svgNamespace = 'http://www.w3.org/2000/svg';
/** A shorter drag is a press. */
const dragMin = 4;

export class BoxLayer {
  readonly content: HTMLElement;
  readonly #rect = document.createElementNS(svgNamespace, 'rect');
  #start: readonly [number, number] | null = null;

  /** `onBox`: a box was drawn, in CSS pixels of the layer. `isAdded`: its seats are added to the selection. */
  constructor(onBox: (box: ScreenBox, isAdded: boolean) => void) {
    const svg = document.createElementNS(svgNamespace, 'svg');
    svg.setAttribute('class', 'box-svg');
    this.#rect.setAttribute('class', 'box-rect');
    svg.append(this.#rect);
    this.content = element('div', { class: 'box-layer', 'aria-hidden': 'true', hidden: true }, svg);
    const { content } = this;
    content.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      content.setPointerCapture(event.pointerId);
      this.#start = [event.offsetX, event.offsetY];
    });
    content.addEventListener('pointermove', (event) => {
      if (this.#start !== null) this.#draw(boxOf(this.#start, [event.offsetX, event.offsetY]));
    });
    content.addEventListener('pointerup', (event) => {
      if (this.#start === null) return;
      const box = boxOf(this.#start, [event.offsetX, event.offsetY]);
      this.#clear();
      onBox(widened(box), event.shiftKey);
    });
    content.addEventListener('pointercancel', () => this.#clear());
  }

  #draw({ left, top, right, bottom }: ScreenBox): void {
    const numbers = { x: left, y: top, width: right - left, height: bottom - top };
    for (const [name, value] of Object.entries(numbers)) this.#rect.setAttribute(name, String(value));
  }

  #clear(): void {
    this.#start = null;
    this.#draw({ left: 0, top: 0, right: 0, bottom: 0 });
  }
}

function boxOf([x, y]: readonly [number, number], [otherX, otherY]: readonly [number, number]): ScreenBox {
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
