/**
 * The seats that were released by part: from which allotment, and by what. Such a seat is in the column of its target, which
 * does not tell where it came from. Changed only by facts; who may take a seat never depends on it.
 */
import { forEachInRuns, runsByValue, type SeatRuns } from '../seats/seat-runs.ts';
import { type ReleaseCause, releaseCauses } from './allotment.ts';

/** The release of a place from its allotment. */
export interface PlaceRelease {
  /** Slot of that allotment. */
  readonly slot: number;
  readonly cause: ReleaseCause;
}

/** As a snapshot stores them. */
export type PartReleaseImage = readonly [slot: number, cause: ReleaseCause, seats: SeatRuns];

export class PartReleases {
  /** By seat: a number for the slot and the cause, or 0. Null while there is none: most events have no such release. */
  #codes: Uint16Array<ArrayBuffer> | null = null;
  #size: number;

  /** `size`: seats are below it. */
  constructor(size: number) {
    this.#size = size;
  }

  of(seat: number): PlaceRelease | null {
    const code = this.#codes?.[seat] ?? 0;
    return code === 0 ? null : releaseOfCode(code);
  }

  set(seat: number, release: PlaceRelease): void {
    this.#codes ??= new Uint16Array(this.#size);
    this.#codes[seat] = codeOfRelease(release);
  }

  forget(seat: number): void {
    if (this.#codes !== null) this.#codes[seat] = 0;
  }

  /** The allotment is gone, and its slot can be another's. */
  forgetSlot(slot: number): void {
    const codes = this.#codes ?? [];
    for (let seat = 0; seat < codes.length; seat++) if (this.of(seat)?.slot === slot) this.forget(seat);
  }

  grow(size: number): void {
    this.#size = size;
    if (this.#codes === null) return;
    const codes = this.#codes;
    this.#codes = new Uint16Array(size);
    this.#codes.set(codes);
  }

  image(): readonly PartReleaseImage[] {
    return this.#codes === null ? [] : imageOf(this.#codes);
  }

  /** Together with the seats whose whole allotment was released. `slots`: by seat. `releases`: by slot. */
  imageWithWhole(slots: Uint8Array, releases: readonly (PlaceRelease | null)[]): readonly PartReleaseImage[] {
    const codes = releases.map((release) => (release === null ? 0 : codeOfRelease(release)));
    return imageOf(Uint16Array.from(slots, (slot, seat) => this.#codes?.[seat] || (codes[slot] as number)));
  }

  restore(images: readonly PartReleaseImage[]): void {
    for (const [slot, cause, seats] of images) forEachInRuns(seats, (seat) => this.set(seat, { slot, cause }));
  }
}

function imageOf(codes: Uint16Array): readonly PartReleaseImage[] {
  return runsByValue(codes, 0).map(([code, seats]) => {
    const { slot, cause } = releaseOfCode(code);
    return [slot, cause, seats];
  });
}

/** Never 0: slots begin with 1. */
function codeOfRelease({ slot, cause }: PlaceRelease): number {
  return slot * releaseCauses.length + releaseCauses.indexOf(cause);
}

function releaseOfCode(code: number): PlaceRelease {
  const cause = releaseCauses[code % releaseCauses.length] as ReleaseCause;
  return { slot: Math.floor(code / releaseCauses.length), cause };
}
