/**
 * Draws the texts of the background, such as that of the stage, over a map: at their own size, but not smaller than can be
 * read. Leaves out a text that has no room.
 */
import type { Camera } from './camera.ts';
import type { Scene } from './renderer.ts';
import type { MapColours } from './theme.ts';
import { coversSeats } from './title-places.ts';
import { titleFont } from './title-text.ts';

/** Texts of the background are drawn from this size on, and grow up to the largest one. */
const decorationSize = { shown: 8, max: 30 } as const;
/** A text that its shape has no room for stands below it, unless it is so many times wider than the shape. */
const belowMax = 2.4;

/** In CSS pixels; the context is scaled to them. `size`: of all letters, from 1. */
export function drawDecorations(
  context: CanvasRenderingContext2D,
  camera: Camera,
  scene: Scene,
  colours: MapColours,
  size: number,
): void {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const { scale } = camera.view;
  for (const { text, x, y, fontSize, angle, ink, solid } of scene.backdrop.texts) {
    const wanted = Math.min(Math.max(fontSize * scale, 11 * size), decorationSize.max * size);
    context.font = `600 ${wanted}px ${titleFont}`;
    const { width } = context.measureText(text);
    const room = solid === null ? Number.POSITIVE_INFINITY : solid.width * scale * 0.9;
    const drawn = solid === null ? Math.min(wanted, fontSize * scale * 1.6) : wanted * Math.min(1, room / width);
    if (drawn >= decorationSize.shown * size) {
      write(context, text, camera.toScreen(x, y), angle, drawn, ink ?? colours.quietInk);
    } else if (solid !== null && angle === 0 && wanted <= solid.width * scale && width <= room * belowMax) {
      const [half, height] = [width / 2 / scale, (wanted * 1.3) / scale];
      const below = { x: x - half, y: solid.y + solid.height, width: 2 * half, height };
      const middle = camera.toScreen(x, below.y + height / 2);
      if (!coversSeats(scene, below, scene.geometry.pitch / 2))
        write(context, text, middle, 0, wanted, colours.quietInk);
    }
  }
}

function write(
  context: CanvasRenderingContext2D,
  text: string,
  [left, top]: readonly [number, number],
  angle: number,
  size: number,
  ink: string,
): void {
  context.save();
  context.translate(left, top);
  context.rotate((angle * Math.PI) / 180);
  context.font = `600 ${size}px ${titleFont}`;
  context.fillStyle = ink;
  context.fillText(text, 0, 0.5);
  context.restore();
}
