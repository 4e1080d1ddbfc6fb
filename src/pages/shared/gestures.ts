/**
 * Turns pointers and the wheel into moves of a camera: a drag pans, the wheel and two fingers zoom. Reports a press,
 * which is without a drag, and a double press as one. Treats mouse, pen and touch alike. Never decides what a press
 * means.
 */
import type { Camera } from './camera.ts';

export interface GestureEvents {
  /** The camera moved, and moves on until `onRest`. */
  onMove(): void;
  onRest(): void;
  /** Pressed and released at one place, in CSS pixels of the element. */
  onPress(x: number, y: number, isCoarse: boolean): void;
  onHover(x: number, y: number): void;
  onLeave(): void;
}

/** A pointer that moves less than this is a press. */
const dragFromPixels = 6;
/** A second press at the same place within this time is the end of a double press. */
const doublePressMs = 350;
/** The wheel has come to rest when it sent nothing for this time. */
const restMs = 140;
const wheelStrength = 0.0016;
const pinchStrength = 0.011;

interface Finger {
  x: number;
  y: number;
  readonly fromX: number;
  readonly fromY: number;
}

export class Gestures {
  readonly #element: HTMLElement;
  readonly #camera: Camera;
  readonly #events: GestureEvents;
  readonly #fingers = new Map<number, Finger>();
  #isDragging = false;
  #lastPress = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY };
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, camera: Camera, events: GestureEvents) {
    this.#element = element;
    this.#camera = camera;
    this.#events = events;
    element.addEventListener('pointerdown', (event) => this.#down(event));
    element.addEventListener('pointermove', (event) => this.#move(event));
    element.addEventListener('pointerup', (event) => this.#up(event, true));
    element.addEventListener('pointercancel', (event) => this.#up(event, false));
    element.addEventListener('pointerleave', () => events.onLeave());
    element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
  }

  #at({ clientX, clientY }: MouseEvent): readonly [number, number] {
    const { left, top } = this.#element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const [x, y] = this.#at(event);
    this.#element.setPointerCapture(event.pointerId);
    if (this.#fingers.size === 0) this.#isDragging = false;
    else this.#isDragging = true;
    this.#fingers.set(event.pointerId, { x, y, fromX: x, fromY: y });
  }

  #move(event: PointerEvent): void {
    const [x, y] = this.#at(event);
    const finger = this.#fingers.get(event.pointerId);
    if (finger === undefined) {
      this.#events.onHover(x, y);
      return;
    }
    const before = this.#grip();
    const [stepX, stepY] = [x - finger.x, y - finger.y];
    finger.x = x;
    finger.y = y;
    if (!this.#isDragging && Math.hypot(x - finger.fromX, y - finger.fromY) < dragFromPixels) return;
    if (!this.#isDragging) this.#events.onLeave();
    this.#isDragging = true;
    if (this.#fingers.size === 1) this.#camera.panBy(stepX, stepY);
    else this.#pinch(before);
    this.#events.onMove();
  }

  #pinch(before: Grip): void {
    const now = this.#grip();
    this.#camera.panBy(now.x - before.x, now.y - before.y);
    if (before.spread > 0) this.#camera.zoomAt(now.x, now.y, now.spread / before.spread);
  }

  /** The middle of the first two fingers and their distance. */
  #grip(): Grip {
    const [one, other] = [...this.#fingers.values()];
    if (one === undefined || other === undefined) return { x: one?.x ?? 0, y: one?.y ?? 0, spread: 0 };
    const spread = Math.hypot(one.x - other.x, one.y - other.y);
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, spread };
  }

  #up(event: PointerEvent, isWhole: boolean): void {
    const finger = this.#fingers.get(event.pointerId);
    this.#fingers.delete(event.pointerId);
    if (finger === undefined || this.#fingers.size > 0) return;
    if (this.#isDragging) this.#events.onRest();
    else if (isWhole) this.#press(finger, event);
    this.#isDragging = false;
  }

  /** Leaves out the second press of a double press: it would undo the first one. */
  #press({ fromX, fromY }: Finger, { timeStamp, pointerType }: PointerEvent): void {
    const { x, y, at } = this.#lastPress;
    this.#lastPress = { x: fromX, y: fromY, at: timeStamp };
    if (timeStamp - at < doublePressMs && Math.hypot(fromX - x, fromY - y) < dragFromPixels) return;
    this.#events.onPress(fromX, fromY, pointerType !== 'mouse');
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const [x, y] = this.#at(event);
    // Browsers report a pinch on a touchpad as a wheel event with the control key. Some wheels count in lines.
    const strength = event.ctrlKey ? pinchStrength : wheelStrength * (event.deltaMode === 1 ? 30 : 1);
    const delta = Math.max(-300, Math.min(300, event.deltaY));
    this.#camera.zoomAt(x, y, Math.exp(-delta * strength));
    this.#events.onMove();
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#events.onRest(), restMs);
  }
}

interface Grip {
  readonly x: number;
  readonly y: number;
  readonly spread: number;
}
