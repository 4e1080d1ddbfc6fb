/**
 * An audience: all sessions that may take the same seats. Its mask says which seats these are, whether or not they are
 * free now, so that holds and sales do not touch it. It lives until a fact changes allotments, prices of the release, or
 * the layout; then it is built again when it is asked for.
 */
import type { Bitmap } from '#collections/bitmap.ts';

export interface Audience {
  /** Equal for equal sets of allotments. */
  readonly key: string;
  /** The seats that it may take when they are free. */
  readonly permitted: Bitmap;
  /** By slot, 0 for no allotment: 1 when it may take what is in it, with releases followed. */
  readonly permits: Uint8Array;
}

/** Null: every seat is permitted, because the event has no allotments or the organization itself asks. */
export type Asking = Audience | null;
