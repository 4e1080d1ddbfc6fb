/**
 * The part of the plan that is on the screen: the point in the middle of the view, and the scale. Converts between
 * coordinates of the plan and of the screen, and keeps the plan in sight. Never draws.
 */
import type { Box } from './plan.ts';

export interface View {
  /** The point of the plan in the middle of the view. */
  readonly x: number;
  readonly y: number;
  /** CSS pixels per unit of the plan. */
  readonly scale: number;
}

/** Largest distance between neighbouring seats on the screen, in CSS pixels. */
const pitchMax = 56;
/** The smallest scale, relative to the one at which the whole plan fits. */
const belowFit = 0.75;
const fitMargin = 28;

export class Camera {
  #view: View = { x: 0, y: 0, scale: 1 };
  #width = 1;
  #height = 1;
  #extent: Box = { x: 0, y: 0, width: 1, height: 1 };
  #pitch = 24;

  get view(): View {
    return this.#view;
  }

  get width(): number {
    return this.#width;
  }

  get height(): number {
    return this.#height;
  }

  /** Distance between neighbouring seats on the screen, in CSS pixels. */
  get pitchOnScreen(): number {
    return this.#pitch * this.#view.scale;
  }

  load(extent: Box, pitch: number): void {
    this.#extent = extent;
    this.#pitch = pitch;
    this.#view = this.fitting(extent);
  }

  /** Another plan, such as one with more seats: the view stays where it is. */
  bound(extent: Box, pitch: number): void {
    this.#extent = extent;
    this.#pitch = pitch;
    this.move(this.#view);
  }

  /** Size of the view in CSS pixels. The middle stays where it is. */
  resize(width: number, height: number): void {
    const wasWhole = this.isWhole;
    this.#width = Math.max(width, 1);
    this.#height = Math.max(height, 1);
    this.move(wasWhole ? this.fitting(this.#extent) : this.#view);
  }

  /** Whether the whole plan is shown as large as possible. */
  get isWhole(): boolean {
    return Math.abs(this.#view.scale / this.fitting(this.#extent).scale - 1) < 0.01;
  }

  /** The view that shows a part of the plan as large as possible, but seats never larger than `pitch` pixels apart. */
  fitting({ x, y, width, height }: Box, pitch = pitchMax): View {
    const margin = Math.min(fitMargin, this.#width * 0.06);
    const scale = Math.min(
      (this.#width - 2 * margin) / Math.max(width, 1e-6),
      (this.#height - 2 * margin) / Math.max(height, 1e-6),
      pitch / this.#pitch,
    );
    return { x: x + width / 2, y: y + height / 2, scale: Math.max(scale, 1e-9) };
  }

  get whole(): View {
    return this.fitting(this.#extent);
  }

  /** Goes to a view, or to the nearest one that keeps the plan in sight. */
  move({ x, y, scale }: View): void {
    const bounded = Math.min(Math.max(scale, this.#scaleMin), this.#scaleMax);
    const [halfWidth, halfHeight] = [this.#width / 2 / bounded, this.#height / 2 / bounded];
    const { x: left, y: top, width, height } = this.#extent;
    this.#view = {
      x: within(x, left, left + width, halfWidth),
      y: within(y, top, top + height, halfHeight),
      scale: bounded,
    };
  }

  panBy(dx: number, dy: number): void {
    const { x, y, scale } = this.#view;
    this.move({ x: x - dx / scale, y: y - dy / scale, scale });
  }

  /** Zooms about a point of the screen, which stays over the same point of the plan. */
  zoomAt(screenX: number, screenY: number, factor: number): void {
    this.move(this.zoomed(screenX, screenY, factor));
  }

  zoomed(screenX: number, screenY: number, factor: number): View {
    const [x, y] = this.toPlan(screenX, screenY);
    const scale = Math.min(Math.max(this.#view.scale * factor, this.#scaleMin), this.#scaleMax);
    return { x: x - (screenX - this.#width / 2) / scale, y: y - (screenY - this.#height / 2) / scale, scale };
  }

  toScreen(x: number, y: number): readonly [number, number] {
    const { x: middleX, y: middleY, scale } = this.#view;
    return [(x - middleX) * scale + this.#width / 2, (y - middleY) * scale + this.#height / 2];
  }

  toPlan(screenX: number, screenY: number): readonly [number, number] {
    const { x, y, scale } = this.#view;
    return [x + (screenX - this.#width / 2) / scale, y + (screenY - this.#height / 2) / scale];
  }

  get #scaleMin(): number {
    return this.fitting(this.#extent).scale * belowFit;
  }

  get #scaleMax(): number {
    return Math.max(pitchMax / this.#pitch, this.#scaleMin);
  }
}

/** The middle of a view along one axis. A plan that fits is centred; any other leaves little of the view empty. */
function within(value: number, from: number, to: number, half: number): number {
  if (to - from <= 2 * half) return (from + to) / 2;
  const empty = half * 0.6;
  return Math.min(Math.max(value, from + half - empty), to - half + empty);
}
