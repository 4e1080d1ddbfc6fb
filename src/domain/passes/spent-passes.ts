/**
 * The passes that have opened a session of the event, each as a 96-bit hash of its id. A pass stays spent for good: the
 * organization may sign the same id again with a later expiry, so a hash cannot be dropped when its pass expires.
 * Promises at most 24 bytes a pass once there are thousands, a look-up that scans nothing, and no pause that grows with
 * the number of passes.
 */
import { assert } from '#collections/assert.ts';
import { FingerprintTable, type Words } from '#collections/fingerprint-table.ts';

/** Passes that one event can record; they take 96 MB. */
const spentPassesMax = 4_000_000;

/** Hex digits of a hash. */
const hashDigits = 24;
const wordsPerPass = 3;
const chunkBits = 13;
/** Passes in a chunk; a full chunk is never written again, so a snapshot may keep a reference to it. */
export const passesPerChunk = 1 << chunkBits;

export type PassChunk = Words;

export class SpentPasses {
  // The hashes cannot be chosen: no salt is needed.
  readonly #passes = new FingerprintTable(wordsPerPass, chunkBits, 0);
  readonly #max: number;

  /** `max`: with so many passes it is full. Only tests set a lower number. */
  constructor(max = spentPassesMax) {
    this.#max = max;
  }

  get size(): number {
    return this.#passes.size;
  }

  get isFull(): boolean {
    return this.size >= this.#max;
  }

  /** `hash`: 24 hex digits. */
  has(hash: string): boolean {
    return this.#passes.find(wordsOf(hash)) !== -1;
  }

  /** Records a pass that is not spent yet. `hash`: 24 hex digits. */
  add(hash: string): void {
    const words = wordsOf(hash);
    assert(this.#passes.find(words) === -1, 'a pass is spent once');
    this.#passes.add(words);
  }

  /** All passes in the order in which they were spent. Full chunks are shared, so this takes no time. */
  chunks(): readonly PassChunk[] {
    return this.#passes.pages();
  }

  /** Adds what `chunks` returned, one chunk in each step: other work can run between two steps. */
  *restoring(chunks: readonly PassChunk[]): Generator<undefined, void> {
    this.#passes.reserve(chunks.length - 1);
    for (const chunk of chunks) {
      this.#passes.addPage(chunk);
      yield;
    }
  }
}

/** Shared: a look-up allocates nothing. Valid until the next call. */
const scratch = new Uint32Array(wordsPerPass);

function wordsOf(hash: string): Words {
  assert(hash.length === hashDigits, () => `${hash.length} digits are no hash of a pass`);
  for (let word = 0; word < wordsPerPass; word++) {
    scratch[word] = Number.parseInt(hash.slice(word * 8, word * 8 + 8), 16);
  }
  return scratch;
}
