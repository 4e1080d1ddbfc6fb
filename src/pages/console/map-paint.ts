/**
 * The looks of the console's map, in the colours of the style sheet: one for every kind of seat, plain and selected, and those
 * of units under their seats.
 */
import type { Look, Mark } from '../shared/looks.ts';
import type { MapPaint, SectorLook, UnitLook } from '../shared/renderer.ts';
import { inkOn, mapColours, mixed } from '../shared/theme.ts';
import type { Units } from '../shared/units.ts';
import { type SeatBoard, type SeatKind, seatKinds } from './seat-board.ts';
import { text } from './texts.ts';

/** From the look of a kind of seat to its look when selected. */
export const selectedOffset = seatKinds.length;

const marks: Readonly<Partial<Record<SeatKind, Mark>>> = { blocked: 'cross', locked: 'lock' };
const variables: Readonly<Record<SeatKind, string>> = {
  available: '--available',
  unpriced: '--unpriced',
  held: '--held',
  locked: '--locked',
  sold: '--sold',
  'sold-privately': '--sold',
  blocked: '--blocked',
};
const squares: ReadonlySet<SeatKind> = new Set(['locked', 'sold-privately', 'blocked']);

export const kindLabels: Readonly<Record<SeatKind, string>> = {
  available: text('kindFree'),
  unpriced: text('kindUnpriced'),
  held: text('kindHeld'),
  locked: text('kindLocked'),
  sold: text('kindSold'),
  'sold-privately': text('kindSoldPrivately'),
  blocked: text('kindBlocked'),
};

/** The colour of each kind of seat, by its number. */
function kindColours(): readonly string[] {
  const style = getComputedStyle(document.documentElement);
  return seatKinds.map((kind) => style.getPropertyValue(variables[kind]).trim());
}

export function paintOf(isDark: boolean): MapPaint {
  const fills = kindColours();
  const colours = mapColours(isDark);
  const lookOf = (kind: SeatKind, isSelected: boolean): Look => {
    const fill = fills[seatKinds.indexOf(kind)] as string;
    return {
      fill,
      edge: isSelected ? colours.ink : null,
      ink: inkOn(fill),
      shape: squares.has(kind) ? 'square' : 'round',
      mark: isSelected ? 'tick' : (marks[kind] ?? null),
      size: isSelected ? 1.12 : 1,
      isLabelled: true,
    };
  };
  const looks = [...seatKinds.map((kind) => lookOf(kind, false)), ...seatKinds.map((kind) => lookOf(kind, true))];
  return { colours, looks };
}

/** Units in the colour of their seats; in the colour of quiet text when their seats are in different states. */
export function unitLooks(
  board: SeatBoard,
  { list }: Units,
  selected: ReadonlySet<number>,
  isDark: boolean,
): UnitLook[] {
  const colours = kindColours();
  return list.map(({ seats }) => {
    const kind = board.kindOfAll(seats);
    const colour = kind === null ? null : (colours[seatKinds.indexOf(kind)] as string);
    return unitLook(colour, selected.has(seats[0] as number), isDark);
  });
}

/** `colour`: that of all its seats; null: they have different ones. */
export function unitLook(colour: string | null, isSelected: boolean, isDark: boolean): UnitLook {
  const { floor, ink, quietInk } = mapColours(isDark);
  const shown = colour ?? quietInk;
  return {
    fill: mixed(floor, shown, 0.16),
    edge: isSelected ? ink : mixed(floor, shown, 0.8),
    isStrong: isSelected,
  };
}

/** Sections in the mixed colours of their seats, with the number of free ones; areas with the number of places left. */
export function sectorLooks(board: SeatBoard, isDark: boolean): SectorLook[] {
  const { floor, labelEdge } = mapColours(isDark);
  const colours = kindColours();
  const counts = board.countsBySector();
  return board.plan.sectors.map(({ id, name, isArea }, sector) => {
    const left = isArea ? board.placesLeft.get(id) : counts[sector]?.[0];
    const note = left === undefined ? '' : text(isArea ? 'placesLeft' : 'seatsFree', { count: left });
    const fill = isArea ? floor : (blended(colours, counts[sector] ?? []) ?? floor);
    return { fill, edge: labelEdge, title: name, note };
  });
}

/**
 * The mix of the colours, weighted by their seats. In tenths: another colour of a section paints the whole map again,
 * and every sold seat would change the mix. Null without seats.
 */
function blended(colours: readonly string[], seats: ArrayLike<number>): string | null {
  const all = Array.from(seats).reduce((sum, number) => sum + number, 0);
  if (all === 0) return null;
  let [blend, weight]: [string | null, number] = [null, 0];
  for (const [kind, colour] of colours.entries()) {
    // Rounded up, so that a few seats of a kind show too.
    const tenths = Math.ceil((10 * (seats[kind] ?? 0)) / all);
    if (tenths === 0) continue;
    weight += tenths;
    blend = blend === null ? colour : mixed(blend, colour, tenths / weight);
  }
  return blend;
}
