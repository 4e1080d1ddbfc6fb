/** The colours of the console's map, from the style sheet: a look for every kind of seat, plain and selected. */
import type { Look, Mark } from '../shared/looks.ts';
import type { MapPaint, SectorLook } from '../shared/renderer.ts';
import { inkOn, mapColours } from '../shared/theme.ts';
import { count } from './format.ts';
import { type SeatBoard, type SeatKind, seatKinds } from './seat-board.ts';

/** Added to the number of a kind: the same seat, selected. */
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
  available: 'Free',
  unpriced: 'No price',
  held: 'In a cart',
  locked: 'Locked',
  sold: 'Sold to a session',
  'sold-privately': 'Sold privately',
  blocked: 'Blocked',
};

export function paintOf(isDark: boolean): MapPaint {
  const style = getComputedStyle(document.documentElement);
  const colours = mapColours(isDark);
  const lookOf = (kind: SeatKind, isSelected: boolean): Look => {
    const fill = style.getPropertyValue(variables[kind]).trim();
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

/** Sections by their names; areas also with the places that are left. */
export function sectorLooks({ plan, areas }: SeatBoard, isDark: boolean): SectorLook[] {
  const { floor, labelEdge } = mapColours(isDark);
  const places = new Map(areas.map(({ id, activeCount }) => [id, activeCount]));
  return plan.sectors.map(({ id, name, isArea }) => {
    const left = isArea ? places.get(id) : undefined;
    return { fill: floor, edge: labelEdge, title: name, note: left === undefined ? '' : `${count(left)} left` };
  });
}
