/**
 * Removes sections, rows and seats from a layout: a section with its rows, a row with its seats. Their database rows
 * stay, marked with the version that removed them; their zones are cleared.
 */
import { sql } from 'slonik';
import { z } from 'zod';
import type { Draft } from './draft.ts';

/** The items that a change removes from the layout. */
export interface Removal {
  /** Index and id. */
  readonly seats: ReadonlyMap<number, number>;
  /** `capacity`: the area's new capacity, which may be smaller than before; null: the area is removed. */
  readonly areas: readonly { readonly id: number; readonly capacity: number | null }[];
}

export async function removeItems(draft: Draft): Promise<Removal> {
  const { connection, schemaId, version, isForced, change, stored } = draft;
  const sections = `{${change.sections.remove.join(',')}}`;
  const gone = sql.fragment`removed_version = ${version}, removal_forced = ${isForced}`;
  await connection.query(sql.unsafe`
    update section set ${gone}, pricing_zone_id = null, zone_active_count = null
    where schema_id = ${schemaId} and id = any(${sections}::int8[]) and removed_version is null
  `);
  const rows = await connection.anyFirst(sql.type(z.object({ id: z.int() }))`
    update seat_row set removed_version = ${version}
    where schema_id = ${schemaId} and removed_version is null
      and (id = any(${`{${change.rows.remove.join(',')}}`}::int8[]) or section_id = any(${sections}::int8[]))
    returning id
  `);
  const seats = (await connection.any(sql.unsafe`
    update seat set ${gone}, pricing_zone_id = null
    where schema_id = ${schemaId} and removed_version is null
      and (id = any(${`{${change.seats.remove.join(',')}}`}::int8[]) or row_id = any(${`{${rows.join(',')}}`}::int8[]))
    returning id, index
  `)) as readonly { readonly id: number; readonly index: number }[];
  const removed = change.sections.remove.filter((id) => stored.sections.get(id)?.ga === true);
  const shrunk = change.sections.change.flatMap(({ id, capacity }) => {
    const before = stored.sections.get(id);
    if (before?.ga !== true || capacity === undefined || removed.includes(id)) return [];
    // An area with capacity 0 is sized by each event, so an event may have sold more than the new capacity.
    const isSmaller = capacity < before.capacity || (before.capacity === 0 && capacity > 0);
    return isSmaller ? [{ id, capacity }] : [];
  });
  return {
    seats: new Map(seats.map(({ id, index }) => [index, id])),
    areas: [...removed.map((id) => ({ id, capacity: null })), ...shrunk],
  };
}
