/**
 * Paints a rectangle of the plan onto a canvas, layer by layer: the background, the areas, the floor of the sections,
 * the seats and the row labels. A section is one surface from far away; its seats are dots from nearer, and have labels
 * from near. Keeps only the pictures of looks and the paths of sections between two calls.
 */
import { onPixels, overlap, type Place } from './boxes.ts';
import { cornerShare, Sprites } from './looks.ts';
import type { Box } from './plan.ts';
import type { MapPaint, Scene, SectorLook, UnitLook } from './renderer.ts';
import { shortRowLabel } from './row-ends.ts';
import { answersPixels, SeatStamps, stampsFrom } from './seat-stamps.ts';
import { onPhase } from './stamp.ts';
import { paintUnits, repaintOf } from './unit-painter.ts';

type Context = OffscreenCanvasRenderingContext2D;

/** Distances between seats on the screen, in CSS pixels, from which something is drawn. */
export const seatsFrom = 3.4;
export const rowLabelsFrom = 15;
const seatLabelsFrom = 21;
const rowLabelSizeMin = 9;
const font = 'system-ui, sans-serif';
/** From this half size on, in device pixels, pictures are drawn on whole pixels. */
const sharpFrom = 6;
/** The line around a unit, in CSS pixels. */
const unitLine = 1.6;
/** Painting so many parts of the picture again costs as much as painting all of it. */
export const boxesMax = 48;
/** The largest size of a look. */
const sizeMax = 1.12;
/** A picture on whole pixels is up to half a pixel off its place, and its radius is rounded. */
const sharpSpread = 0.64;

/** What is painted. Only the looks of seats, sectors and units may change later. */
export interface Subject {
  readonly scene: Scene;
  readonly paint: MapPaint;
  readonly looks: Uint8Array;
  readonly sectors: () => readonly SectorLook[];
  readonly units: () => readonly UnitLook[];
  /** Of `floorsOf`. */
  readonly floors: readonly Path2D[];
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /** The size of all letters, from 1. */
  readonly letters: number;
}

export class ScenePainter {
  readonly #of: Subject;
  readonly #sprites: Sprites;
  readonly #stamps = new SeatStamps();

  constructor(subject: Subject) {
    this.#of = subject;
    this.#sprites = new Sprites(subject.paint.looks, subject.ratio);
  }

