/**
 * Encodes a layout as a file that can be imported again: JSON as `new-layout.ts` has it, or a table. In pieces, one per
 * page of seats. Contains no ids: an import makes new ones.
 */

import { namedFeatures } from '#domain/layout/seat-features.ts';
import { newDecoration } from '../bodies/decorations.ts';
import { check } from '../check.ts';
import { csvColumns } from '../imports/csv-layout.ts';
import { csvCell } from '../imports/csv-table.ts';
import { flagsText } from '../imports/seat-flags.ts';
import type { FocalPoint, SeatRecord, SectionRecord, ShapeRecord } from '../layout-records.ts';
import { LayoutEncoder, type LayoutShape } from './layout-encoder.ts';

/** A layout without its seats. */
export interface ExportedLayout {
  readonly name: string;
  readonly sections: readonly SectionRecord[];
  /** Of sections, and decorations. */
  readonly shapes: readonly ShapeRecord[];
  readonly focalPoint: FocalPoint | null;
}

type SeatPages = AsyncIterable<readonly SeatRecord[]>;

const shape: LayoutShape = {
  section: ({ id: _, guid: __, ...section }) => section,
  row: ({ rowName, rowX, rowY }) => ({ name: rowName, x: rowX, y: rowY }),
  seat: ({ name, x, y, accessible, marked, features }) => ({
    ...{ name, x, y },
    ...(accessible ? { accessible } : {}),
    ...(marked ? { marked } : {}),
    ...namedFeatures(features),
  }),
};

/** The shapes that an import takes: none that an editor has drawn in a form of its own. */
function importableOf(shapes: readonly ShapeRecord[] = []) {
  return shapes.flatMap(({ rest, left, top, type, shapeType, width, height, angle, text, fill }) => {
    const drawn = { ...rest, type, shapeType, x: left, y: top, width, height, angle, text, fill };
    const checked = check(newDecoration, drawn);
    return checked.ok ? [checked.value] : [];
  });
}

export async function* exportedJson(
  { name, sections, shapes, focalPoint }: ExportedLayout,
  pages: SeatPages,
): AsyncGenerator<string> {
  const drawn = Map.groupBy(shapes, ({ sectionId }) => sectionId);
  const whole = sections.map((section) => {
    const own = [...(section.shapes ?? []), ...importableOf(drawn.get(section.id))];
    return { ...section, shapes: own.length === 0 ? null : own };
  });
  const encoder = new LayoutEncoder(whole, shape);
  yield `${JSON.stringify({ name }).slice(0, -1)},"sections":[`;
  for await (const page of pages) yield encoder.encode(page);
  const decorations = importableOf(drawn.get(null));
  yield `${encoder.end()}],"shapes":${JSON.stringify(decorations)},"focalPoint":${JSON.stringify(focalPoint)}}\n`;
}

/** Seats and areas only. */
export async function* exportedCsv({ sections }: ExportedLayout, pages: SeatPages): AsyncGenerator<string> {
  const names = new Map(sections.map(({ id, name }) => [id, csvCell(name)]));
  yield `${csvColumns.join(',')}\r\n`;
  for await (const page of pages) {
    yield page
      .map(({ sectionId, rowName, name, x, y, accessible, marked, features }) => {
        const flags = flagsText(accessible, marked, features);
        return `${names.get(sectionId)},${csvCell(rowName)},${csvCell(name)},${x},${y},${flags}\r\n`;
      })
      .join('');
  }
  yield sections
    .filter(({ ga }) => ga)
    .map(({ name, x, y, capacity }) => `${csvCell(name)},,,${x ?? ''},${y ?? ''},capacity=${capacity}\r\n`)
    .join('');
}
