/**
 * Writes a layout's next version in one transaction. Changes of one schema are serialized. Sold or held items are
 * removed only with `forceDelete`; without it the projection of every event on the schema is searched for them. The
 * caller settles those events first and announces the new version (`src/workflows/layout-change.ts`).
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { checkChange, faultsMax } from '#domain/layout/check-change.ts';
import type { AddedIds, LayoutChange, LayoutFault, PlanChange, SeatFields } from '#domain/layout/layout-change.ts';
import type { Conflicts } from '#domain/refusal.ts';
import type { Database } from '../database/call-changes.ts';
import { allocateLayoutIds } from './layout-import.ts';
import { shapesOf } from './layout-shapes.ts';
import { findTaken } from './taken-items.ts';
import { allocateUnitIds } from './unit-ids.ts';
import type { Draft } from './versions/draft.ts';
import { plannedUnits } from './versions/drawn-units.ts';
import { findFaults } from './versions/name-check.ts';
import { isPlanSame, writePlan } from './versions/plan.ts';
import { removeItems } from './versions/removal.ts';
import { writeSeats } from './versions/seats.ts';
import { writeRows, writeSections } from './versions/sections.ts';
import { writeShapes } from './versions/shapes.ts';
import { columnOf, inPieces, rowsOf, seatsOf, sectionsOf } from './versions/stored-items.ts';
import { changesNothing } from './versions/unchanged.ts';

export interface LayoutChangeRequest {
  readonly organizationId: number;
  readonly schemaId: number;
  readonly change: LayoutChange;
  /** Also remove sold, locked or held items. */
  readonly forceDelete: boolean;
  /** The version that must be the current one; absent: any. */
  readonly onlyVersion?: number;
  /** Commits together with the new version. */
  readonly beside?: (transaction: CommonQueryMethods) => Promise<void>;
}

export type LayoutChangeOutcome =
  | { readonly outcome: 'changed'; readonly version: number; readonly added: AddedIds }
  /** The layout already matches: no new version. */
  | { readonly outcome: 'unchanged' }
  /** The organization has no such schema. */
  | { readonly outcome: 'unknown' }
  /** `onlyVersion` is not the current version. */
  | { readonly outcome: 'outdated' }
  /** A clone of the schema is being made: it must not change until that is complete. */
  | { readonly outcome: 'cloning' }
  /** An item to be removed is sold, locked or held. */
  | { readonly outcome: 'taken'; readonly conflicts: Conflicts }
  | { readonly outcome: 'invalid'; readonly faults: readonly LayoutFault[] };

/** Thrown to roll back the transaction; holds the outcome. */
class Refused extends Error {
  readonly reason: LayoutChangeOutcome;

  constructor(reason: LayoutChangeOutcome) {
    super('The layout was not changed.');
    this.reason = reason;
  }
}

/** Whether the change can take something from a buyer: it removes items, or gives an area another capacity. */
export function canTakeAway({ sections, rows, seats }: LayoutChange): boolean {
  return (
    sections.remove.length + rows.remove.length + seats.remove.length > 0 ||
    sections.change.some(({ capacity }) => capacity !== undefined)
  );
}

