/** A flight of the camera to another view: a short animation that slows down at its end. Moves the camera, draws nothing. */
import type { Camera, View } from './camera.ts';

const flightMs = 320;

export class Flight {
  readonly #camera: Camera;
  #path: { readonly from: View; readonly to: View; readonly begunAt: number } | null = null;

  constructor(camera: Camera) {
    this.#camera = camera;
  }

  get isOn(): boolean {
    return this.#path !== null;
  }

  begin(to: View): void {
    this.#path = { from: this.#camera.view, to, begunAt: performance.now() };
  }

  /** Stays where the camera is now. */
  stop(): void {
    this.#path = null;
  }

  /** Resizes the camera. A flight to the whole plan ends with the whole plan. */
  resize(width: number, height: number): void {
    const { x, y, scale } = this.#camera.whole;
    const to = this.#path?.to;
    const isToWhole = to !== undefined && to.x === x && to.y === y && to.scale === scale;
    this.#camera.resize(width, height);
    if (isToWhole) this.begin(this.#camera.whole);
  }

  /** Moves the camera to where it is at this time. */
  goOn(now: number): void {
    if (this.#path === null) return;
    const { from, to, begunAt } = this.#path;
    const part = Math.min(1, Math.max(0, (now - begunAt) / flightMs));
    const eased = 1 - (1 - part) ** 3;
    // The scale grows by equal ratios, so that the motion looks even.
    const scale = from.scale * (to.scale / from.scale) ** eased;
    const across = from.scale === to.scale ? eased : (1 / scale - 1 / from.scale) / (1 / to.scale - 1 / from.scale);
    this.#camera.move({ x: from.x + (to.x - from.x) * across, y: from.y + (to.y - from.y) * across, scale });
    if (part === 1) this.#path = null;
  }
}
