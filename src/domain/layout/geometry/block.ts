/**
 * The generated rows of one section, in coordinates of their own: the front row first, rows centred on each other,
 * straight or curved around a point in front of them. Promises that neighbours in a row are one seat pitch apart and
 * that no two seats are closer than that.
 */
import { type Point, type Rectangle, radians, rowPitch, seatPitch } from './rectangle.ts';

/** Maximum arc of a section's rows, in degrees. */
export const curveMax = 180;
/** The smallest radius of a row: in a tighter curve the seats would be too close together. */
const radiusMin = 3 * seatPitch;

/** A row of a block: its position among the rows of its section (0 is the front row) and its number of seats. */
export interface BlockRow {
  readonly position: number;
  readonly seatCount: number;
}

export class Block {
  /** Bounding box of the middles of all seats. */
  readonly box: Rectangle;
  /** Radius of the front row; infinite for straight rows. */
  readonly #radius: number;

  /** `curve`: degrees of the longest arc, from 0 to `curveMax`. */
  constructor(rows: readonly BlockRow[], curve: number) {
    this.#radius = curve === 0 ? Infinity : radiusOf(rows, radians(curve));
    this.box = this.#boxOf(rows);
  }

  /** Position of a seat, relative to the middle of the front row; y points away from the stage. */
  seat({ position, seatCount }: BlockRow, seat: number): Point {
    const place = seat - (seatCount - 1) / 2;
    if (this.#radius === Infinity) return { x: place * seatPitch, y: position * rowPitch };
    const radius = this.#radius + position * rowPitch;
    const angle = place * angleBetweenSeats(radius);
    return { x: radius * Math.sin(angle), y: radius * Math.cos(angle) - this.#radius };
  }

  /** The ends of a curved row are its widest points and the ones nearest to the stage; its middle is the farthest. */
  #boxOf(rows: readonly BlockRow[]): Rectangle {
    let [side, top, bottom] = [0, Infinity, -Infinity];
    for (const row of rows) {
      const end = this.seat(row, row.seatCount - 1);
      side = Math.max(side, end.x);
      top = Math.min(top, end.y);
      bottom = Math.max(bottom, row.position * rowPitch);
    }
    return { x: -side, y: top, width: 2 * side, height: bottom - top };
  }
}

function angleBetweenSeats(radius: number): number {
  return 2 * Math.asin(seatPitch / 2 / radius);
}

/** The smallest radius of the front row at which no row spans more than the angle. */
function radiusOf(rows: readonly BlockRow[], angle: number): number {
  let radius = radiusMin;
  for (const { position, seatCount } of rows) {
    if (seatCount < 2) continue;
    const own = seatPitch / 2 / Math.sin(angle / (seatCount - 1) / 2);
    radius = Math.max(radius, own - position * rowPitch);
  }
  return radius;
}