/** Takes new ids from the pool, apart from the changes. */
export async function writeLayoutChange(
  pool: DatabasePool,
  database: Database,
  request: LayoutChangeRequest,
): Promise<LayoutChangeOutcome> {
  const ids = await allocateIds(pool, request.change);
  try {
    return await database.transaction((transaction) => write(transaction, request, ids));
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
}

async function write(
  connection: CommonQueryMethods,
  { organizationId, schemaId, change, forceDelete, onlyVersion, beside }: LayoutChangeRequest,
  ids: Draft['ids'],
): Promise<LayoutChangeOutcome> {
  const current = await lockSchema(connection, organizationId, schemaId);
  if (onlyVersion !== undefined && onlyVersion !== current) throw new Refused({ outcome: 'outdated' });
  const version = current + 1;
  const stored = await readStored(connection, schemaId, change);
  const shapes = await shapesOf(connection, schemaId);
  const faults = checkChange(change, { ...stored, shapes: new Set(shapes.map(({ id }) => id)) });
  if (faults.length > 0) throw new Refused({ outcome: 'invalid', faults });
  const { plan = {} } = change;
  const planNow = async (): Promise<PlanChange> => {
    if (change.units === undefined) return plan;
    const { units, faults } = await plannedUnits(connection, schemaId, change.units, ids.units);
    if (faults.length > 0) throw new Refused({ outcome: 'invalid', faults: faults.slice(0, faultsMax) });
    return { ...plan, units };
  };
  if (changesNothing(change, stored, shapes) && (await isPlanSame(connection, schemaId, await planNow()))) {
    return { outcome: 'unchanged' };
  }
  const draft: Draft = { connection, schemaId, version, isForced: forceDelete, change, stored, ids };
  await writeSections(draft);
  await writeRows(draft);
  await writeSeats(draft);
  await writeShapes(draft);
  const removal = await removeItems(draft);
  await writePlan(connection, schemaId, await planNow());
  const faultsNow = await findFaults(draft);
  if (faultsNow.length > 0) throw new Refused({ outcome: 'invalid', faults: faultsNow });
  const conflicts = forceDelete ? null : await findTaken(connection, schemaId, removal);
  if (conflicts !== null) throw new Refused({ outcome: 'taken', conflicts });
  await commitVersion(draft);
  await beside?.(connection);
  return { outcome: 'changed', version, added: ids };
}

/** Locks the schema and returns its version. Transactions that create events or clones of it wait from now on. */
async function lockSchema(connection: CommonQueryMethods, organizationId: number, schemaId: number): Promise<number> {
  const schema = await connection.maybeOne(sql.type(z.object({ version: z.int() }))`
    select layout_version as version from schema
    where id = ${schemaId} and organization_id = ${organizationId} and visible
    for update
  `);
  if (schema === null) throw new Refused({ outcome: 'unknown' });
  const isCloned = await connection.exists(sql.unsafe`
    select from schema_clone where schema_id = ${schemaId} and state in ('CREATED', 'IN_PROCESS')
  `);
  if (isCloned) throw new Refused({ outcome: 'cloning' });
  return schema.version;
}

/** Seats of one row get consecutive ids in their order, which keeps seat maps small. */
async function allocateIds(
  pool: DatabasePool,
  { sections, rows, seats, units = [] }: LayoutChange,
): Promise<Draft['ids']> {
  const counts = { sections: sections.add.length, rows: rows.add.length, seats: seats.add.length };
  const first =
    counts.sections + counts.rows + counts.seats === 0
      ? { firstSection: 0, firstRow: 0, firstSeat: 0 }
      : await allocateLayoutIds(pool, counts);
  const rank = (place: SeatFields['place']): number => place ?? Number.MAX_VALUE;
  const inRows = [...Map.groupBy(seats.add, ({ row }) => row).values()].flatMap((row) =>
    row.toSorted((a, b) => rank(a.place) - rank(b.place)),
  );
  const idsOf = (items: readonly { readonly guid: string }[], from: number): ReadonlyMap<string, number> =>
    new Map(items.map(({ guid }, at) => [guid, from + at]));
  return {
    sections: idsOf(sections.add, first.firstSection),
    rows: idsOf(rows.add, first.firstRow),
    seats: idsOf(inRows, first.firstSeat),
    shapes: new Map(),
    units: await allocateUnitIds(pool, units.filter(({ id }) => id === null).length),
  };
}

/** The stored items that the change needs: among the seats those that it names, and those of rows that gain seats. */
async function readStored(
  connection: CommonQueryMethods,
  schemaId: number,
  { seats }: LayoutChange,
): Promise<Draft['stored']> {
  const sections = await sectionsOf(connection, schemaId);
  const rows = await rowsOf(connection, schemaId);
  const ids = [...seats.change.map(({ id }) => id), ...seats.remove];
  const named = await seatsOf(connection, schemaId, { ids, rows: [] });
  const targets = new Set<number>();
  for (const { row } of seats.add) if (typeof row === 'number') targets.add(row);
  for (const { id, row, place } of seats.change) {
    const target = row ?? (place === undefined ? undefined : named.get(id)?.row);
    if (typeof target === 'number') targets.add(target);
  }
  if (targets.size === 0) return { sections, rows, seats: named };
  return { sections, rows, seats: await seatsOf(connection, schemaId, { ids, rows: [...targets] }) };
}

/**
 * Stores the number of seats of each row where it has changed. Two plain reads and a comparison here: with one statement
 * Postgres, which has no statistics of new seats yet, counted them again for every row.
 */
async function countSeats(connection: CommonQueryMethods, schemaId: number): Promise<void> {
  const there = sql.fragment`schema_id = ${schemaId} and removed_version is null`;
  const counted = (await connection.any(sql.unsafe`
    select row_id as id, count(*) as count from seat where ${there} group by row_id
  `)) as readonly { readonly id: number; readonly count: number }[];
  const rows = (await connection.any(sql.unsafe`
    select id, seat_count as count from seat_row where ${there}
  `)) as readonly { readonly id: number; readonly count: number }[];
  const counts = new Map(counted.map(({ id, count }) => [id, count]));
  const changed = rows.filter(({ id, count }) => count !== (counts.get(id) ?? 0));
  await inPieces(changed, (piece) => {
    const ids = columnOf(piece.map(({ id }) => id));
    const wanted = columnOf(piece.map(({ id }) => counts.get(id) ?? 0));
    return connection.query(sql.unsafe`
      update seat_row set seat_count = item.count
      from unnest(${ids}::int8[], ${wanted}::int4[]) as item (id, count)
      where seat_row.schema_id = ${schemaId} and seat_row.id = item.id
    `);
  });
}

async function commitVersion({ connection, schemaId, version }: Draft): Promise<void> {
  await countSeats(connection, schemaId);
  await connection.query(sql.unsafe`
    with counted as materialized (
      select section_id, sum(seat_count) as count from seat_row
      where schema_id = ${schemaId} and removed_version is null
      group by section_id
    )
    update section set capacity = coalesce(count, 0)
    from section as standing left join counted on section_id = standing.id
    where standing.schema_id = ${schemaId} and standing.removed_version is null and not standing.ga
      and section.id = standing.id and section.capacity <> coalesce(count, 0)
  `);
  await connection.query(sql.unsafe`
    update schema set layout_version = ${version}, updated_at = now(), capacity = (
      select coalesce(sum(capacity), 0) from section where schema_id = ${schemaId} and removed_version is null
    )
    where id = ${schemaId}
  `);
}
