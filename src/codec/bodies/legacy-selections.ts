/** The body of the legacy booking calls (contract: v1 Selection): places named by composite key. */
import { z } from 'zod';

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

export const legacySelections = z.array(selection);

export type LegacySelection = z.output<typeof selection>;

export const legacySelectionsExample = [
  { compositeKey: 'Stalls;;A;;1', capacity: null },
  { compositeKey: 'Floor', capacity: 2 },
];
