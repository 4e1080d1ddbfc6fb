/**
 * The picture of a drawing, and of what is selected in it. Shows; changes nothing. Drawing and selection come as they are
 * now; only what differs is painted again.
 */
import { type MapEvents, MapView } from '../../shared/map-view.ts';
import type { Plan } from '../../shared/plan.ts';
import type { MapPaint, Target } from '../../shared/renderer.ts';
import { inkOn, mapColours, prefersDark, seriesColour } from '../../shared/theme.ts';
import type { Point } from '../polygon.ts';
import { seatPlace } from '../seat-places.ts';
import type { Drawing, Seat } from './drawing.ts';
import { type DrawnPlan, drawnPlan } from './drawn-plan.ts';
import { middleOf, type Selection } from './place.ts';
import { text } from './texts.ts';

/** Looks of seats: ordinary, with a wheelchair, hidden; the same again when selected. */
const looksPerKind = 3;
/** A press picks a seat up to so many CSS pixels away. */
const reach = 12;

export class EditorMap {
  readonly #view: MapView;
  #drawing: Drawing | null = null;
  #drawn: DrawnPlan | null = null;
  #selection: Selection = new Set();
  #looks = new Uint8Array(0);
  /** The seat that the keyboard has reached last, and where it was. */
  #reached: (Point & { readonly guid: string }) | null = null;

