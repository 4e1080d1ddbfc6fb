/**
 * Draws many seats at once. A browser notes down each copy of a small picture by itself, which takes longer than making the
 * copy. Here the pixels of the pictures are put together in memory, a band of the canvas at a time, and each band is copied
 * whole.
 */
import type { Box } from './plan.ts';
import { phases, press, type Stamp } from './stamp.ts';

/** So many seats take as long one by one. */
export const stampsFrom = 500;
/** Of a band, in pixels: more would take memory, and fewer would visit each seat more often. */
const bandHeight = 256;

/** Pictures, and their corners on the canvas: whole pixels, or parts of them that are phases. */
export interface PlacedPictures {
  readonly pictures: readonly ImageBitmap[];
  readonly lefts: Float64Array;
  readonly tops: Float64Array;
}

export class SeatStamps {
  readonly #kept = new Map<ImageBitmap, readonly Stamp[]>();

  /** `area`: the part of the canvas that is drawn on, in pixels. */
  draw(context: OffscreenCanvasRenderingContext2D, area: Box, { pictures, lefts, tops }: PlacedPictures): void {
    const [left, top] = [Math.floor(area.x), Math.floor(area.y)];
    const width = Math.ceil(area.x + area.width) - left;
    const bottom = Math.ceil(area.y + area.height);
    const height = Math.min(bandHeight, bottom - top);
    if (width <= 0 || height <= 0) return;
    const image = new ImageData(width, height);
    const band = { width, height, bytes: image.data, pixels: new Uint32Array(image.data.buffer) };
    const layer = canvasOf(width, height);
    for (let from = top; from < bottom; from += height) {
      if (from > top) band.pixels.fill(0);
      for (let at = 0; at < pictures.length; at++) {
        const y = tops[at] as number;
        const picture = pictures[at] as ImageBitmap;
        if (y >= from + height || y + picture.height + 1 <= from) continue;
        const [x, line] = [Math.floor(lefts[at] as number), Math.floor(y)];
        const phase = ((y - line) * phases + ((lefts[at] as number) - x)) * phases;
        press(band, this.#stampsOf(picture)[phase] as Stamp, x - left, line - from);
      }
      layer.putImageData(image, 0, 0);
      context.drawImage(layer.canvas, left, from);
    }
  }

  /** By the phase downwards, and in it by the phase to the right. */
  #stampsOf(picture: ImageBitmap): readonly Stamp[] {
    const kept = this.#kept.get(picture);
    if (kept !== undefined) return kept;
    const size = picture.width + 1;
    const context = canvasOf(size * phases, size * phases);
    for (let phase = 0; phase < phases * phases; phase++) {
      const [column, line] = [phase % phases, Math.floor(phase / phases)];
      context.drawImage(picture, column * (size + 1 / phases), line * (size + 1 / phases));
    }
    const made = Array.from({ length: phases * phases }, (_, phase) => {
      const corner = [(phase % phases) * size, Math.floor(phase / phases) * size] as const;
      const { data } = context.getImageData(...corner, size, size);
      return { size, pixels: new Uint32Array(data.buffer), bytes: data };
    });
    this.#kept.set(picture, made);
    return made;
  }
}

/** Colours of squares, which are read back. */
const proof = ['#123456', '#ff0000', '#00ff80', '#fedcba'];
let isHonest: boolean | null = null;

/** Some browsers answer other pixels than were drawn, so that nobody recognizes them by how they draw. */
export function answersPixels(): boolean {
  isHonest ??= proof.every((colour, at) => {
    const context = canvasOf(8, 8);
    context.fillStyle = colour;
    context.fillRect(0, at, 8, 1);
    const wanted = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
    const { data } = context.getImageData(0, 0, 8, 8);
    return data.every((part, place) => {
      const isIn = Math.floor(place / 32) === at;
      return part === (isIn ? (wanted[place % 4] ?? 255) : 0);
    });
  });
  return isHonest;
}

/** In the computer's memory, where its pixels are written and read. */
function canvasOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const canvas = new OffscreenCanvas(width, height);
  return canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
}
