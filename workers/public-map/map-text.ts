/**
 * The text of a public map: the schema object that the field's renderers read, open at its end, where the event's name
 * goes, and the picture of the row labels. Fed with the layout piece by piece; keeps text, not rows.
 */
import type { MapLayout, MapSeat } from '#storage/map-layouts.ts';
import { drawBackground } from './background.ts';
import { DeltaColumn } from './delta-column.ts';
import { Extent } from './extent.ts';
import { letterColour } from './map-shape.ts';
import { element, picture } from './svg.ts';

/** Between a row's label and its first seat. */
const labelGap = 15;
const labelSize = 12;

export class MapText {
  #layout: MapLayout = { sections: [], rows: [], shapes: [] };
  readonly #sectionOfRow = new Map<number, number>();
  readonly #firstSeatOfRow = new Map<number, MapSeat>();
  readonly #ids = new DeltaColumn();
  readonly #xs = new DeltaColumn();
  readonly #ys = new DeltaColumn();
  readonly #rowIds = new DeltaColumn();
  readonly #sectorIds = new DeltaColumn();
  readonly #names: string[] = [];
  readonly #accessible: number[] = [];
  readonly #marked: number[] = [];
  readonly #extent = new Extent();

  begin(layout: MapLayout): void {
    this.#layout = layout;
    for (const { id, sectionId } of layout.rows) this.#sectionOfRow.set(id, sectionId);
  }

  add(seats: readonly MapSeat[]): void {
    for (const seat of seats) {
      const { id, rowId, name, x, y, accessible, marked } = seat;
      const sectionId = this.#sectionOfRow.get(rowId);
      // Its row is on its way out.
      if (sectionId === undefined) continue;
      if (!this.#firstSeatOfRow.has(rowId)) this.#firstSeatOfRow.set(rowId, seat);
      this.#ids.add(id);
      this.#xs.add(x);
      this.#ys.add(y);
      this.#rowIds.add(rowId);
      this.#sectorIds.add(sectionId);
      this.#names.push(name);
      if (accessible) this.#accessible.push(id);
      if (marked) this.#marked.push(id);
      this.#extent.addPoint(x, y);
    }
  }

  /** The schema object up to the value of its last member, `configuration.eventName`; `null}}` would end it. */
  schema(): string {
    const { sections, shapes } = this.#layout;
    const background = drawBackground(sections, shapes, this.#names.length === 0 ? null : this.#extent.box);
    return (
      `{"plainSeats":{"ids":${this.#ids},"x":${this.#xs},"y":${this.#ys},"rowIds":${this.#rowIds},` +
      `"sectorIds":${this.#sectorIds},"names":${JSON.stringify(this.#names)}},` +
      `"rows":${this.#rows()},"sectors":${this.#sectors()},"background":${JSON.stringify(background)},` +
      `"configuration":{"accessible":${JSON.stringify(this.#accessible)},"marked":${JSON.stringify(this.#marked)},"eventName":`
    );
  }

  /** The labels of the rows beside their first seats. */
  rowLabels(): string {
    const extent = new Extent();
    let content = '';
    for (const { id, name } of this.#layout.rows) {
      const seat = this.#firstSeatOfRow.get(id);
      if (seat === undefined) continue;
      const [left, top] = [seat.x - labelGap, seat.y];
      extent.addBox({ x: left - name.length * labelSize, y: top - labelSize, width: labelGap, height: 2 * labelSize });
      const place = { x: left, y: top, 'font-size': labelSize, fill: letterColour };
      content += element('text', { ...place, 'text-anchor': 'end', 'dominant-baseline': 'central' }, name);
    }
    const { x, y, width, height } = extent.box;
    return picture(x, y, width, height, content);
  }

  #rows(): string {
    const steps = new Steps();
    return JSON.stringify(
      this.#layout.rows.map(({ id, sectionId, name, rowNoun, seatNoun }) => ({
        id: steps.next(id),
        rowNumber: name,
        sectorId: sectionId,
        name: rowNoun,
        seatName: seatNoun,
      })),
    );
  }

  #sectors(): string {
    const steps = new Steps();
    return JSON.stringify(
      this.#layout.sections.map(({ id, guid, name, ga, angle, type }) => ({
        id: steps.next(id),
        guid,
        name,
        isGa: ga,
        angle: angle ?? 0,
        type: type ?? 'SECTION',
      })),
    );
  }
}

/** Ids as differences, the first one absolute. */
class Steps {
  #last = 0;

  next(id: number): number {
    const step = id - this.#last;
    this.#last = id;
    return step;
  }
}
