/**
 * A picture of the plan around the view, kept between frames. Panning copies its pixels and paints only the strips that
 * come into sight. While the scale changes, a picture that is slow to paint is stretched, and painted again when the
 * view rests. Has at most `pixelsMax` pixels, of four bytes each.
 */
import { onPixels, overlap, type Place } from './boxes.ts';
import type { Camera } from './camera.ts';
import type { Box } from './plan.ts';
import type { ScenePainter } from './scene-painter.ts';

/** Space around the view on each side, relative to its size. `pixelsMax` may leave less. */
const marginWanted = 0.35;
const marginMin = 0.06;
const pixelsMax = 12_000_000;
/** A picture that takes longer to paint is stretched while the scale changes. */
const slowMs = 9;

export class SeatRaster {
  readonly #canvas = new OffscreenCanvas(1, 1);
  readonly #context = this.#canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  #place: Place = { left: 0, top: 0, scale: 1 };
  #isValid = false;
  #paintedInMs = 0;
  #ratio = 1;

  /** Has the whole picture painted again before the next frame. */
  drop(): void {
    this.#isValid = false;
  }

  resize(width: number, height: number, ratio: number): void {
    this.#ratio = ratio;
    const fits = Math.sqrt(pixelsMax / (width * height * ratio * ratio));
    const times = 1 + 2 * Math.max(marginMin, Math.min(marginWanted, (fits - 1) / 2));
    this.#canvas.width = Math.ceil(width * ratio * times);
    this.#canvas.height = Math.ceil(height * ratio * times);
    this.#isValid = false;
  }

  /** Paints the seats whose look has changed. */
  refresh(painter: ScenePainter, seats: readonly number[]): void {
    if (this.#isValid && !painter.refresh(this.#context, this.#place, seats)) this.drop();
  }

  /** Paints what is in a rectangle of the plan. */
  repaint(painter: ScenePainter, box: Box): void {
    const { left, top, scale } = this.#place;
    const picture = { x: left, y: top, width: this.#canvas.width / scale, height: this.#canvas.height / scale };
    if (this.#isValid && overlap(picture, box, 0)) painter.fill(this.#context, this.#place, onPixels(box, this.#place));
  }

  /** Draws the view. Returns false when the picture was stretched. */
  draw(target: CanvasRenderingContext2D, camera: Camera, painter: ScenePainter, isMoving: boolean): boolean {
    const scale = camera.view.scale * this.#ratio;
    const isScaled = this.#isValid && Math.abs(scale / this.#place.scale - 1) > 1e-6;
    const isStretched = isScaled && isMoving && this.#paintedInMs > slowMs && this.#covers(camera, 0.75);
    if (!this.#isValid || (isScaled && !isStretched)) this.#paintAll(camera, painter, scale);
    else if (!isStretched && !this.#covers(camera, 1)) this.#shift(camera, painter);
    this.#copy(target, camera);
    return !isStretched;
  }

  #copy(target: CanvasRenderingContext2D, camera: Camera): void {
    const { left, top, scale } = this.#place;
    const times = (camera.view.scale * this.#ratio) / scale;
    const [x, y] = camera.toScreen(left, top);
    const { width, height } = this.#canvas;
    const isExact = Math.abs(times - 1) < 1e-6;
    target.imageSmoothingEnabled = !isExact;
    const [atX, atY] = [x * this.#ratio, y * this.#ratio];
    if (isExact) target.drawImage(this.#canvas, Math.round(atX), Math.round(atY));
    else target.drawImage(this.#canvas, atX, atY, width * times, height * times);
  }

  /** Whether the picture covers this part of the view, in both directions. */
  #covers(camera: Camera, part: number): boolean {
    const seen = seenBy(camera);
    const { left, top, scale } = this.#place;
    const spare = (1 - part) / 2;
    const [right, bottom] = [left + this.#canvas.width / scale, top + this.#canvas.height / scale];
    return (
      seen.x + seen.width * spare >= left &&
      seen.y + seen.height * spare >= top &&
      seen.x + seen.width * (1 - spare) <= right &&
      seen.y + seen.height * (1 - spare) <= bottom
    );
  }

  #paintAll(camera: Camera, painter: ScenePainter, scale: number): void {
    const begun = performance.now();
    this.#place = this.#centred(camera, scale);
    this.#isValid = true;
    this.#paint(painter, 0, 0, this.#canvas.width, this.#canvas.height);
    this.#paintedInMs = performance.now() - begun;
  }

  /** Moves the picture under the view, and paints what was not on it. */
  #shift(camera: Camera, painter: ScenePainter): void {
    const { scale } = this.#place;
    const wanted = this.#centred(camera, scale);
    const dx = Math.round((this.#place.left - wanted.left) * scale);
    const dy = Math.round((this.#place.top - wanted.top) * scale);
    const { width, height } = this.#canvas;
    if (Math.abs(dx) >= width || Math.abs(dy) >= height) {
      this.#paintAll(camera, painter, scale);
      return;
    }
    this.#place = { left: this.#place.left - dx / scale, top: this.#place.top - dy / scale, scale };
    this.#context.globalCompositeOperation = 'copy';
    this.#context.drawImage(this.#canvas, dx, dy);
    this.#context.globalCompositeOperation = 'source-over';
    if (dx > 0) this.#paint(painter, 0, 0, dx, height);
    if (dx < 0) this.#paint(painter, width + dx, 0, -dx, height);
    if (dy > 0) this.#paint(painter, 0, 0, width, dy);
    if (dy < 0) this.#paint(painter, 0, height + dy, width, -dy);
  }

  #centred(camera: Camera, scale: number): Place {
    const { x, y } = camera.view;
    return { left: x - this.#canvas.width / scale / 2, top: y - this.#canvas.height / scale / 2, scale };
  }

  /** A rectangle in pixels of the picture. */
  #paint(painter: ScenePainter, x: number, y: number, width: number, height: number): void {
    const { left, top, scale } = this.#place;
    const box = { x: left + x / scale, y: top + y / scale, width: width / scale, height: height / scale };
    painter.fill(this.#context, this.#place, box);
  }
}

function seenBy(camera: Camera): Box {
  const [x, y] = camera.toPlan(0, 0);
  const { scale } = camera.view;
  return { x, y, width: camera.width / scale, height: camera.height / scale };
}
