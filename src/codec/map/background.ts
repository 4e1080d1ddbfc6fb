/**
 * The picture behind the seats of a public map: the shapes of the layout, and for every GA area at least one shape with
 * its id, so that it can be clicked. Areas without geometry are placed below everything else.
 */

import { areaFootprint, arrangeFloor } from '#domain/layout/geometry/floor.ts';
import type { LayoutPlan } from '#domain/layout/layout-change.ts';
import type { ShapeRecord } from '../layout-records.ts';
import { type Box, Extent } from './extent.ts';
import type { MapLayout, MapSection } from './map-layout.ts';
import { labelOf, type MapShape, mapShapeOf } from './map-shape.ts';
import { picture } from './svg.ts';
import { boxOf, vectorBackgroundOf } from './vector-background.ts';

/** Margin around everything, so that no seat touches the edge. */
const margin = 40;
const placeGap = 60;
/** Minimum width of the lines in which areas without geometry are placed. */
const lineWidthMin = 700;

export interface Background {
  readonly svg: string;
  readonly viewBox: Box;
}

/** `seats`: the extent of all seats and their labels. `labels`: SVG that is drawn over everything else. */
export function drawBackground(
  { sections, shapes, plan }: Pick<MapLayout, 'sections' | 'shapes' | 'plan'>,
  seats: Box | null,
  labels: string,
): Background {
  const drawing = new Drawing();
  if (seats !== null) drawing.extent.addBox(seats);
  drawing.addBelow(plan.vectorBackground);
  for (const shape of shapes) if (shape.purpose === 'UNDERLAY') drawing.addStored(shape);
  for (const section of sections) if (!section.ga) drawing.addShapes(section, null);
  for (const shape of shapes) if (shape.purpose !== 'UNDERLAY') drawing.addStored(shape);
  for (const section of sections) if (section.ga) drawing.addArea(section);
  drawing.placeRest();
  const { x, y, width, height } = drawing.extent.box;
  const everything = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
  const viewBox = shownFirst(plan.clientViewBox, seats, everything);
  const { x: left, y: top, width: wide, height: high } = viewBox;
  return { svg: picture(left, top, wide, high, drawing.content + labels), viewBox };
}

/** The editor's initial view, extended to seats that were added after it was chosen. */
function shownFirst(clientViewBox: LayoutPlan['clientViewBox'], seats: Box | null, everything: Box): Box {
  const wanted = boxOf(clientViewBox);
  if (wanted === null) return everything;
  const extent = new Extent();
  extent.addBox(wanted);
  if (seats !== null) extent.addBox(seats);
  const { box } = extent;
  const isAllSeen = box.width <= wanted.width && box.height <= wanted.height;
  return isAllSeen || clientViewBox?.isControlledManually === true ? wanted : box;
}

class Drawing {
  readonly extent = new Extent();
  content = '';
  /** Areas that have been drawn. */
  readonly #drawn = new Set<number>();
  readonly #homeless: MapSection[] = [];

  addBelow(stored: LayoutPlan['vectorBackground']): void {
    const below = vectorBackgroundOf(stored);
    if (below === null) return;
    this.extent.addBox(below.box);
    this.content += below.content;
  }

  addStored({ rest, purpose, sectionId, ...shape }: ShapeRecord): void {
    this.#add(mapShapeOf({ ...rest, ...shape }), purpose === 'GA' ? sectionId : null);
  }

  addShapes({ shapes }: MapSection, areaId: number | null): void {
    for (const shape of shapes ?? []) this.#add(mapShapeOf(shape), areaId);
  }

  addArea(area: MapSection): void {
    this.addShapes(area, area.id);
    if (this.#drawn.has(area.id)) return;
    const { x, y, width, height, angle } = area;
    const own = mapShapeOf({ left: x, top: y, width, height, angle });
    if (own?.isSolid === true) {
      this.#add(own, area.id);
      this.content += labelOf(area.name, { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 }, { angle });
    } else this.#homeless.push(area);
  }

  /** Places the areas without geometry, sized by capacity, line by line below everything drawn so far. */
  placeRest(): void {
    const { x: left, y, width, height } = this.extent.box;
    const footprints = this.#homeless.map(({ capacity }) => areaFootprint(capacity, null, null));
    const places = arrangeFloor(footprints, Math.max(width, lineWidthMin));
    for (const [at, place] of places.entries()) {
      const area = this.#homeless[at] as MapSection;
      const box = { ...place, x: left + width / 2 + place.x, y: y + height + placeGap + place.y };
      this.#add(mapShapeOf({ ...box, rx: 8 }), area.id);
      this.content += labelOf(area.name, box);
    }
  }

  #add(shape: MapShape | null, areaId: number | null): void {
    if (shape === null) return;
    this.extent.addBox(shape.box);
    const isArea = areaId !== null && shape.isSolid;
    if (isArea) this.#drawn.add(areaId);
    this.content += shape.draw(isArea ? { 'data-gos-id': areaId } : {});
  }
}
