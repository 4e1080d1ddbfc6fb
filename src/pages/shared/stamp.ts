/** Pictures as pixels in memory, which are pressed onto a part of a canvas. A seat's picture is one of them. Pure. */

/** Pictures stand at this part of a pixel. */
export const phases = 4;

/** The pixels of a picture that stands at a part of a pixel. */
export interface Stamp {
  readonly size: number;
  readonly pixels: Uint32Array;
  /** The same memory: red, green, blue and opacity of each pixel. */
  readonly bytes: Uint8ClampedArray;
}

/** Pixels of a part of the canvas. Those that are 0 are clear. */
export interface Band {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
  readonly bytes: Uint8ClampedArray;
}

/** The nearest place at which a picture can stand. */
export function onPhase(place: number): number {
  return Math.round(place * phases) / phases;
}

/** Draws a stamp with its corner at a pixel of the band, as far as it is in the band. */
export function press(band: Band, { size, pixels, bytes }: Stamp, x: number, y: number): void {
  const [fromX, toX] = [Math.max(0, -x), Math.min(size, band.width - x)];
  const [fromY, toY] = [Math.max(0, -y), Math.min(size, band.height - y)];
  for (let line = fromY; line < toY; line++) {
    const target = (y + line) * band.width + x;
    for (let column = fromX; column < toX; column++) {
      const pixel = pixels[line * size + column] as number;
      if (pixel === 0) continue;
      if (band.pixels[target + column] === 0) band.pixels[target + column] = pixel;
      else mix(band.bytes, 4 * (target + column), bytes, 4 * (line * size + column));
    }
  }
}

/** One pixel over another one. */
function mix(under: Uint8ClampedArray, at: number, over: Uint8ClampedArray, from: number): void {
  const [own, below] = [(over[from + 3] as number) / 255, (under[at + 3] as number) / 255];
  const rest = below * (1 - own);
  for (let part = 0; part < 3; part++) {
    const sum = (over[from + part] as number) * own + (under[at + part] as number) * rest;
    under[at + part] = sum / (own + rest);
  }
  under[at + 3] = (own + rest) * 255;
}
