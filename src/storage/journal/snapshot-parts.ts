/** The parts of a stored snapshot, whatever its format: what part 0 says of it, and the list that each other part has. */
import type { ImageHead } from '#domain/image.ts';

/** The stored parts are damaged, incomplete or of another format. */
export class UnreadableSnapshot extends Error {
  override readonly name = 'UnreadableSnapshot';
}

export interface Part {
  readonly part: number;
  readonly checksum: number;
  /** JSON, in earlier formats. */
  readonly body: string | null;
  readonly bytes: Buffer | null;
}

/** Part 0. */
export interface Header {
  readonly seq: number;
  /** Parts beside this one. */
  readonly parts: number;
  /** Absent: there is no queue. */
  readonly ticketPages?: number;
  /** The image's head without its long lists. */
  readonly head: ImageHead;
}

/** Consecutive items of a list of the image or of its head. */
export interface StoredList {
  readonly list:
    | 'columns'
    | 'passes'
    | 'ticketClaims'
    | 'ticketPages'
    | 'keys'
    | 'sessions'
    | 'answered'
    | `head.${string}`;
  readonly items: readonly unknown[];
}

export interface SnapshotParts {
  readonly header: Header;
  listOf(part: Part): StoredList;
}