  /** Everything in the rectangle; nothing outside of it is touched. */
  fill(context: Context, place: Place, box: Box): void {
    const { left, top, scale } = place;
    context.save();
    context.beginPath();
    context.rect((box.x - left) * scale, (box.y - top) * scale, box.width * scale, box.height * scale);
    context.clip();
    context.clearRect((box.x - left) * scale, (box.y - top) * scale, box.width * scale, box.height * scale);
    this.#paintBackdrop(context, place);
    context.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    this.#paintAreas(context, scale);
    this.#paintFloors(context, this.#pitchAt(scale) < seatsFrom, box);
    const { units } = this.#of.scene;
    if (units !== null && this.#pitchAt(scale) >= seatsFrom) {
      paintUnits(context, units, this.#of.units(), box, this.#lineAt(scale));
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (this.#pitchAt(scale) >= seatsFrom) this.#paintSeats(context, place, box);
    if (this.#pitchAt(scale) >= rowLabelsFrom * this.#of.letters) this.#paintRowLabels(context, place, box);
    context.restore();
  }

  /**
   * Paints some seats again over the picture that `fill` has painted. Returns false when everything has to be painted
   * again instead.
   */
  refresh(context: Context, place: Place, seats: readonly number[]): boolean {
    if (this.#pitchAt(place.scale) < seatsFrom) return true;
    const { units } = this.#of.scene;
    if (units === null) {
      this.#repaint(context, place, seats);
      return true;
    }
    const { boxes, others } = repaintOf(this.#of.scene, units, seats, this.#lineAt(place.scale));
    if (boxes.length > boxesMax) return false;
    this.#repaint(context, place, others);
    for (const box of boxes) this.fill(context, place, onPixels(box, place));
    return true;
  }

  /** Seats that no shape of a unit touches. */
  #repaint(context: Context, place: Place, seats: readonly number[]): void {
    const { plan, geometry } = this.#of.scene;
    context.fillStyle = this.#of.paint.colours.floor;
    for (const seat of seats) {
      const radius = (geometry.sectors[plan.sectorOf[seat] as number]?.radius ?? 0) * place.scale;
      const x = ((plan.xs[seat] as number) - place.left) * place.scale;
      const y = ((plan.ys[seat] as number) - place.top) * place.scale;
      erase(context, x, y, radius * sizeMax);
    }
    this.#drawSeats(context, place, seats);
  }

  /** CSS pixels between neighbouring seats. `scale`: device pixels per unit of the plan. */
  #pitchAt(scale: number): number {
    return (this.#of.scene.geometry.pitch * scale) / this.#of.ratio;
  }

  /** The width of the line around a unit, in units of the plan. */
  #lineAt(scale: number): number {
    return (unitLine * this.#of.ratio) / scale;
  }

  #paintBackdrop(context: Context, { left, top, scale }: Place): void {
    const { image, viewBox } = this.#of.scene.backdrop;
    if (image === null) return;
    const { x, y, width, height } = viewBox;
    context.drawImage(image, (x - left) * scale, (y - top) * scale, width * scale, height * scale);
  }

  #paintAreas(context: Context, scale: number): void {
    for (const { sector, path } of this.#of.scene.backdrop.areas) {
      const look = this.#of.sectors()[sector];
      if (look === undefined) continue;
      context.fillStyle = look.fill;
      context.fill(path);
      context.strokeStyle = look.edge;
      context.lineWidth = (1.5 * this.#of.ratio) / scale;
      context.stroke(path);
    }
  }

  #paintFloors(context: Context, isFar: boolean, box: Box): void {
    const { geometry } = this.#of.scene;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    for (const [sector, path] of this.#of.floors.entries()) {
      const shape = geometry.sectors[sector];
      if (shape?.box == null || !overlap(shape.box, box, shape.rowWidth)) continue;
      const look = this.#of.sectors()[sector];
      context.lineWidth = shape.rowWidth;
      context.strokeStyle = isFar && look !== undefined ? look.fill : this.#of.paint.colours.floor;
      context.stroke(path);
    }
  }

  #paintSeats(context: Context, place: Place, box: Box): void {
    const { grid, geometry } = this.#of.scene;
    const reach = geometry.pitch;
    const seats: number[] = [];
    const around = { x: box.x - reach, y: box.y - reach, width: box.width + 2 * reach, height: box.height + 2 * reach };
    grid.within(around, (seat) => seats.push(seat));
    const [x, y] = [(box.x - place.left) * place.scale, (box.y - place.top) * place.scale];
    this.#drawSeats(context, place, seats, { x, y, width: box.width * place.scale, height: box.height * place.scale });
  }

  /** `area`: the part of the canvas that they are in. Absent: they may be anywhere. */
  #drawSeats(context: Context, { left, top, scale }: Place, seats: readonly number[], area?: Box): void {
    const { plan, geometry } = this.#of.scene;
    const rows = geometry.sectors.map(({ radius }) => this.#sprites.ofRadius(radius * scale));
    const pictures: ImageBitmap[] = [];
    const [lefts, tops] = [new Float64Array(seats.length), new Float64Array(seats.length)];
    for (const seat of seats) {
      const sprite = rows[plan.sectorOf[seat] as number]?.(this.#of.looks[seat] as number);
      if (sprite === undefined) continue;
      const half = sprite.width / 2;
      // A picture stays sharp on whole pixels. Small pictures would have uneven distances there.
      const placed = half < sharpFrom ? onPhase : Math.round;
      lefts[pictures.length] = placed(((plan.xs[seat] as number) - left) * scale - half);
      tops[pictures.length] = placed(((plan.ys[seat] as number) - top) * scale - half);
      pictures.push(sprite);
    }
    if (area !== undefined && pictures.length >= stampsFrom && answersPixels())
      this.#stamps.draw(context, area, { pictures, lefts, tops });
    else
      for (const [at, picture] of pictures.entries())
        context.drawImage(picture, lefts[at] as number, tops[at] as number);
    if (this.#pitchAt(scale) >= seatLabelsFrom * this.#of.letters)
      this.#labelSeats(context, { left, top, scale }, seats);
  }

  #labelSeats(context: Context, { left, top, scale }: Place, seats: readonly number[]): void {
    const { plan, geometry } = this.#of.scene;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    let size = 0;
    for (const seat of seats) {
      const look = this.#of.paint.looks[this.#of.looks[seat] as number];
      if (look?.isLabelled !== true || look.mark !== null) continue;
      const radius = (geometry.sectors[plan.sectorOf[seat] as number]?.radius ?? 0) * scale;
      if (size !== radius)
        context.font = `500 ${Math.min(radius * 0.92, 14 * this.#of.ratio * this.#of.letters)}px ${font}`;
      size = radius;
      context.fillStyle = look.ink;
      const x = ((plan.xs[seat] as number) - left) * scale;
      const y = ((plan.ys[seat] as number) - top) * scale;
      context.fillText(plan.names[seat] ?? '', x, y + radius * 0.06, radius * 1.6);
    }
  }

  #paintRowLabels(context: Context, { left, top, scale }: Place, box: Box): void {
    const { plan, geometry } = this.#of.scene;
    context.fillStyle = this.#of.paint.colours.quietInk;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (const [sector, { rows }] of plan.sectors.entries()) {
      const shape = geometry.sectors[sector];
      if (shape?.box == null || !overlap(shape.box, box, 2 * shape.pitch)) continue;
      const unit = this.#of.ratio * this.#of.letters;
      const size = Math.max(rowLabelSizeMin * unit, Math.min(shape.radius * scale * 0.95, 13 * unit));
      context.font = `500 ${size}px ${font}`;
      for (const row of rows) {
        const { seats, label } = plan.rows[row] ?? { seats: [], label: '' };
        const shown = shortRowLabel(label);
        for (const [end, inner] of [
          [seats[0], seats[1]],
          [seats.at(-1), seats.at(-2)],
        ]) {
          const spot = beyond(this.#of.scene, end, inner ?? end, shape.pitch * 0.95);
          // A unit has a name of its own, and its seats need not be in a line.
          if (spot === null || this.#of.scene.units?.of(end as number) !== undefined) continue;
          // Away from the seats, so that a long label covers none.
          const outward = spot[0] - (plan.xs[end as number] as number);
          const isAside = Math.abs(outward) > shape.pitch * 0.3 && [...shown].length > 2;
          context.textAlign = !isAside ? 'center' : outward < 0 ? 'right' : 'left';
          const nearer = isAside ? Math.sign(outward) * shape.pitch * 0.4 : 0;
          context.fillText(
            shown,
            (spot[0] - nearer - left) * scale,
            (spot[1] - top) * scale,
            shape.pitch * scale * 2.5,
          );
        }
      }
    }
  }
}

/** Fills the place of a seat: every pixel that a picture of it may have touched, and no other seat. */
function erase(context: Context, x: number, y: number, reach: number): void {
  if (Math.ceil(reach) + 1 < sharpFrom) {
    context.fillRect(x - reach, y - reach, 2 * reach, 2 * reach);
    return;
  }
  const [left, top] = [Math.floor(x - reach - sharpSpread), Math.floor(y - reach - sharpSpread)];
  const [right, bottom] = [Math.ceil(x + reach + sharpSpread), Math.ceil(y + reach + sharpSpread)];
  // Rounded like the square look: sharp corners would be outside of the floor at the end of a row.
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, reach * cornerShare);
  context.fill();
}

/** The point beyond the end of a row. For a row of one seat: the point to its left. */
function beyond(
  { plan }: Scene,
  end: number | undefined,
  inner: number | undefined,
  away: number,
): [number, number] | null {
  if (end === undefined || inner === undefined) return null;
  const [x, y] = [plan.xs[end] as number, plan.ys[end] as number];
  const [dx, dy] = end === inner ? [-1, 0] : [x - (plan.xs[inner] as number), y - (plan.ys[inner] as number)];
  const length = Math.hypot(dx, dy);
  return length === 0 ? null : [x + (dx / length) * away, y + (dy / length) * away];
}
