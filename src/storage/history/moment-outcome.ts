/** What is asked for of an event's past, and how a moment of it is answered. */
import type { Moment } from '#domain/history/moment.ts';
import type { NoArchive } from '../archive/read-archive.ts';

/** A record's number, or actor time. */
export type Wanted = { readonly sequence: number } | { readonly time: number };

export type MomentOutcome =
  | { readonly outcome: 'found'; readonly sequence: number; readonly at: number; readonly moment: Moment }
  /** `first`: the earliest record that can be read. */
  | { readonly outcome: 'trimmed'; readonly first: number }
  | { readonly outcome: 'future'; readonly last: number }
  /** Before the event was there. */
  | { readonly outcome: 'before' }
  /** Another call of the organization reads one. */
  | { readonly outcome: 'busy' }
  | NoArchive;

/** What is kept of an event's records. */
interface Kept {
  /** The first record in the journal. */
  readonly firstSeq: number;
  readonly headSeq: number;
  /** The first record after which the inventory can be told. */
  readonly first: number;
}

/** Null: the inventory after this record can be told. `sequence`: 0 is before the first record. */
export function outOfReach(sequence: number, { firstSeq, headSeq, first }: Kept): MomentOutcome | null {
  if (sequence > headSeq) return { outcome: 'future', last: headSeq };
  if (sequence < firstSeq && firstSeq === 1) return { outcome: 'before' };
  return sequence < first ? { outcome: 'trimmed', first } : null;
}
