/**
 * The labels of rows: left and right of each row, in line with its seats and turned like its section, never upside
 * down. `rlLeft` and `rlRight` of a section choose the sides.
 */

import { Extent } from './extent.ts';
import type { MapLayout, MapSeat, MapSection } from './map-layout.ts';
import { letterColour } from './map-shape.ts';
import { element, opened } from './svg.ts';

/** Renderers find the labels of a map by this id. */
const groupId = 'sm-row-labels';
/** Distance between the centres of a row's last seat and its label. */
const gap = 22;
const fontSize = 12;

type Place = Pick<MapSeat, 'x' | 'y'>;

/** The two outermost seats at each end of a row, from the outside inwards; twice the same one in a row of one seat. */
interface Ends {
  readonly first: Place;
  second: Place;
  beforeLast: Place;
  last: Place;
}

interface Sides {
  readonly left: boolean;
  readonly right: boolean;
}

export class RowLabels {
  readonly extent = new Extent();
  readonly #ends = new Map<number, Ends>();

  /** Seats of a row in their order. */
  add(seat: MapSeat): void {
    const ends = this.#ends.get(seat.rowId);
    if (ends === undefined) {
      this.#ends.set(seat.rowId, { first: seat, second: seat, beforeLast: seat, last: seat });
      return;
    }
    if (ends.second === ends.first) ends.second = seat;
    ends.beforeLast = ends.last;
    ends.last = seat;
  }

  /** As a group of SVG; '' without any label. */
  draw({ sections, rows }: Pick<MapLayout, 'sections' | 'rows'>): string {
    const byId = new Map(sections.map((section) => [section.id, section]));
    let labels = '';
    for (const { id, sectionId, name } of rows) {
      const section = byId.get(sectionId);
      const ends = this.#ends.get(id);
      if (section !== undefined && ends !== undefined) labels += this.#drawRow(name, section, ends);
    }
    if (labels === '') return '';
    const look = { 'font-size': fontSize, fill: letterColour, 'text-anchor': 'middle', 'dominant-baseline': 'central' };
    return `${opened('g', { id: groupId, ...look, 'pointer-events': 'none' })}${labels}</g>`;
  }

  #drawRow(name: string, section: MapSection, { first, second, beforeLast, last }: Ends): string {
    const { left, right } = sidesOf(section.rest);
    const angle = section.angle ?? 0;
    const along = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)] as const;
    if (first === last) return left ? this.#drawAt(name, first, [-along[0], -along[1]], angle) : '';
    // The seats may be numbered from either side.
    const isForward = (last.x - first.x) * along[0] + (last.y - first.y) * along[1] >= 0;
    const [atFirst, atLast] = isForward ? [left, right] : [right, left];
    return (
      (atFirst ? this.#drawAt(name, first, [first.x - second.x, first.y - second.y], angle) : '') +
      (atLast ? this.#drawAt(name, last, [last.x - beforeLast.x, last.y - beforeLast.y], angle) : '')
    );
  }

  #drawAt(name: string, seat: Place, [across, along]: readonly [number, number], angle: number): string {
    const length = Math.hypot(across, along);
    const far = length > 0 && Number.isFinite(length) ? gap / length : 0;
    const [x, y] = [seat.x + across * far, seat.y + along * far];
    this.extent.addBox({ x: x - fontSize, y: y - fontSize, width: 2 * fontSize, height: 2 * fontSize });
    const degrees = upright(angle);
    return element('text', { x, y, transform: degrees === 0 ? null : `rotate(${degrees} ${x} ${y})` }, name);
  }
}

/** Both sides unless the section says otherwise. */
function sidesOf({ rlLeft, rlRight, rlCenter }: Readonly<Record<string, unknown>>): Sides {
  const isSaid = [rlLeft, rlRight, rlCenter].some((side) => typeof side === 'boolean');
  if (!isSaid || (rlCenter === true && rlLeft !== true && rlRight !== true)) return { left: true, right: true };
  return { left: rlLeft === true, right: rlRight === true };
}

/** The same direction between -90 and 90 degrees, so that text is not upside down. */
function upright(angle: number): number {
  const degrees = ((((angle + 90) % 180) + 180) % 180) - 90;
  return Math.round(degrees * 100) / 100;
}
