/**
 * A place in an organization's feed: before the change number `index` of a row, or before the row that would stand
 * there. Rows are ordered by era, transaction id and number, and the order of positions is that of the rows.
 */
export interface FeedPosition {
  readonly era: number;
  /** 64 bits. */
  readonly xid: bigint;
  readonly number: number;
  /** How many changes of the row have been read. */
  readonly index: number;
}

/** Before everything. */
export const feedStart: FeedPosition = { era: 0, xid: 0n, number: 0, index: 0 };

export type RowKey = Omit<FeedPosition, 'index'>;

/** After all changes of the row. */
export function afterRow({ era, xid, number }: RowKey): FeedPosition {
  return { era, xid, number: number + 1, index: 0 };
}

/** The row that has led to the position: the one that it is in or directly after. Null: none has. */
export function rowBefore({ era, xid, number, index }: FeedPosition): RowKey | null {
  if (index > 0) return { era, xid, number };
  return number > 0 ? { era, xid, number: number - 1 } : null;
}

/** Negative: the position is before the row or within it. */
export function compareToRow(position: RowKey, row: RowKey): number {
  if (position.era !== row.era) return position.era - row.era;
  if (position.xid !== row.xid) return position.xid < row.xid ? -1 : 1;
  return position.number - row.number;
}
