/** A layout change while it is being written: everything that its parts share, inside one transaction. */
import { isDeepStrictEqual } from 'node:util';
import type { CommonQueryMethods } from 'slonik';
import type { LayoutChange, Reference } from '#domain/layout/layout-change.ts';
import type { StoredRow, StoredSeat, StoredSection } from './stored-items.ts';

export interface Draft {
  readonly connection: CommonQueryMethods;
  readonly schemaId: number;
  /** The version that comes of it. */
  readonly version: number;
  readonly isForced: boolean;
  readonly change: LayoutChange;
  /** What is there before the change: all sections and rows, and the seats that the change concerns. */
  readonly stored: {
    readonly sections: ReadonlyMap<number, StoredSection>;
    readonly rows: ReadonlyMap<number, StoredRow>;
    readonly seats: ReadonlyMap<number, StoredSeat>;
  };
  /** Of what is added, by guid. */
  readonly ids: {
    readonly sections: ReadonlyMap<string, number>;
    readonly rows: ReadonlyMap<string, number>;
    readonly seats: ReadonlyMap<string, number>;
    readonly shapes: Map<string, number>;
  };
}

/** The id behind a reference that the change was checked for. */
export function idOf(ids: ReadonlyMap<string, number>, reference: Reference): number {
  return typeof reference === 'number' ? reference : (ids.get(reference) as number);
}

/** The stored item with the changed members in their places; null when nothing changes. */
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
