/**
 * Draws a map with the browser's canvas, without a library (docs/decisions/map-rendering.md): copies a kept picture of
 * the seats, and draws the names of sections and the highlights over it in every frame.
 */
import type { Camera } from './camera.ts';
import { type Floors, floorsOf } from './floors.ts';
import type { Box } from './plan.ts';
import type { Highlights, MapPaint, Renderer, Scene, SectorLook, Target, UnitLook } from './renderer.ts';
import { drawRowEdges } from './row-edges.ts';
import { boxesMax, ScenePainter } from './scene-painter.ts';
import { SeatRaster } from './seat-raster.ts';
import { seatsOfUnit } from './targets.ts';
import { lettersIn } from './title-words.ts';
import { Titles } from './titles.ts';

/** From so many changed seats on, painting the whole picture is cheaper than painting the seats one by one. */
const refreshMax = 4_000;

export class CanvasRenderer implements Renderer {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #raster = new SeatRaster();
  #ratio = 1;
  /** The size of all letters, from 1. */
  #letters = 1;
  #scene: Scene | null = null;
  #paint: MapPaint | null = null;
  #looks: Uint8Array = new Uint8Array(0);
  #sectors: readonly SectorLook[] = [];
  #units: readonly UnitLook[] = [];
  #floors: Floors | null = null;
  #painter: ScenePainter | null = null;
  readonly #titles = new Titles();

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
    // A canvas without an alpha channel is black until something is drawn.
    canvas.style.visibility = 'hidden';
  }

  resize(width: number, height: number, ratio: number): void {
    this.#ratio = ratio;
    this.#letters = lettersIn(width, height);
    this.#canvas.width = Math.max(1, Math.round(width * ratio));
    this.#canvas.height = Math.max(1, Math.round(height * ratio));
    this.#raster.resize(Math.max(width, 1), Math.max(height, 1), ratio);
    this.#painter = null;
  }

  load(scene: Scene, looks: Uint8Array, boxes: readonly Box[] | null): void {
    this.#scene = scene;
    this.#looks = looks;
    this.#titles.load(scene);
    this.#floors = floorsOf(scene, this.#floors);
    const isPainted = this.#painter !== null && boxes !== null && boxes.length <= boxesMax;
    this.#painter = isPainted ? this.#painterOf(scene, this.#paint as MapPaint) : null;
    if (this.#painter !== null) for (const box of boxes ?? []) this.#raster.repaint(this.#painter, box);
  }

  paint(paint: MapPaint): void {
    this.#paint = paint;
    this.#painter = null;
  }

  setSectors(sectors: readonly SectorLook[]): void {
    // A sector of the next scene is not painted yet.
    const painted = this.#scene?.plan.sectors.length ?? 0;
    const isSame = ({ fill, edge }: SectorLook, at: number) =>
      at >= painted || (fill === this.#sectors[at]?.fill && edge === this.#sectors[at]?.edge);
    if (!sectors.every(isSame)) this.#raster.drop();
    this.#sectors = sectors;
    this.#titles.setSectors(sectors);
  }

  setUnits(units: readonly UnitLook[]): void {
    this.#units = units;
  }

  changed(seats: readonly number[]): void {
    if (this.#painter === null) return;
    if (seats.length > refreshMax) this.#raster.drop();
    else this.#raster.refresh(this.#painter, seats);
  }

  draw(camera: Camera, highlights: Highlights, isMoving: boolean): boolean {
    const [scene, paint] = [this.#scene, this.#paint];
    if (scene === null || paint === null || this.#looks.length < scene.plan.seatCount) return true;
    if (this.#painter === null) {
      this.#painter = this.#painterOf(scene, paint);
      this.#raster.drop();
    }
    this.#canvas.style.visibility = '';
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    this.#context.fillStyle = paint.colours.paper;
    this.#context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    const isFinal = this.#raster.draw(this.#context, camera, this.#painter, isMoving);
    this.#context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
    drawRowEdges(this.#context, camera, scene, paint.colours, this.#letters);
    this.#titles.draw(this.#context, camera, paint.colours);
    this.#mark(camera, scene, paint, highlights);
    return isFinal;
  }

  #painterOf(scene: Scene, paint: MapPaint): ScenePainter {
    return new ScenePainter({
      ...{ scene, paint, looks: this.#looks, floors: this.#floors?.paths ?? [] },
      sectors: () => this.#sectors,
      units: () => this.#units,
      ratio: this.#ratio,
      letters: this.#letters,
    });
  }

  #mark(camera: Camera, scene: Scene, { colours }: MapPaint, { hovered, focused }: Highlights): void {
    if (hovered !== null) this.#outline(camera, scene, hovered, [[2, colours.ink]]);
    if (focused === null) return;
    this.#outline(camera, scene, focused, [
      [7, colours.focusGap],
      [3.5, colours.focus],
    ]);
  }

  /** Lines of these widths and colours around a target, the first one below. */
  #outline(camera: Camera, scene: Scene, target: Target, lines: readonly (readonly [number, string])[]): void {
    const context = this.#context;
    for (const [width, colour] of lines) {
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.beginPath();
      if (target.kind === 'seat' || target.kind === 'unit') {
        this.#circle(camera, scene, target.kind === 'seat' ? [target.seat] : seatsOfUnit(scene, target.unit));
        context.stroke();
        continue;
      }
      const shapes = scene.backdrop.areas.filter(({ sector }) => sector === target.sector);
      const box = scene.geometry.sectors[target.sector]?.box;
      context.save();
      const [x, y] = camera.toScreen(0, 0);
      const { scale } = camera.view;
      context.transform(scale, 0, 0, scale, x, y);
      context.lineWidth = width / scale;
      if (box != null) context.roundRect(box.x, box.y, box.width, box.height, 8 / scale);
      context.stroke();
      for (const { path } of shapes) context.stroke(path);
      context.restore();
    }
  }

  /** Adds a circle around each seat to the path. */
  #circle(camera: Camera, { plan, geometry }: Scene, seats: readonly number[]): void {
    for (const seat of seats) {
      const [x, y] = camera.toScreen(plan.xs[seat] as number, plan.ys[seat] as number);
      const radius = (geometry.sectors[plan.sectorOf[seat] as number]?.radius ?? 0) * camera.view.scale;
      const around = Math.max(radius, 4) + 2.5;
      this.#context.moveTo(x + around, y);
      this.#context.arc(x, y, around, 0, 2 * Math.PI);
    }
  }
}
