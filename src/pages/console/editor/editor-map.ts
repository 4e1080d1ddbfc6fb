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
    if (this.#drawn === null) return null;
    const { seats, sections, shapes } = this.#drawn.drawing;
    if (target.kind === 'seat' || target.kind === 'unit') return seats.at(target.seat)?.guid ?? null;
    const section = sections.at(target.sector);
    return [...shapes].find((shape) => shape.section === section?.guid)?.guid ?? null;
  }

  /** A seat with its row and section, or an area. */
  nameOf(target: Target): string {
    const plan = this.#drawn?.plan;
    if (plan === undefined) return '';
    return 'seat' in target ? seatPlace(plan, target.seat) : (plan.sectors[target.sector]?.name ?? '');
  }

  /** Resolves when a drawing is shown. */
  async show(drawing: Drawing, selection: Selection): Promise<void> {
    const [before, selected] = [this.#drawn, this.#selection];
    this.#selection = selection;
    if (drawing === before?.drawing) {
      if (selection === selected) return;
      this.#view.changed(this.#look(differing(selected, selection, drawing)));
      this.#paintSectors();
      return;
    }
    const drawn = drawnPlan(drawing, before);
    this.#drawn = drawn;
    const isNew = before === null || !drawing.seats.isOfFamily(before.drawing.seats);
    const known = isNew ? [] : this.#looks;
    this.#looks = new Uint8Array(drawn.plan.seatCount);
    this.#looks.set(known);
    this.#look(drawing.seats.differences(isNew ? drawing.seats.emptied() : before.drawing.seats));
    const others = this.#look(differing(selected, selection, drawing));
    if (before === null) this.repaint();
    else this.#paintUnits();
    // Sections that are new have their looks when they are painted.
    if (!isNew) this.#paintSectors();
    await this.#view.load(drawn.plan, this.#looks, prefersDark(), drawn.units);
    if (drawn !== this.#drawn) return;
    const { plan } = drawn;
    const isPainted = (sector: number): boolean => plan.sectors[sector] !== before?.plan.sectors[sector];
    this.#view.changed(others.filter((seat) => !isPainted(plan.sectorOf[seat] as number)));
    this.#paintSectors();
    this.#goOn();
  }

  repaint(): void {
    this.#paintUnits();
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
  at({ x, y }: Point): string | null {
    if (this.#drawn === null) return null;
    const { seats, shapes } = this.#drawn.drawing;
    const onScreen = this.toScreen({ x, y });
    const target = this.#view.targetAt(onScreen.x, onScreen.y);
    if (target !== null && 'seat' in target) return this.guidOf(target);
    const seat = this.#view.seatNear(x, y, reach);
    let found = seat === null ? null : (seats.at(seat)?.guid ?? null);
    if (found !== null) return found;
    for (const shape of shapes) {
      const [middle, halfWidth, halfHeight] = [middleOf(shape), (shape.width ?? 80) / 2, (shape.height ?? 30) / 2];
      if (Math.abs(x - middle.x) <= halfWidth && Math.abs(y - middle.y) <= halfHeight) found = shape.guid;
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
    const { plan, drawing } = this.#drawn as DrawnPlan;
    const [x, y] = [plan.xs[seat] as number, plan.ys[seat] as number];
    this.#reached = { guid: drawing.seats.at(seat)?.guid ?? '', x, y };
  }

  /** The keyboard stays at its seat in another drawing; when that is gone, at the one that is nearest to it. */
  #goOn(): void {
    if (this.#reached === null || this.#drawn === null) return;
    const { guid, x, y } = this.#reached;
    const { plan, drawing } = this.#drawn;
    const seat = drawing.seats.has(guid) ? drawing.seats.placeOf(guid) : nearestSeat(plan, x, y);
    if (seat !== -1) this.#view.remember(this.#view.targetOf(seat));
  }

  /** Gives seats the looks that they have now. Returns those that had others. */
  #look(places: Iterable<number>): number[] {
    const seats = this.#drawn?.drawing.seats;
    const changed: number[] = [];
    for (const place of places) {
      const seat = seats?.at(place);
      const look = kindOf(seat) + (seat !== undefined && this.#selection.has(seat.guid) ? looksPerKind : 0);
      if (look !== this.#looks[place]) changed.push(place);
      this.#looks[place] = look;
    }
    return changed;
  }

  #paintUnits(): void {
    const { floor, labelEdge } = mapColours(prefersDark());
    this.#view.setUnits((this.#drawn?.units ?? []).map(() => ({ fill: floor, edge: labelEdge, isStrong: false })));
  }

  #paintSectors(): void {
    if (this.#drawn === null) return;
    const { sections, shapes } = this.#drawn.drawing;
    const { floor, labelEdge, focus } = mapColours(prefersDark());
    const chosen = new Set(Array.from(shapes, ({ guid, section }) => (this.#selection.has(guid) ? section : null)));
    this.#view.setSectors(
      this.#drawn.plan.sectors.map((_, at) => {
        const section = sections.at(at);
        const note = section?.ga === true ? text('placeCount', { count: section.capacity }) : '';
        const edge = section !== undefined && chosen.has(section.guid) ? focus : labelEdge;
        return { fill: floor, edge, title: section?.name ?? '', note };
      }),
    );
  }
}

/** The places of the seats that are in one selection only. */
function* differing(one: Selection, other: Selection, { seats }: Drawing): Generator<number, undefined> {
  for (const [selection, than] of [
    [one, other],
    [other, one],
  ] as const) {
    for (const guid of selection) {
      const place = than.has(guid) ? -1 : seats.placeOf(guid);
      if (seats.at(place) !== undefined) yield place;
    }
  }
}

/** Its place in the plan; -1: there is none. */
function nearestSeat({ xs, ys, rowOf, seatCount }: Plan, x: number, y: number): number {
  let [nearest, least] = [-1, Number.POSITIVE_INFINITY];
  for (let seat = 0; seat < seatCount; seat++) {
    if (rowOf[seat] === -1) continue;
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
