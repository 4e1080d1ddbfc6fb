/**
 * Draws the names of units on a map: in the middle of their seats, as on a table, or above them where that covers no
 * seat. Leaves out a name that has no room, and all of them where units are too many to be read.
 */
import { overlap } from './boxes.ts';
import type { Camera } from './camera.ts';
import type { Box } from './plan.ts';
import type { Scene } from './renderer.ts';
import type { MapColours } from './theme.ts';
import { coversSeats } from './title-places.ts';
import { smallSize, textOf, titleFontOf } from './title-text.ts';
import { shortTitles } from './title-words.ts';
import type { UnitShape } from './unit-shapes.ts';

/** Distance between seats on the screen, in CSS pixels, from which names are drawn. */
const namesFrom = 10;
/** More names than these at once would be a wall of words. */
const namesMax = 200;
/** Between a name and the shape below it, in CSS pixels. */
const gap = 1;
/** The part of the room between the seats of a unit that a name may take. */
const roomShare = 0.9;

interface Name {
  readonly text: string;
  /** The middle, in coordinates of the plan. */
  readonly x: number;
  readonly y: number;
  readonly isInside: boolean;
}

export class UnitNames {
  #scene: Scene | null = null;
  #shorts: readonly string[] = [];
  #scale = 0;
  /** By unit, for the present scale. Null: there is no room. */
  readonly #names = new Map<number, Name | null>();

  load(scene: Scene): void {
    this.#scene = scene;
    this.#shorts = shortTitles(scene.units?.list.map(({ name }) => name) ?? []);
    this.#names.clear();
  }

  /** In CSS pixels; the context is scaled to them. `size`: of all letters, from 1; `taken`: frames of other titles. */
  draw(context: CanvasRenderingContext2D, camera: Camera, colours: MapColours, size: number, taken: Box[]): void {
    const scene = this.#scene;
    if (scene?.units == null || camera.pitchOnScreen < namesFrom * size) return;
    if (camera.view.scale !== this.#scale) this.#names.clear();
    this.#scale = camera.view.scale;
    const seen = unitsIn(scene.units.list, camera);
    if (seen.length > namesMax) return;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    for (const [unit, shape] of seen) {
      const kept = this.#names.get(unit);
      const name = kept === undefined ? this.#find(context, camera, scene, unit, shape, size, taken) : kept;
      this.#names.set(unit, name);
      if (name === null) continue;
      const [x, y] = camera.toScreen(name.x, name.y);
      context.font = titleFontOf(0, false, size * smallSize);
      context.lineWidth = 4 * size;
      context.strokeStyle = colours.paper;
      if (!name.isInside) context.strokeText(name.text, x, y + 0.5);
      context.fillStyle = colours.ink;
      context.fillText(name.text, x, y + 0.5);
    }
  }

  #find(
    context: CanvasRenderingContext2D,
    { view: { scale } }: Camera,
    scene: Scene,
    unit: number,
    { name, middle, box }: UnitShape,
    size: number,
    taken: Box[],
  ): Name | null {
    const { geometry, backdrop } = scene;
    const room = (middle.room - geometry.pitch / 2) * scale * roomShare;
    for (const text of new Set([name, this.#shorts[unit] ?? name])) {
      const { width, height } = textOf(context, [text], false, size * smallSize);
      if (Math.hypot(width, height) / 2 <= room) return { text, x: middle.x, y: middle.y, isInside: true };
      // Always above: beside two units a name could be that of either.
      const frame = {
        x: middle.x - width / 2 / scale,
        y: box.y - (height + gap) / scale,
        width: width / scale,
        height: height / scale,
      };
      const isFree = [...taken, ...backdrop.solids].every((other) => !overlap(frame, other, 0));
      if (!isFree || coversSeats(scene, frame, geometry.pitch / 2)) continue;
      taken.push(frame);
      return { text, x: middle.x, y: frame.y + frame.height / 2, isInside: false };
    }
    return null;
  }
}

/** The units in sight. */
function unitsIn(list: readonly UnitShape[], camera: Camera): (readonly [unit: number, shape: UnitShape])[] {
  const [left, top] = camera.toPlan(0, 0);
  const [right, bottom] = camera.toPlan(camera.width, camera.height);
  const view = { x: left, y: top, width: right - left, height: bottom - top };
  return [...list.entries()].filter(([, { box }]) => overlap(box, view, 0));
}
