/** Upright rectangles on the plan and the measures that generated geometry is made of. All lengths are layout units. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rectangle extends Point {
  readonly width: number;
  readonly height: number;
}

/** Distance between neighbours in a row: the width of a seat and its share of the gap. */
export const seatPitch = 25;
/** Distance between two rows: a little more than between seats, so that rows are recognizable. */
export const rowPitch = 30;
/** From the middle of an outer seat to the edge of its section. */
export const sectionMargin = 15;
/** Distance between sections and between tiers. Row labels are drawn in it. */
export const aisle = 70;

/** Beyond this a quarter is finer than a number can represent, or the value is not finite. */
const roundedMax = 1e12;

/**
 * Rounds to a quarter of a unit, which is not visible on a seat of 25. Quarters are exact in binary: coordinate
 * differences in a large map are short texts and add up without an error.
 */
export function rounded(value: number): number {
  return Math.abs(value) < roundedMax ? Math.round(value * 4) / 4 : value;
}

export function areApart(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x + one.width <= other.x ||
    other.x + other.width <= one.x ||
    one.y + one.height <= other.y ||
    other.y + other.height <= one.y
  );
}

/** The bounding box of all rectangles that were added. */
export class EndpointDeps {
  #left = Infinity;
  #top = Infinity;
  #right = -Infinity;
  #bottom = -Infinity;

  add({ x, y, width, height }: Rectangle): void {
    this.#left = Math.min(this.#left, x);
    this.#top = Math.min(this.#top, y);
    this.#right = Math.max(this.#right, x + width);
    this.#bottom = Math.max(this.#bottom, y + height);
  }

  /** Null when nothing was added. */
  get box(): Rectangle | null {
    if (this.#left > this.#right) return null;
    return { x: this.#left, y: this.#top, width: this.#right - this.#left, height: this.#bottom - this.#top };
  }
}

/** The bounding box of the rectangles; null without any. */
export function around(rectangles: Iterable<Rectangle>): Rectangle | null {
  const all = new EndpointDeps();
  for (const rectangle of rectangles) all.add(rectangle);
  return all.box;
}

/** The upright bounding box of a rectangle that is rotated about its middle. */
export function turned({ x, y, width, height }: Rectangle, degrees: number): Rectangle {
  const [sine, cosine] = [Math.abs(Math.sin(radians(degrees))), Math.abs(Math.cos(radians(degrees)))];
  const [wide, high] = [width * cosine + height * sine, width * sine + height * cosine];
  return { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high };
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
