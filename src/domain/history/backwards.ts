/**
 * Reads rows of one block from the last to the first. Rows of successive owners may overlap, and then both have the same
 * changes: each is given once.
 */
import type { HistoryRow } from './history-log.ts';

export class Backwards<Entry extends { readonly seq: number }> {
  readonly #read: (entries: Uint8Array, after: number) => Iterable<Entry>;
  /** Changes after this record have been given. */
  #given = Number.POSITIVE_INFINITY;

  constructor(read: (entries: Uint8Array, after: number) => Iterable<Entry>) {
    this.#read = read;
  }

  /** The changes of the row that have not been given, the latest first. Rows come by falling `to`. */
  take({ entries, after }: Pick<HistoryRow, 'entries' | 'after'>): Entry[] {
    const given = this.#given;
    const left = [...this.#read(entries, after)].filter(({ seq }) => seq <= given);
    this.#given = Math.min(given, after);
    return left.reverse();
  }
}
