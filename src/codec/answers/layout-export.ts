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
  readonly decorations: readonly ShapeRecord[];
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

/** What an import takes of a decoration; null: nothing, because an editor has drawn it in a form of its own. */
function importable({
  rest,
  left,
  top,
  id: _,
  guid: __,
  sectionId: ___,
  purpose: ____,
  order: _____,
  ...drawn
}: ShapeRecord) {
  const checked = check(newDecoration, { ...rest, ...drawn, x: left, y: top });
  return checked.ok ? checked.value : null;
}

export async function* exportedJson(
  { name, sections, decorations, focalPoint }: ExportedLayout,
  pages: SeatPages,
): AsyncGenerator<string> {
  const encoder = new LayoutEncoder(sections, shape);
  yield `${JSON.stringify({ name }).slice(0, -1)},"sections":[`;
  for await (const page of pages) yield encoder.encode(page);
  const shapes = decorations.map(importable).filter((one) => one !== null);
  yield `${encoder.end()}],"shapes":${JSON.stringify(shapes)},"focalPoint":${JSON.stringify(focalPoint)}}\n`;
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
