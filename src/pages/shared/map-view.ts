/**
 * A map in an element of a page: camera, gestures, keyboard and frames. Reports the target that was pressed, pointed at
 * or focused; the page decides what that means and how seats look. Draws only when something has changed.
 */
import { Camera, type View } from './camera.ts';
import { CanvasRenderer } from './canvas-renderer.ts';
import { Flight } from './flight.ts';
import { Gestures } from './gestures.ts';
import { MapKeys } from './map-keys.ts';
import type { Box, Plan, PlanUnit } from './plan.ts';
import type { MapPaint, Renderer, Scene, SectorLook, Target, UnitLook } from './renderer.ts';
import { Scenery } from './scenery.ts';
import { nearPitch, Sights } from './sights.ts';
import { isSame, seatsOfUnit, Targets, targetOf } from './targets.ts';

export interface MapEvents {
  /** A press or the Enter key. `isCoarse`: a finger or a pen. */
  onPick(target: Target, isCoarse: boolean): void;
  /** Whether a press picks what is too small to be told apart; otherwise it goes nearer. */
  picksFromAfar?(): boolean;
  /** A press beside all targets. */
  onMiss?(): void;
  /** What is under the pointer, and where, in CSS pixels of the element. */
  onHover(target: Target | null, x: number, y: number): void;
  /** What the keyboard has reached. */
  onFocus(target: Target | null): void;
}

/** Distances between seats on the screen from which a mouse and a finger pick a seat; below them a press zooms in. */
const pickFromFine = 9;
const pickFromCoarse = 15;
const ratioMax = 2;

export class MapView {
  readonly camera = new Camera();
  readonly #element: HTMLElement;
  readonly #events: MapEvents;
  readonly #renderer: Renderer;
  readonly #keys: MapKeys;
  readonly #targets = new Targets();
  readonly #sights = new Sights(this.camera, this.#targets);
  readonly #flight = new Flight(this.camera);
  readonly #scenery = new Scenery((scene, looks, boxes) => this.#show(scene, looks, boxes));
  #scene: Scene | null = null;
  #hovered: Target | null = null;
  #marked: Target | null = null;
  #isMoving = false;
  #isShown = false;
  #frame = 0;

