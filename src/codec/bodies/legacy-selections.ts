/**
 * The bodies that name places by composite key (contract: v1 Selection): the schema, and the columns that it becomes.
 * Does not know what the keys name. A worker thread parses large bodies.
 */
import { z } from 'zod';
import type { InvalidBody } from '#domain/command.ts';
import { type PackedText, packText, textAt } from '#domain/layout/layout.ts';
import { check } from '../check.ts';
import { MalformedJson, parseSentJson } from '../json.ts';
import { invalidFields } from './parse-body.ts';

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

/** The lines in the order of the body. */
export interface SelectionLines {
  readonly count: number;
  readonly keys: PackedText;
  /** -1 for none. */
  readonly capacities: Float64Array;
}

/** `text`: the lines as JSON, because an idempotency key needs their hash. */
export interface LegacyBookingBody {
  readonly lines: SelectionLines;
  readonly text: string;
}

export const legacySelections = selections.transform(linesOf);

export const legacyBookingBody = selections.transform(bookingOf);

export const legacySelectionsExample = [
  { compositeKey: 'Stalls;;A;;1', capacity: null },
  { compositeKey: 'Floor', capacity: 2 },
];

/** Parses a body that is too large for the event loop. */
export function parseLegacySelections(bytes: Uint8Array): SelectionLines | InvalidBody {
  return parseLines(legacySelections, bytes);
}

/** The same with the text for an idempotency key. */
export function parseLegacyBooking(bytes: Uint8Array): LegacyBookingBody | InvalidBody {
  return parseLines(legacyBookingBody, bytes);
}

export function keyAt({ keys }: SelectionLines, position: number): string {
  return textAt(keys, position);
}

export function capacityAt({ capacities }: SelectionLines, position: number): number | null {
  const capacity = capacities[position] as number;
  return capacity === -1 ? null : capacity;
}

function linesOf(body: readonly LegacySelection[]): SelectionLines {
  return {
    count: body.length,
    keys: packText(body.map((line) => line.compositeKey)),
    capacities: Float64Array.from(body, ({ capacity }) => capacity ?? -1),
  };
}

function bookingOf(body: readonly LegacySelection[]): LegacyBookingBody {
  return { lines: linesOf(body), text: JSON.stringify(body) };
}

function parseLines<Parsed>(schema: z.ZodType<Parsed>, bytes: Uint8Array): Parsed | InvalidBody {
  let sent: unknown;
  try {
    sent = parseSentJson(bytes);
  } catch (error) {
    if (error instanceof MalformedJson) return { invalid: 'MALFORMED_REQUEST', detail: error.message, errors: [] };
    throw error;
  }
  const checked = check(schema, sent);
  return checked.ok ? checked.value : invalidFields(checked.errors);
}
