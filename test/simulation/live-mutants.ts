/** Mutants of the live maps: each leaves viewers with another map than the journal's. */
import { type Mutant, one } from './mutant.ts';

const knownMap = 'src/live/known-map.ts';
const isPriced = 'if ((priceIds[priceSlots[seat] as number] ?? null) === null) continue;';

export const liveMutants: readonly Mutant[] = [
  one(
    'what changed while the owner changed is not compared',
    knownMap,
    'differing(this.#bookable, bookable).forEach',
    'differing(bookable, bookable).forEach',
  ),
  {
    name: 'a seat that was taken and freed between two changes is not told',
    mistakes: [
      {
        file: knownMap,
        text: 'const seqBefore = this.#seq;',
        replacement: 'const seqBefore = this.#seq; const before = this.#bookable.copy();',
      },
      { file: knownMap, text: 'this.#seatsAfter(seqBefore)', replacement: 'this.#seatsAfter(seqBefore, before)' },
      { file: knownMap, text: '#seatsAfter(seq: number)', replacement: '#seatsAfter(seq: number, before?: Bitmap)' },
      {
        file: knownMap,
        text: isPriced,
        replacement: `${isPriced} if (before?.has(seat) === this.#bookable.has(seat)) continue;`,
      },
    ],
  },
  one(
    'places that were taken and freed between two changes are not told',
    knownMap,
    'known?.places === places && known.moves === moves',
    'known?.places === places',
  ),
  one(
    'viewers that may have read the prices within a gap are told only the differences',
    'src/live/board.ts',
    'leavesGap && viewer.mayKnowMore',
    'false',
  ),
  one(
    'a viewer that may know a record within a gap resumes from before the gap',
    knownMap,
    '(mayKnowMore || seq > after)',
    'seq > after',
    'test/live/boards.test.ts',
  ),
  one(
    'a viewer that names its last event counts as one that has the map of that record',
    'src/live/viewer.ts',
    'this.#mayKnowMore = after === null || mayKnowMore;',
    'this.#mayKnowMore = after === null;',
    'test/live/boards.test.ts',
  ),
];
