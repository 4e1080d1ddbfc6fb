/**
 * The changes of one event that are not yet in its organization's feed, in order. `apply` adds them; the projector
 * takes them and writes them together with the projection. A replay that has no log derives none.
 */
import type { Change, ChangeContent } from './change.ts';

export class ChangeLog {
  #changes: Change[] = [];
  #seq = 0;
  #place = 0;
  #wasSoldOut: boolean;

  /** `isSoldOut`: whether the event is sold out where the log begins. */
  constructor(isSoldOut: boolean) {
    this.#wasSoldOut = isSoldOut;
  }

  /** `trace`: of the call that made the change; absent: none. */
  add(contents: readonly ChangeContent[], at: number, seq: number, trace?: string): void {
    for (const content of contents) {
      if (seq !== this.#seq) [this.#seq, this.#place] = [seq, 0];
      const change = { ...content, seq, place: this.#place++, at };
      this.#changes.push(trace === undefined ? change : { ...change, trace });
    }
  }

  /**
   * Called after the last fact of a record. Whether the event is sold out is compared between records only: a place
   * that is given back and taken again within one record makes no change.
   */
  seal(isSoldOut: boolean, at: number, seq: number): void {
    if (isSoldOut === this.#wasSoldOut) return;
    this.#wasSoldOut = isSoldOut;
    this.add([{ type: isSoldOut ? 'event.sold-out' : 'event.back-on-sale' }], at, seq);
  }

  take(): Change[] {
    const taken = this.#changes;
    this.#changes = [];
    return taken;
  }

  /** Returns changes that were taken and could not be written. */
  giveBack(changes: readonly Change[]): void {
    this.#changes = [...changes, ...this.#changes];
  }
}