  constructor(surface: HTMLElement, events: MapEvents) {
    this.#view = new MapView(surface, {
      ...events,
      onFocus: (target) => {
        if (target !== null && 'seat' in target) this.#reach(target.seat);
        events.onFocus(target);
      },
    });
  }

  /** The guid of a seat, or of the first outline of an area. */
  guidOf(target: Target): string | null {
    if (target.kind === 'seat' || target.kind === 'unit') return this.#drawn?.seatGuids[target.seat] ?? null;
    const section = this.#drawn?.sectionGuids[target.sector];
    const shapes = [...(this.#drawing?.shapes.values() ?? [])];
    return shapes.find((shape) => shape.section === section)?.guid ?? null;
  }

  /** A seat with its row and section, or an area. */
  nameOf(target: Target): string {
    const plan = this.#drawn?.plan;
    if (plan === undefined) return '';
    return 'seat' in target ? seatPlace(plan, target.seat) : (plan.sectors[target.sector]?.name ?? '');
  }

  /** Resolves when a drawing is shown. */
  async show(drawing: Drawing, selection: Selection): Promise<void> {
    if (drawing !== this.#drawing) {
      this.#drawing = drawing;
      this.#selection = selection;
      this.#drawn = drawnPlan(drawing);
      this.#looks = Uint8Array.from(this.#drawn.seatGuids, (guid) => this.#lookOf(guid));
      const { plan, units } = this.#drawn;
      await this.#view.load(plan, this.#looks, prefersDark(), units);
      if (drawing !== this.#drawing) return;
      this.repaint();
      this.#goOn();
    } else if (selection !== this.#selection) {
      this.#selection = selection;
      const changed: number[] = [];
      for (const [seat, guid] of this.#drawn?.seatGuids.entries() ?? []) {
        const look = this.#lookOf(guid);
        if (look !== this.#looks[seat]) changed.push(seat);
        this.#looks[seat] = look;
      }
      this.#view.changed(changed);
      this.#paintSectors();
    }
  }

  repaint(): void {
    const { floor, labelEdge } = mapColours(prefersDark());
    this.#view.setUnits((this.#drawn?.units ?? []).map(() => ({ fill: floor, edge: labelEdge, isStrong: false })));
    this.#view.paint(paintOf(prefersDark()));
    this.#paintSectors();
  }

  /** A point of the surface, in CSS pixels, on the plan. */
  toPlan(x: number, y: number): Point {
    const [planX, planY] = this.#view.camera.toPlan(x, y);
    return { x: planX, y: planY };
  }

  toScreen({ x, y }: Point): Point {
    const [screenX, screenY] = this.#view.camera.toScreen(x, y);
    return { x: screenX, y: screenY };
  }

  /** The middle of what is seen. */
  get middle(): Point {
    const { x, y } = this.#view.camera.view;
    return { x: Math.round(x), y: Math.round(y) };
  }

  /** What is at a point of the plan: the seat that the map names there, the nearest one, or else the uppermost shape. */
  at(point: Point): string | null {
    if (this.#drawing === null) return null;
    const onScreen = this.toScreen(point);
    const target = this.#view.targetAt(onScreen.x, onScreen.y);
    if (target !== null && 'seat' in target) return this.guidOf(target);
    let [found, least]: [string | null, number] = [null, (reach / this.#view.camera.view.scale) ** 2];
    for (const [guid, { x, y }] of this.#drawing.seats) {
      const distance = (x - point.x) ** 2 + (y - point.y) ** 2;
      if (distance < least) [found, least] = [guid, distance];
    }
    if (found !== null) return found;
    for (const [guid, shape] of this.#drawing.shapes) {
      const [middle, halfWidth, halfHeight] = [middleOf(shape), (shape.width ?? 80) / 2, (shape.height ?? 30) / 2];
      if (Math.abs(point.x - middle.x) <= halfWidth && Math.abs(point.y - middle.y) <= halfHeight) found = guid;
    }
    return found;
  }

  zoomBy(factor: number): void {
    this.#view.zoomBy(factor);
  }

  showAll(): void {
    this.#view.showAll();
  }

  #reach(seat: number): void {
    const { plan, seatGuids } = this.#drawn as DrawnPlan;
    const [x, y] = [plan.xs[seat] as number, plan.ys[seat] as number];
    this.#reached = { guid: seatGuids[seat] as string, x, y };
  }

  /** The keyboard stays at its seat in another drawing; when that is gone, at the one that is nearest to it. */
  #goOn(): void {
    if (this.#reached === null || this.#drawn === null) return;
    const { guid, x, y } = this.#reached;
    const { plan, seatGuids } = this.#drawn;
    const same = seatGuids.indexOf(guid);
    const seat = same === -1 ? nearestSeat(plan, x, y) : same;
    if (seat !== -1) this.#view.remember(this.#view.targetOf(seat));
  }

  #lookOf(guid: string): number {
    const kind = kindOf(this.#drawing?.seats.get(guid));
    return this.#selection.has(guid) ? kind + looksPerKind : kind;
  }

  #paintSectors(): void {
    if (this.#drawn === null || this.#drawing === null) return;
    const { floor, labelEdge, focus } = mapColours(prefersDark());
    const chosen = new Set(
      [...this.#drawing.shapes.values()].filter(({ guid }) => this.#selection.has(guid)).map(({ section }) => section),
    );
    const { sections } = this.#drawing;
    this.#view.setSectors(
      this.#drawn.sectionGuids.map((guid) => {
        const section = sections.get(guid);
        const note = section?.ga === true ? text('placeCount', { count: section.capacity }) : '';
        return { fill: floor, edge: chosen.has(guid) ? focus : labelEdge, title: section?.name ?? '', note };
      }),
    );
  }
}

/** Its place in the plan; -1: there is none. */
function nearestSeat({ xs, ys, seatCount }: Plan, x: number, y: number): number {
  let [nearest, least] = [-1, Number.POSITIVE_INFINITY];
  for (let seat = 0; seat < seatCount; seat++) {
    const distance = ((xs[seat] as number) - x) ** 2 + ((ys[seat] as number) - y) ** 2;
    if (distance < least) [nearest, least] = [seat, distance];
  }
  return nearest;
}

function kindOf(seat: Seat | undefined): number {
  if (seat?.flags.has('isHidden') === true) return 2;
  return seat?.flags.has('isWheelchair') === true || seat?.flags.has('isAccessible') === true ? 1 : 0;
}

function paintOf(isDark: boolean): MapPaint {
  const colours = mapColours(isDark);
  const looksIn = (isSelected: boolean) => {
    const fill = isSelected ? seriesColour(3, isDark) : seriesColour(2, isDark);
    const look = {
      edge: isSelected ? colours.ink : null,
      shape: 'round' as const,
      size: isSelected ? 1.12 : 1,
      isLabelled: true,
    };
    const grey = colours.labelEdge;
    return [
      { ...look, fill, ink: inkOn(fill), mark: null },
      { ...look, fill, ink: inkOn(fill), mark: 'wheelchair' as const },
      {
        ...look,
        fill: isSelected ? fill : grey,
        ink: inkOn(isSelected ? fill : grey),
        shape: 'square' as const,
        mark: null,
      },
    ];
  };
  return { colours, looks: [...looksIn(false), ...looksIn(true)] };
}
