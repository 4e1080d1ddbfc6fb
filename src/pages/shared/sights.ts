/** The part of a plan that is in sight, and the views that bring something into sight. Never moves the camera. */
import type { Camera, View } from './camera.ts';
import type { Target } from './renderer.ts';
import type { Targets } from './targets.ts';

/** The distance between seats on the screen when something was brought into sight. */
export const nearPitch = 30;
/** The part of the view along its edges in which a seat is not clearly in sight. */
const edgeShare = 0.14;

export class Sights {
  readonly #camera: Camera;
  readonly #targets: Targets;

  constructor(camera: Camera, targets: Targets) {
    this.#camera = camera;
    this.#targets = targets;
  }

  /** Whether the middle of a target is on the screen. */
  has(target: Target): boolean {
    const [x, y] = this.#placeOf(target);
    return x >= 0 && y >= 0 && x <= this.#camera.width && y <= this.#camera.height;
  }

  /** Whether a target is on the screen, and not at its edge. */
  hasClearly(target: Target): boolean {
    const [x, y] = this.#placeOf(target);
    const { width, height } = this.#camera;
    const edge = Math.min(width, height) * edgeShare;
    return x > edge && y > edge && x < width - edge && y < height - edge;
  }

  /** A view of seats, large enough to be told apart; null: of no seat. */
  of(seats: readonly number[]): View | null {
    const box = this.#targets.boxAround(seats);
    if (box === null) return null;
    const { x, y, scale } = this.#camera.fitting(box, nearPitch);
    // A little above the middle: messages are shown below.
    return { x, y: y + (this.#camera.height * 0.12) / scale, scale };
  }

  /** The view in which a target is so many CSS pixels above the lower edge; null: it is in this one. */
  raised(target: Target, pixels: number): View | null {
    const below = this.#placeOf(target)[1] - (this.#camera.height - pixels);
    const { x, y, scale } = this.#camera.view;
    return below > 0 ? { x, y: y + below / scale, scale } : null;
  }

  /** In CSS pixels. Without a place: beside the screen. */
  #placeOf(target: Target): readonly [number, number] {
    const box = this.#targets.boxOf(target);
    return box === null ? [-1, -1] : this.#camera.toScreen(box.x + box.width / 2, box.y + box.height / 2);
  }
}
