/**
 * The parts of an archive, in the order of the file: first the event's small tables, then its layout, then the tables
 * that grow with its sales. Each part is a table's rows of the event or of its layout, with all columns.
 */

export interface ArchivePart {
  /** The table, which also names the part. */
  readonly table: string;
  /** The column that names the event, or the layout. */
  readonly owner: string;
  /** The rows are in the order of this column, which an index has. */
  readonly order: string;
  /** A row usually has less than 300 bytes: many of them are read at once. Other rows may have 100 KB or more. */
  readonly isNarrow?: true;
}

/** Written by a restoration at its end, in one transaction: with them the event is there. */
export const eventParts: readonly ArchivePart[] = [
  { table: 'event', owner: 'number', order: 'number' },
  { table: 'event_owner', owner: 'event_number', order: 'event_number' },
  { table: 'event_projection', owner: 'event_number', order: 'event_number' },
  { table: 'event_offer', owner: 'event_number', order: 'event_number' },
  { table: 'event_history', owner: 'event_number', order: 'event_number' },
  { table: 'price_event', owner: 'event_number', order: 'price_id', isNarrow: true },
];

/** Not restored: the layout stays in the database, because other events may use it. */
export const layoutParts: readonly ArchivePart[] = [
  { table: 'schema', owner: 'id', order: 'id' },
  { table: 'section', owner: 'schema_id', order: 'position' },
  { table: 'seat_row', owner: 'schema_id', order: 'first_index', isNarrow: true },
  { table: 'seat', owner: 'schema_id', order: 'index', isNarrow: true },
  { table: 'layout_shape', owner: 'schema_id', order: 'id' },
];

/** The layout as decisions need it: one row that no table has. */
export const planPart = 'plan';

/** With them the event can be replayed, and its orders compared. */
export const saleParts: readonly ArchivePart[] = [
  { table: 'snapshot', owner: 'event_number', order: 'part' },
  { table: 'history_block', owner: 'event_number', order: 'block' },
  { table: 'journal', owner: 'event_number', order: 'seq' },
  { table: 'session_record', owner: 'event_number', order: 'ordinal' },
  { table: 'seat_booking', owner: 'event_number', order: 'seat', isNarrow: true },
  { table: 'area_booking', owner: 'event_number', order: 'area', isNarrow: true },
];
