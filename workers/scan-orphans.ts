/** Thread entry: finds the orphan seats of a whole event, from copied columns. */

import { Bitmap } from '#collections/bitmap.ts';
import type { Availability } from '#domain/inventory-copy.ts';
import { findAlone } from '#domain/seats/orphan-rule.ts';
import { SeatRows } from '#domain/seats/seat-rows.ts';

/** Indices, ascending. */
export default function scanOrphans({ size, available, rowFirsts, rowJoins }: Availability): Int32Array<ArrayBuffer> {
  return findAlone(new SeatRows(new Bitmap(size, rowFirsts), rowJoins), new Bitmap(size, available));
}
