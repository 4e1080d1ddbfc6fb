/**
 * Makes the scenes that a map shows of the plans that it is given: measures what differs from the plan before, and reads the
 * background when it is another one. Shows only the last plan that was wanted, in whatever order backgrounds are ready.
 */
import { readBackdrop } from './backdrop.ts';
import { changedBoxes, measuredHall } from './hall.ts';
import type { Box, Plan, PlanUnit } from './plan.ts';
import type { Scene } from './renderer.ts';
import { changedUnits } from './unit-painter.ts';
import { UnitShapes } from './unit-shapes.ts';

/** `boxes`: around everything that differs from the scene before; null: all of it may. */
type OnScene = (scene: Scene, looks: Uint8Array, boxes: readonly Box[] | null) => void;

export class Scenery {
  readonly #onScene: OnScene;
  #wanted: { readonly hall: Omit<Scene, 'backdrop'>; readonly looks: Uint8Array } | null = null;
  #shown: Scene | null = null;
  /** The theme of the backdrop that is shown. */
  #isDark = false;
  /** Counts what was wanted. */
  #last = 0;

  constructor(onScene: OnScene) {
    this.#onScene = onScene;
  }

  async load(plan: Plan, looks: Uint8Array, isDark: boolean, units: readonly PlanUnit[]): Promise<void> {
    const before = this.#wanted?.hall ?? null;
    const measured = measuredHall(plan, before);
    const hall = { ...measured, units: units.length === 0 ? null : new UnitShapes(measured, units) };
    this.#wanted = { hall, looks };
    const shown = this.#shown;
    if (shown?.plan.background !== plan.background || isDark !== this.#isDark) return this.repaintBackdrop(isDark);
    this.#last++;
    // Another plan may have waited for its background, and looks may have changed meanwhile.
    const isNext = before?.plan === shown.plan && plan !== shown.plan;
    const boxes = isNext ? changedBoxes(hall, shown) : null;
    // A unit may reach from one sector to another.
    const ofUnits = boxes === null ? [] : changedUnits(hall.units?.list ?? [], shown.units?.list ?? [], boxes);
    this.#show({ ...hall, backdrop: shown.backdrop }, looks, boxes === null ? null : [...boxes, ...ofUnits]);
  }

  async repaintBackdrop(isDark: boolean): Promise<void> {
    if (this.#wanted === null) return;
    const { hall, looks } = this.#wanted;
    const number = ++this.#last;
    const backdrop = await readBackdrop(hall.plan, isDark);
    if (number !== this.#last) return;
    this.#isDark = isDark;
    this.#show({ ...hall, backdrop }, looks, null);
  }

  #show(scene: Scene, looks: Uint8Array, boxes: readonly Box[] | null): void {
    this.#shown = scene;
    this.#onScene(scene, looks, boxes);
  }
}
