/**
 * The bodies that name places by composite key (contract: v1 Selection): the schema, and the columns that a worker thread
 * makes of a large body. Does not know what the keys name.
 */
import { z } from 'zod';
import { type PackedText, packText, textAt } from '#domain/layout/layout.ts';

export const compositeKey = z.string().meta({
  description:
    'Section, row and seat joined by ;; as in the schema’s metadata, or only the section for a GA area. Names ' +
    'come first; a key that matches no name is read as numeric ids. An ambiguous key matches nothing.',
});

const selection = z
  .object({
    capacity: z.int().min(0).nullish().meta({ description: 'For a GA area: the number of places.' }),
    compositeKey,
  })
  .meta({ id: 'LegacySelection' });

const selections = z.array(selection);

type LegacySelection = z.output<typeof selection>;

/** The lines in the order of the body: as sent, or as columns when a worker thread has parsed them. */
export type SelectionLines = readonly LegacySelection[] | SelectionColumns;

export interface SelectionColumns {
  readonly count: number;
  readonly keys: PackedText;
  /** -1 for none. */
  readonly capacities: Float64Array;
  /** The lines as JSON, which an idempotency key needs; null where no key is read. */
  readonly text: string | null;
}

export const legacySelections: z.ZodType<SelectionLines> = selections;

export const legacySelectionsExample = [
  { compositeKey: 'Stalls;;A;;1', capacity: null },
  { compositeKey: 'Floor', capacity: 2 },
];

/** Columns of a body that is too large for the event loop. */
export function selectionColumns(lines: SelectionLines): SelectionColumns {
  const count = countOf(lines);
  const keys: string[] = [];
  const capacities = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    keys.push(keyAt(lines, at));
    capacities[at] = capacityAt(lines, at) ?? -1;
  }
  return { count, keys: packText(keys), capacities, text: null };
}

/** The same with the text for an idempotency key. */
export function keyedColumns(lines: SelectionLines): SelectionColumns {
  return { ...selectionColumns(lines), text: textOf(lines) };
}

export function countOf(lines: SelectionLines): number {
  return 'capacities' in lines ? lines.count : lines.length;
}

export function keyAt(lines: SelectionLines, position: number): string {
  return 'capacities' in lines ? textAt(lines.keys, position) : (lines[position]?.compositeKey ?? '');
}

export function capacityAt(lines: SelectionLines, position: number): number | null {
  if (!('capacities' in lines)) return lines[position]?.capacity ?? null;
  const capacity = lines.capacities[position] as number;
  return capacity === -1 ? null : capacity;
}

/** The lines as JSON. Throws for columns that were parsed without it. */
export function textOf(lines: SelectionLines): string {
  if (!('capacities' in lines)) return JSON.stringify(lines);
  if (lines.text === null) throw new Error('the columns have no text');
  return lines.text;
}
