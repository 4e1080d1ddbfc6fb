/**
 * How a seat looks: a fill, an edge, a shape and a mark, so that no state is shown by colour alone. Draws each look
 * once for each size; a seat on the map is a copy of that picture. Knows nothing of the meaning of a look.
 */

export type Mark = 'tick' | 'cross' | 'wheelchair' | 'lock';

export interface Look {
  readonly fill: string;
  /** Colour of the line around the seat; null: none. */
  readonly edge: string | null;
  /** Colour of the mark and of the seat's label. */
  readonly ink: string;
  readonly shape: 'round' | 'square';
  /** Drawn instead of the label, where seats are large enough. */
  readonly mark: Mark | null;
  /** Relative to the radius of a seat. */
  readonly size: number;
  readonly isLabelled: boolean;
}

/** Radius of the corners of a square, relative to half of its side. */
export const cornerShare = 0.35;
/** The smallest radius, in CSS pixels, at which a mark can be recognized. */
const markRadiusMin = 3.5;
/** Radii are rounded to this part of a device pixel, so that there are few pictures to keep. */
const radiusStep = 0.25;

/** Pictures of the looks for one radius, by the number of the look. */
export type SpriteRow = (look: number) => ImageBitmap;

export class Sprites {
  readonly #looks: readonly Look[];
  readonly #ratio: number;
  readonly #rows = new Map<number, (ImageBitmap | undefined)[]>();

  /** `ratio`: device pixels per CSS pixel. */
  constructor(looks: readonly Look[], ratio: number) {
    this.#looks = looks;
    this.#ratio = ratio;
  }

  /** `radius` of a seat, in device pixels. Every picture has its seat in the middle. */
  ofRadius(radius: number): SpriteRow {
    const rounded = Math.max(radiusStep * 2, Math.round(radius / radiusStep) * radiusStep);
    const row = this.#rows.get(rounded) ?? [];
    this.#rows.set(rounded, row);
    return (look) => {
      const kept = row[look];
      if (kept !== undefined) return kept;
      const drawn = drawSprite(this.#looks[look] ?? (this.#looks[0] as Look), rounded, this.#ratio);
      row[look] = drawn;
      return drawn;
    };
  }
}

/** A bitmap, which a canvas copies twice as fast as another canvas. */
function drawSprite(look: Look, seatRadius: number, ratio: number): ImageBitmap {
  const radius = seatRadius * look.size;
  const half = Math.ceil(radius) + 1;
  const canvas = new OffscreenCanvas(2 * half, 2 * half);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.translate(half, half);
  const line = look.edge === null ? 0 : Math.min(Math.max(radius * 0.16, 0.75), 2 * ratio);
  context.beginPath();
  if (look.shape === 'square') context.roundRect(-radius, -radius, 2 * radius, 2 * radius, radius * cornerShare);
  else context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fillStyle = look.fill;
  context.fill();
  if (look.edge !== null) {
    context.save();
    context.clip();
    context.lineWidth = line * 2;
    context.strokeStyle = look.edge;
    context.stroke();
    context.restore();
  }
  if (look.mark !== null && seatRadius >= markRadiusMin * ratio) drawMark(context, look.mark, radius, look.ink);
  return canvas.transferToImageBitmap();
}

function drawMark(context: OffscreenCanvasRenderingContext2D, mark: Mark, radius: number, ink: string): void {
  context.strokeStyle = ink;
  context.fillStyle = ink;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.lineWidth = Math.max(radius * 0.17, 1);
  const r = radius;
  context.beginPath();
  if (mark === 'tick') {
    context.lineWidth = Math.max(radius * 0.22, 1);
    context.moveTo(-0.42 * r, 0.02 * r);
    context.lineTo(-0.1 * r, 0.34 * r);
    context.lineTo(0.45 * r, -0.32 * r);
  } else if (mark === 'cross') {
    context.moveTo(-0.36 * r, -0.36 * r);
    context.lineTo(0.36 * r, 0.36 * r);
    context.moveTo(0.36 * r, -0.36 * r);
    context.lineTo(-0.36 * r, 0.36 * r);
  } else if (mark === 'lock') {
    context.rect(-0.36 * r, -0.06 * r, 0.72 * r, 0.5 * r);
    context.fill();
    context.beginPath();
    context.arc(0, -0.06 * r, 0.24 * r, Math.PI, 0);
  } else {
    context.arc(0.02 * r, -0.55 * r, 0.1 * r, 0, 2 * Math.PI);
    context.fill();
    context.beginPath();
    context.moveTo(0, -0.34 * r);
    context.lineTo(0, 0.1 * r);
    context.lineTo(0.36 * r, 0.1 * r);
    context.lineTo(0.5 * r, 0.52 * r);
    context.moveTo(-0.14 * r, -0.12 * r);
    context.arc(-0.04 * r, 0.24 * r, 0.37 * r, -1.9, 0.9, true);
  }
  context.stroke();
}
