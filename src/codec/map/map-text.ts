/**
 * The texts of a public map: the schema object for seat map renderers, left open at its end for the event's name, and
 * the picture of the row labels. Built from the layout piece by piece; keeps text, not rows.
 */
import { bitOf, seatFeatures } from '#domain/layout/seat-features.ts';
import { type Background, drawBackground } from './background.ts';
import { DeltaColumn } from './delta-column.ts';
import { type Box, Extent } from './extent.ts';
import type { MapLayout, MapSeat } from './map-layout.ts';
import { RowLabels } from './row-labels.ts';
import { picture } from './svg.ts';

export class MapText {
  #layout: MapLayout = {
    sections: [],
    rows: [],
    shapes: [],
    plan: { vectorBackground: null, clientViewBox: null, focalPoint: null },
    hasUnits: false,
  };
  readonly #sectionOfRow = new Map<number, number>();
  readonly #labels = new RowLabels();
  #labelsText = '';
  readonly #ids = new DeltaColumn();
  readonly #xs = new DeltaColumn();
  readonly #ys = new DeltaColumn();
  readonly #rowIds = new DeltaColumn();
  readonly #sectorIds = new DeltaColumn();
  readonly #names: string[] = [];
  readonly #accessible: number[] = [];
  readonly #marked: number[] = [];
  readonly #featured = seatFeatures.map((name) => ({ name, bit: bitOf(name), ids: [] as number[] }));
  readonly #extent = new Extent();
  #drawn: Background | null = null;

  begin(layout: MapLayout): void {
    this.#layout = layout;
    for (const { id, sectionId } of layout.rows) this.#sectionOfRow.set(id, sectionId);
  }

  add(seats: readonly MapSeat[]): void {
    for (const seat of seats) {
      const { id, rowId, name, x, y, accessible, marked, features } = seat;
      const sectionId = this.#sectionOfRow.get(rowId);
      // The seat's row has been removed.
      if (sectionId === undefined) continue;
      this.#labels.add(seat);
      this.#ids.add(id);
      this.#xs.add(x);
      this.#ys.add(y);
      this.#rowIds.add(rowId);
      this.#sectorIds.add(sectionId);
      this.#names.push(name);
      if (accessible) this.#accessible.push(id);
      if (marked) this.#marked.push(id);
      if (features !== 0) for (const { bit, ids } of this.#featured) if ((features & bit) !== 0) ids.push(id);
      this.#extent.addPoint(x, y);
    }
  }

  /** Call it after all seats have been added. */
  end(): void {
    this.#labelsText = this.#labels.draw(this.#layout);
    if (this.#labelsText !== '') this.#extent.addBox(this.#labels.extent.box);
  }

  /** The part of the plan that contains everything. */
  get viewBox(): Box {
    return this.#background().viewBox;
  }

  /** The schema object up to the value of its last member, `configuration.eventName`; `null}}` would end it. */
  schema(): string {
    return (
      `{"plainSeats":{"ids":${this.#ids},"x":${this.#xs},"y":${this.#ys},"rowIds":${this.#rowIds},` +
      `"sectorIds":${this.#sectorIds},"names":${JSON.stringify(this.#names)}},` +
      `"rows":${this.#rows()},"sectors":${this.#sectors()},"background":${JSON.stringify(this.#background())},` +
      `"configuration":{"accessible":${JSON.stringify(this.#accessible)},"marked":${JSON.stringify(this.#marked)},${this.#features()}${this.#layout.hasUnits ? '"hasUnits":true,' : ''}"eventName":`
    );
  }

  /** The row labels alone, as a picture of their own. */
  rowLabels(): string {
    const { x, y, width, height } = this.#labels.extent.box;
    return picture(x, y, width, height, this.#labelsText);
  }

  /** A list for each feature that a seat of the map has. */
  #features(): string {
    const lists = this.#featured.filter(({ ids }) => ids.length > 0);
    return lists.map(({ name, ids }) => `"${name}":${JSON.stringify(ids)},`).join('');
  }

  #background(): Background {
    const seats = this.#names.length === 0 ? null : this.#extent.box;
    this.#drawn ??= drawBackground(this.#layout, seats, this.#labelsText);
    return this.#drawn;
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

/** Delta encoding of ids; the first one is absolute. */
class Steps {
  #last = 0;

  next(id: number): number {
    const step = id - this.#last;
    this.#last = id;
    return step;
  }
}
