/** Finds the target at a point of the plan, and the place of a target on it. Never draws. */
import type { Box } from './plan.ts';
import type { Scene, Target } from './renderer.ts';

/** Seats that are shown come with so many neighbours on each side. */
const neighbours = 5;

export class Targets {
  readonly #context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
  #scene: Scene | null = null;

  load(scene: Scene): void {
    this.#scene = scene;
  }

  /** `isFar`: seats are too small to be picked. `scale`: CSS pixels per unit of the plan. */
  at(x: number, y: number, isFar: boolean, scale: number): Target | null {
    if (this.#scene === null) return null;
    const { grid, geometry, plan, backdrop } = this.#scene;
    const reach = isFar ? geometry.pitch * 1.5 : Math.max(geometry.pitch * 0.62, 10 / scale);
    const seat = grid.nearest(x, y, reach);
    if (seat !== null)
      return isFar ? { kind: 'section', sector: plan.sectorOf[seat] as number } : targetOf(this.#scene, seat);
    const unit = isFar ? undefined : this.#scene.units?.at(x, y);
    if (unit !== undefined && unit !== -1) return targetOf(this.#scene, seatsOfUnit(this.#scene, unit)[0] as number);
    const area = backdrop.areas.find(({ path }) => this.#context.isPointInPath(path, x, y));
    return area === undefined ? null : { kind: 'area', sector: area.sector };
  }

  /** A box around seats, with some of their neighbours; null without a seat. */
  boxAround(seats: readonly number[]): Box | null {
    if (this.#scene === null || seats.length === 0) return null;
    const { plan, geometry } = this.#scene;
    const xs = seats.map((seat) => plan.xs[seat] as number);
    const ys = seats.map((seat) => plan.ys[seat] as number);
    const [left, top, around] = [Math.min(...xs), Math.min(...ys), neighbours * geometry.pitch];
    return {
      x: left - around,
      y: top - around,
      width: Math.max(...xs) - left + 2 * around,
      height: Math.max(...ys) - top + 2 * around,
    };
  }

  /** In coordinates of the plan. Null: the plan has no such place. */
  boxOf(target: Target): Box | null {
    if (this.#scene === null) return null;
    const { plan, geometry, backdrop } = this.#scene;
    if (target.kind === 'seat' || target.kind === 'unit') {
      return { x: plan.xs[target.seat] as number, y: plan.ys[target.seat] as number, width: 0, height: 0 };
    }
    const area = backdrop.areas.find(({ sector }) => sector === target.sector);
    return area?.box ?? geometry.sectors[target.sector]?.box ?? null;
  }
}

/** The target of a press on a seat: the seat, or the unit that it is taken with. */
export function targetOf({ units }: Pick<Scene, 'units'>, seat: number): Target {
  const unit = units?.of(seat);
  return unit === undefined ? { kind: 'seat', seat } : { kind: 'unit', unit, seat };
}

/** None when the plan has other units by now. */
export function seatsOfUnit({ units }: Pick<Scene, 'units'>, unit: number): readonly number[] {
  return units?.list[unit]?.seats ?? [];
}

/** The number of a target among those of its kind. */
function numberOf(target: Target): number {
  if (target.kind === 'seat') return target.seat;
  return target.kind === 'unit' ? target.unit : target.sector;
}

export function isSame(one: Target | null, other: Target | null): boolean {
  if (one === null || other === null) return one === other;
  return one.kind === other.kind && numberOf(one) === numberOf(other);
}
