/** A layout change while it is being written: the data that its parts share, inside one transaction. */
import { isDeepStrictEqual } from 'node:util';
import type { CommonQueryMethods } from 'slonik';
import type { LayoutChange, Reference } from '#domain/layout/layout-change.ts';
import type { StoredRow, StoredSeat, StoredSection } from './stored-items.ts';

export interface Draft {
  readonly connection: CommonQueryMethods;
  readonly schemaId: number;
  /** The new version. */
  readonly version: number;
  readonly isForced: boolean;
  readonly change: LayoutChange;
  /** The layout before the change: all sections and rows, and the affected seats. */
  readonly stored: {
    readonly sections: ReadonlyMap<number, StoredSection>;
    readonly rows: ReadonlyMap<number, StoredRow>;
    readonly seats: ReadonlyMap<number, StoredSeat>;
  };
  /** Ids of the added items, by guid. */
  readonly ids: {
    readonly sections: ReadonlyMap<string, number>;
    readonly rows: ReadonlyMap<string, number>;
    readonly seats: ReadonlyMap<string, number>;
    readonly shapes: Map<string, number>;
    /** Of new units, in their order. */
    readonly units: readonly number[];
  };
}

/** The id of a reference; the change has been checked, so it exists. */
export function idOf(ids: ReadonlyMap<string, number>, reference: Reference): number {
  return typeof reference === 'number' ? reference : (ids.get(reference) as number);
}

/** The stored item with the changed members; null when nothing changes. */
export function merged<Item extends object>(stored: Item, change: Partial<Item>): Item | null {
  const wanted = { ...stored };
  let isOther = false;
  for (const [member, value] of Object.entries(change) as [keyof Item, Item[keyof Item]][]) {
    if (!(member in stored) || value === undefined || isDeepStrictEqual(stored[member], value)) continue;
    wanted[member] = value;
    isOther = true;
  }
  return isOther ? wanted : null;
}
