/** Which release took each seat and share of the naive event model from the allotment that it was put in. */
import type { ReleaseCause } from '#domain/allotments/allotment.ts';
import type { NaiveAllotments } from './naive-allotments.ts';
import type { NaiveShare } from './naive-places.ts';

export class NaiveReleases {
  readonly #allotments: NaiveAllotments;
  /** By seat: of those that were released by part. */
  readonly #parts = new Map<number, { readonly from: string; readonly cause: ReleaseCause }>();

  constructor(allotments: NaiveAllotments) {
    this.#allotments = allotments;
  }

  /** A seat is released by part. What released it before stays. */
  add(seat: number, from: string, cause: ReleaseCause): void {
    const before = this.#allotments.ofSeat.get(seat) ?? '';
    const whole = this.#allotments.byId.get(before)?.cause;
    if (!this.#parts.has(seat))
      this.#parts.set(seat, whole === undefined ? { from, cause } : { from: before, cause: whole });
  }

  /** A seat is put in an allotment, or taken from one. */
  put(seat: number): void {
    this.#parts.delete(seat);
  }

  remove(id: string): void {
    for (const [seat, { from }] of this.#parts) if (from === id) this.#parts.delete(seat);
  }

  /** As text; null: the seat was not released. */
  ofSeat(seat: number): string | null {
    const part = this.#parts.get(seat);
    return part === undefined ? this.#ofWhole(this.#allotments.ofSeat.get(seat)) : `${part.cause} from ${part.from}`;
  }

  ofShare({ of, cause }: NaiveShare): string | null {
    return cause === undefined ? this.#ofWhole(of) : `${cause} from ${of}`;
  }

  #ofWhole(id = ''): string | null {
    const cause = this.#allotments.byId.get(id)?.cause;
    return cause === undefined ? null : `${cause} from ${id}`;
  }
}
