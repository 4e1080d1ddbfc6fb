/** Upright rectangles on the plan and the measures that generated geometry is made of. All lengths are layout units. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rectangle extends Point {
  readonly width: number;
  readonly height: number;
}

/** Distance between neighbours in a row: the width of a seat with its share of the gap. */
export const seatPitch = 25;
/** Distance between a row and the next one: a little more than between seats, so that rows read as rows. */
export const rowPitch = 30;
/** From the middle of an outer seat to the edge of its section. */
export const sectionMargin = 15;
/** Between sections and between tiers. Row labels stand in it. */
export const aisle = 70;

/** Farther out a quarter is below what a number can tell apart, or not a number any more. */
const roundedMax = 1e12;

/**
 * To a quarter of a unit, which nobody sees in a seat of 25. Quarters are exact in binary: the differences of a large map
 * are short texts that add up without a remainder.
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

/** The smallest rectangle around everything that has been put into it. */
export class Surroundings {
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

  /** Null without anything. */
  get box(): Rectangle | null {
    if (this.#left > this.#right) return null;
    return { x: this.#left, y: this.#top, width: this.#right - this.#left, height: this.#bottom - this.#top };
  }
}

/** The smallest rectangle around all of them; null without any. */
export function around(rectangles: Iterable<Rectangle>): Rectangle | null {
  const all = new Surroundings();
  for (const rectangle of rectangles) all.add(rectangle);
  return all.box;
}

/** The upright rectangle around one that is turned about its middle. */
export function turned({ x, y, width, height }: Rectangle, degrees: number): Rectangle {
  const [sine, cosine] = [Math.abs(Math.sin(radians(degrees))), Math.abs(Math.cos(radians(degrees)))];
  const [wide, high] = [width * cosine + height * sine, width * sine + height * cosine];
  return { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high };
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