  /** The element must have a position and a size; it gets the focus and a canvas. */
  constructor(element: HTMLElement, events: MapEvents) {
    this.#element = element;
    this.#events = events;
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    element.tabIndex = 0;
    element.prepend(canvas);
    this.#renderer = new CanvasRenderer(canvas);
    new Gestures(element, this.camera, {
      onMove: () => this.#moved(),
      onRest: () => this.#rest(),
      onPress: (x, y, isCoarse) => this.#press(x, y, isCoarse),
      onHover: (x, y) => this.#hover(x, y),
      onLeave: () => this.#setHovered(null, 0, 0),
    });
    this.#keys = new MapKeys(element, {
      onFocus: (target) => this.#focusChanged(target),
      onPick: (target) => events.onPick(target, false),
      zoomBy: (factor) => this.zoomBy(factor),
      showAll: () => this.showAll(),
    });
    new ResizeObserver(() => this.#resize()).observe(element);
    // After the browser's graphics process has crashed, all pictures are blank: a resize paints them again.
    canvas.addEventListener('contextrestored', () => this.#resize());
    this.#resize();
  }

  /**
   * Shows a plan: the first one whole, another one with the view as it is. Sectors that are the same objects as in the plan
   * before are neither measured nor painted again. `looks`: of every seat, by its place in the plan. The array is kept, so call
   * `changed` after writing to it, and for other looks in such sectors. `units`: what is taken as a whole.
   */
  load(plan: Plan, looks: Uint8Array, isDark: boolean, units: readonly PlanUnit[] = []): Promise<void> {
    return this.#scenery.load(plan, looks, isDark, units);
  }

  /** Draws the background of the plan in another theme. */
  repaintBackdrop(isDark: boolean): Promise<void> {
    return this.#scenery.repaintBackdrop(isDark);
  }

  paint(paint: MapPaint): void {
    this.#renderer.paint(paint);
    this.refresh();
  }

  setSectors(sectors: readonly SectorLook[]): void {
    this.#renderer.setSectors(sectors);
    this.refresh();
  }

  /** Drawn with the next change of their seats. */
  setUnits(units: readonly UnitLook[]): void {
    this.#renderer.setUnits(units);
  }

  changed(seats: readonly number[]): void {
    this.#renderer.changed(seats);
    this.refresh();
  }

  /** Draws in the next frame. */
  refresh(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  zoomBy(factor: number): void {
    this.fly(this.camera.zoomed(this.camera.width / 2, this.camera.height / 2, factor));
  }

  showAll(): void {
    this.fly(this.camera.whole);
  }

  /** Brings seats into sight, unless all of them are in sight already and large enough to be told apart. */
  reveal(seats: readonly number[]): void {
    const isNear = this.camera.pitchOnScreen >= pickFromFine;
    if (!isNear || !seats.every((seat) => this.isInSight({ kind: 'seat', seat }))) this.showSeats(seats);
  }

  isInSight(target: Target): boolean {
    return this.#sights.has(target);
  }

  /** What a press on a seat means. */
  targetOf(seat: number): Target {
    return targetOf(this.#scene ?? { units: null }, seat);
  }

  /** Brings a target into sight. */
  show(target: Target): void {
    const box = this.#targets.boxOf(target);
    if (target.kind === 'seat') this.showSeats([target.seat]);
    else if (target.kind === 'unit') this.showSeats(seatsOfUnit(this.#scene ?? { units: null }, target.unit));
    else if (box !== null) this.fly(this.camera.fitting(box, nearPitch));
  }

  /** The keyboard goes on from this target. */
  remember(target: Target): void {
    this.#keys.remember(target);
  }

  /** Keeps a frame around a target; null takes it away. */
  mark(target: Target | null): void {
    this.#marked = target;
    this.refresh();
  }

  /** Moves the view up when a seat is within so many CSS pixels of its lower edge. */
  raise(seat: number, pixels: number): void {
    const view = this.#sights.raised({ kind: 'seat', seat }, pixels);
    if (view !== null) this.fly(view);
  }

  /** Brings seats into sight, large enough to be told apart. */
  showSeats(seats: readonly number[]): void {
    const view = this.#sights.of(seats);
    if (view !== null) this.fly(view);
  }

  /** Moves to a view; without an animation for people who have asked their system for less motion. */
  fly(to: View): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.camera.move(to);
      this.refresh();
      return;
    }
    this.#flight.begin(to);
    this.#isMoving = true;
    this.refresh();
  }

  /** `boxes`: around everything that differs from what is shown; null: all of it may. */
  #show(scene: Scene, looks: Uint8Array, boxes: readonly Box[] | null): void {
    const isFirst = this.#scene === null;
    this.#scene = scene;
    this.#keys.load(scene);
    this.#targets.load(scene);
    this.#renderer.load(scene, looks, boxes);
    this.camera[isFirst ? 'load' : 'bound'](scene.geometry.extent, scene.geometry.pitch);
    this.refresh();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#element;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#renderer.resize(clientWidth, clientHeight, Math.min(devicePixelRatio, ratioMax));
    this.#flight.resize(clientWidth, clientHeight);
    // A new size clears the canvas to black, and this runs after the callbacks of the frame: the next one is too late.
    this.#draw(performance.now());
  }

  #draw(now: number): void {
    this.#frame = 0;
    if (this.#flight.isOn) {
      this.#flight.goOn(now);
      this.#isMoving = this.#flight.isOn;
    }
    const isFinal = this.#renderer.draw(
      this.camera,
      { hovered: this.#hovered ?? this.#marked, focused: this.#keys.focused },
      this.#isMoving,
    );
    if (isFinal && this.#scene !== null) this.#markShown();
    if (this.#flight.isOn || (!isFinal && !this.#isMoving)) this.refresh();
  }

  /**
   * Marks the first picture for tools that measure how long a person waits for it. The frame after this one begins when
   * the picture is on the screen.
   */
  #markShown(): void {
    if (this.#isShown) return;
    this.#isShown = true;
    requestAnimationFrame(() => performance.mark('usher-map-shown'));
  }

  #moved(): void {
    this.#flight.stop();
    this.#isMoving = true;
    this.#setHovered(null, 0, 0);
    this.refresh();
  }

  #focusChanged(target: Target | null): void {
    if (target !== null && 'seat' in target) {
      const isClear = this.#sights.hasClearly(target) && this.camera.pitchOnScreen >= pickFromCoarse;
      if (!isClear) this.showSeats([target.seat]);
    }
    this.refresh();
    this.#events.onFocus(target);
  }

  #rest(): void {
    this.#isMoving = false;
    this.refresh();
  }

  #press(x: number, y: number, isCoarse: boolean): void {
    const target = this.targetAt(x, y);
    const isFar = this.camera.pitchOnScreen < (isCoarse ? pickFromCoarse : pickFromFine);
    if (target === null) {
      this.#events.onMiss?.();
      return;
    }
    if (target.kind !== 'area' && isFar && this.#events.picksFromAfar?.() !== true) {
      // The pointer is over something else after the flight.
      this.#setHovered(null, 0, 0);
      this.fly(this.camera.zoomed(x, y, nearPitch / this.camera.pitchOnScreen));
      return;
    }
    this.#keys.leave();
    this.#keys.remember(target);
    this.#events.onPick(target, isCoarse);
  }

  #hover(x: number, y: number): void {
    this.#setHovered(this.targetAt(x, y), x, y);
  }

  #setHovered(target: Target | null, x: number, y: number): void {
    this.#events.onHover(target, x, y);
    if (isSame(target, this.#hovered)) return;
    this.#hovered = target;
    this.#element.classList.toggle('is-over-target', target !== null);
    this.refresh();
  }

  /** The seat nearest to a point of the plan, at most so many CSS pixels away. */
  seatNear(x: number, y: number, pixels: number): number | null {
    return this.#scene?.grid.nearest(x, y, pixels / this.camera.view.scale) ?? null;
  }

  /** What a press there would pick, in CSS pixels of the element. */
  targetAt(screenX: number, screenY: number): Target | null {
    const [x, y] = this.camera.toPlan(screenX, screenY);
    return this.#targets.at(x, y, this.camera.pitchOnScreen < pickFromFine, this.camera.view.scale);
  }
}
