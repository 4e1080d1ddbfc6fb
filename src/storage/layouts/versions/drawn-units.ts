/**
 * The units of a drawing as the layout's next version has them: seats by index instead of by guid. Reads the seats as the
 * change has left them, so that a unit can have new seats and none that is gone.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { DrawnUnit, LayoutFault } from '#domain/layout/layout-change.ts';
import { guestErrors } from '#domain/units/plan-units.ts';
import type { PlannedUnit } from '#domain/units/unit.ts';
import { unitsOf } from './plan.ts';

export interface UnitsOfDrawing {
  /** Null: none. */
  readonly units: readonly PlannedUnit[] | null;
  readonly faults: readonly LayoutFault[];
}

/** `newIds`: one for each new unit, in their order. */
export async function plannedUnits(
  connection: CommonQueryMethods,
  schemaId: number,
  drawn: readonly DrawnUnit[],
  newIds: readonly number[],
): Promise<UnitsOfDrawing> {
  const known = new Set((await unitsOf(connection, schemaId)).map(({ id }) => id));
  const guids = drawn.flatMap(({ seats }) => seats);
  const indices = guids.length === 0 ? new Map<string, number>() : await indicesOf(connection, schemaId, guids);
  const faults: LayoutFault[] = [];
  const fault = (at: number, member: string, message: string, rejectedValue: string | number): void => {
    faults.push({ list: 'units', action: 'add', at, member, code: 'UNKNOWN_VALUE', message, rejectedValue });
  };
  const ids = newIds.values();
  const units = drawn.map((unit, at) => {
    const { id, name, booking, min, max, seats } = unit;
    if (id !== null && !known.has(id)) fault(at, 'id', 'must be a unit of the layout', id);
    const runs = seats.flatMap((guid, position) => {
      const index = indices.get(guid.toLowerCase());
      if (index === undefined) fault(at, `seatGuids[${position}]`, 'must be a seat of the layout', guid);
      return index === undefined ? [] : [index, 1];
    });
    for (const { field, message, code, rejectedValue } of guestErrors(unit, seats.length, '')) {
      faults.push({
        list: 'units',
        action: 'add',
        at,
        member: field,
        code,
        message,
        rejectedValue: rejectedValue as number,
      });
    }
    return { id: id ?? (ids.next().value as number), name, booking, min, max, seats: runs };
  });
  return { units: units.length === 0 ? null : units, faults };
}

const placed = z.object({ guid: z.string(), index: z.int() });

async function indicesOf(
  connection: CommonQueryMethods,
  schemaId: number,
  guids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const seats = await connection.any(sql.type(placed)`
    select guid, index from seat
    where schema_id = ${schemaId} and removed_version is null and guid = any(${sql.array(guids, 'uuid')})
  `);
  return new Map(seats.map(({ guid, index }) => [guid, index]));
}
