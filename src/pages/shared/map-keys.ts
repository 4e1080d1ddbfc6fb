/**
 * The keyboard on a map: arrow keys go from seat to seat, page keys from section to section, Enter and space pick, and
 * plus, minus and 0 zoom. Owns the target that has the focus. Draws and announces nothing.
 */
import type { Scene, Target } from './renderer.ts';
import { type Direction, firstSeat, sectorStep, stepFrom, stepOut } from './steps.ts';
import { seatsOfUnit, targetOf } from './targets.ts';

export interface KeyEvents {
  onFocus(target: Target | null): void;
  onPick(target: Target): void;
  zoomBy(factor: number): void;
  showAll(): void;
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const zoomStep = 1.6;

export class MapKeys {
  readonly #element: HTMLElement;
  readonly #events: KeyEvents;
  #scene: Scene | null = null;
  #focused: Target | null = null;
  /** The last target of the keyboard or a pointer: the keyboard goes on from there. */
  #last: Target | null = null;

  constructor(element: HTMLElement, events: KeyEvents) {
    this.#element = element;
    this.#events = events;
    element.addEventListener('keydown', (event) => this.#key(event));
    element.addEventListener('focus', () => this.#enter());
    element.addEventListener('blur', () => this.leave());
  }

  get focused(): Target | null {
    return this.#focused;
  }

  /** Forgets its targets when the plan is another one: the same place would be another seat. */
  load(scene: Scene): void {
    if (scene.plan !== this.#scene?.plan || scene.units !== this.#scene.units) {
      this.#last = null;
      this.leave();
    }
    this.#scene = scene;
  }

  /** A pointer has pressed this target. */
  remember(target: Target): void {
    this.#last = target;
  }

  leave(): void {
    if (this.#focused === null) return;
    this.#focused = null;
    this.#events.onFocus(null);
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    const direction = arrows[key];
    if (direction !== undefined) this.#step(direction);
    else if (key === 'PageDown' || key === 'PageUp') this.#stepSector(key === 'PageDown' ? 1 : -1);
    else if (key === '+' || key === '=') this.#events.zoomBy(zoomStep);
    else if (key === '-') this.#events.zoomBy(1 / zoomStep);
    else if (key === '0' || key === 'Home') this.#events.showAll();
    else if (key === 'Enter' || key === ' ') this.#pick(event.repeat);
    else return;
    event.preventDefault();
  }

  /** A key that is held down picks once: its repetitions would take and give back the seat in turns. */
  #pick(isRepetition: boolean): void {
    if (this.#focused !== null && !isRepetition) this.#events.onPick(this.#focused);
  }

  /** Marks a target when the focus came from the keyboard, not when it came with a pointer. */
  #enter(): void {
    if (this.#scene === null || !this.#element.matches(':focus-visible')) return;
    if (this.#last !== null) this.#focus(this.#last);
    else this.#stepSector(1);
  }

  #step(direction: Direction): void {
    if (this.#scene === null) return;
    if (this.#focused === null && this.#last !== null) {
      this.#focus(this.#last);
      return;
    }
    const from = this.#focused;
    if (from === null || !('seat' in from)) {
      this.#stepSector(direction === 'left' || direction === 'up' ? -1 : 1);
      return;
    }
    const seat =
      from.kind === 'unit'
        ? stepOut(this.#scene, seatsOfUnit(this.#scene, from.unit), from.seat, direction)
        : stepFrom(this.#scene, from.seat, direction);
    if (seat !== null) this.#focus(targetOf(this.#scene, seat));
  }

  #stepSector(by: 1 | -1): void {
    if (this.#scene === null) return;
    const { plan } = this.#scene;
    const here = this.#focused ?? this.#last;
    const from = here === null ? -1 : 'seat' in here ? (plan.sectorOf[here.seat] ?? -1) : here.sector;
    const sector = sectorStep(plan, from, by);
    const seat = firstSeat(plan, sector);
    this.#focus(seat === null ? { kind: 'area', sector } : targetOf(this.#scene, seat));
  }

  #focus(target: Target): void {
    this.#focused = target;
    this.#last = target;
    this.#events.onFocus(target);
  }
}
