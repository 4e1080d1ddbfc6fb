/** The bounding box of everything added to it: axis-parallel and never infinite. */
const farthest = 1e8;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export class Extent {
  #left = Number.POSITIVE_INFINITY;
  #top = Number.POSITIVE_INFINITY;
  #right = Number.NEGATIVE_INFINITY;
  #bottom = Number.NEGATIVE_INFINITY;

  addPoint(x: number, y: number): void {
    const [nearX, nearY] = [clamped(x), clamped(y)];
    if (nearX < this.#left) this.#left = nearX;
    if (nearX > this.#right) this.#right = nearX;
    if (nearY < this.#top) this.#top = nearY;
    if (nearY > this.#bottom) this.#bottom = nearY;
  }

  addBox({ x, y, width, height }: Box): void {
    this.addPoint(x, y);
    this.addPoint(x + width, y + height);
  }

  /** A point at the origin when nothing was added. */
  get box(): Box {
    if (this.#left > this.#right) return { x: 0, y: 0, width: 0, height: 0 };
    return { x: this.#left, y: this.#top, width: this.#right - this.#left, height: this.#bottom - this.#top };
  }
}

function clamped(value: number): number {
  return Math.max(-farthest, Math.min(farthest, value));
}

/** The bounding box of a box that is turned about its centre. */
export function turned({ x, y, width, height }: Box, degrees: number): Box {
  const angle = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  const [wide, high] = [width * cosine + height * sine, width * sine + height * cosine];
  return { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high };
}
