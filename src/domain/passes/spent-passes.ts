/**
 * The passes that have opened a session of the event, each as a 96-bit hash of its id. A pass stays spent for good: the
 * organization may sign the same id again with a later expiry, so a hash cannot be dropped when its pass expires.
 * Promises at most 24 bytes a pass once there are thousands, a look-up that scans nothing, and no pause that grows with
 * the number of passes.
 */
import { assert } from '../assert.ts';
import { slotsOfPart } from '../part-size.ts';

/** Passes that one event can record; they take 96 MB. */
const spentPassesMax = 4_000_000;

/** Hex digits of a hash. */
const hashDigits = 24;
const wordsPerPass = 3;
/** Passes in a chunk; a full chunk is never written again, so a snapshot may keep a reference to it. */
export const passesPerChunk = 8_192;
const chunkWords = passesPerChunk * wordsPerPass;

/** The index is split by the first bits of the hash, so that growing one part of it is short. */
const segmentBits = 8;
const segmentLengthMin = 16;

export type PassChunk = Uint32Array<ArrayBuffer>;

interface Segment {
  /** Position of a pass plus 1, or 0: empty. The length is a power of two. */
  slots: Uint32Array;
  count: number;
}

export class SpentPasses {
  readonly #chunks: PassChunk[] = [];
  readonly #segments: (Segment | undefined)[] = [];
  readonly #max: number;
  /** The length of a new segment. */
  #segmentLength = segmentLengthMin;
  #size = 0;

  /** `max`: with so many passes it is full. Only tests set a lower number. */
  constructor(max = spentPassesMax) {
    this.#max = max;
  }

  get size(): number {
    return this.#size;
  }

  get isFull(): boolean {
    return this.#size >= this.#max;
  }

  /** `hash`: 24 hex digits. */
  has(hash: string): boolean {
    const [first, second, third] = wordsOf(hash);
    const segment = this.#segments[first >>> (32 - segmentBits)];
    if (segment === undefined) return false;
    const { slots } = segment;
    const mask = slots.length - 1;
    for (let slot = second & mask; ; slot = (slot + 1) & mask) {
      const place = slots[slot] as number;
      if (place === 0) return false;
      if (this.#isAt(place - 1, first, second, third)) return true;
    }
  }

  /** Records a pass that is not spent yet. `hash`: 24 hex digits. */
  add(hash: string): void {
    assert(!this.has(hash), 'a pass is spent once');
    const words = wordsOf(hash);
    this.#append(words);
    this.#index(this.#size - 1, words[0], words[1]);
  }

  /** All passes in the order in which they were spent. Full chunks are shared, so this takes no time. */
  chunks(): readonly PassChunk[] {
    const used = (this.#size % passesPerChunk) * wordsPerPass;
    return this.#chunks.map((chunk, place) =>
      place === this.#chunks.length - 1 && used > 0 ? chunk.slice(0, used) : chunk,
    );
  }

  /** Adds what `chunks` returned, one chunk in each step: other work can run between two steps. */
  *restoring(chunks: readonly PassChunk[]): Generator<undefined, void> {
    assert(this.#size === 0, 'there are spent passes already');
    const passes = Math.max(0, chunks.length - 1) * passesPerChunk;
    this.#segmentLength = Math.max(segmentLengthMin, slotsOfPart(passes, 1 << segmentBits));
    for (const chunk of chunks) {
      assert(chunk.length % wordsPerPass === 0, 'a chunk of spent passes is incomplete');
      for (let at = 0; at < chunk.length; at += wordsPerPass) {
        const words = [chunk[at], chunk[at + 1], chunk[at + 2]] as [number, number, number];
        this.#append(words);
        this.#index(this.#size - 1, words[0], words[1]);
      }
      yield;
    }
  }

  #append(words: readonly [number, number, number]): void {
    const at = (this.#size % passesPerChunk) * wordsPerPass;
    if (at === 0) this.#chunks.push(new Uint32Array(chunkWords));
    (this.#chunks.at(-1) as PassChunk).set(words, at);
    this.#size++;
  }

  #index(position: number, first: number, second: number): void {
    const name = first >>> (32 - segmentBits);
    while (this.#segments.length <= name) this.#segments.push(undefined);
    const segment = this.#segments[name] ?? { slots: new Uint32Array(this.#segmentLength), count: 0 };
    this.#segments[name] = segment;
    if (4 * (segment.count + 1) > 3 * segment.slots.length) this.#grow(segment);
    put(segment.slots, position, second);
    segment.count++;
  }

  #grow(segment: Segment): void {
    const grown = new Uint32Array(2 * segment.slots.length);
    for (const place of segment.slots) if (place !== 0) put(grown, place - 1, this.#word(place - 1, 1));
    segment.slots = grown;
  }

  #isAt(position: number, first: number, second: number, third: number): boolean {
    return this.#word(position, 1) === second && this.#word(position, 0) === first && this.#word(position, 2) === third;
  }

  #word(position: number, word: number): number {
    const chunk = this.#chunks[Math.floor(position / passesPerChunk)] as PassChunk;
    return chunk[(position % passesPerChunk) * wordsPerPass + word] as number;
  }
}

function put(slots: Uint32Array, position: number, second: number): void {
  const mask = slots.length - 1;
  let slot = second & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = position + 1;
}

function wordsOf(hash: string): [number, number, number] {
  assert(hash.length === hashDigits, () => `${hash.length} digits are no hash of a pass`);
  return [
    Number.parseInt(hash.slice(0, 8), 16),
    Number.parseInt(hash.slice(8, 16), 16),
    Number.parseInt(hash.slice(16), 16),
  ];
}
