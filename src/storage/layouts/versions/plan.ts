/** The members of a layout as a whole: the drawing under its seats, the initial view of the plan, the focal point, the units. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { FocalPoint } from '#codec/layout-records.ts';
import type { DrawnPlan, PlanChange } from '#domain/layout/layout-change.ts';
import { type PlannedUnit, unitBookings } from '#domain/units/unit.ts';

const storedUnits = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    seats: z.array(z.int()),
    booking: z.enum(unitBookings),
    min: z.int().nullable(),
    max: z.int().nullable(),
  }),
);
const anything = z.record(z.string(), z.unknown()).nullable();
const planRow = z.object({
  vectorBackground: anything,
  clientViewBox: anything,
  focalPoint: z.object({ x: z.number(), y: z.number() }).nullable(),
  units: storedUnits.nullable(),
});

const focalPointColumn = sql.fragment`
  case when focal_x is not null then json_build_object('x', focal_x, 'y', focal_y) end as "focalPoint"
`;

/** Without the units. */
export function planOf(connection: CommonQueryMethods, schemaId: number): Promise<DrawnPlan> {
  return connection.one(sql.type(planRow.omit({ units: true }))`
    select vector_background as "vectorBackground", client_view_box as "clientViewBox",
      ${focalPointColumn}
    from schema where id = ${schemaId}
  `);
}

/** The units of the present version; removed seats are among theirs. */
export async function unitsOf(connection: CommonQueryMethods, schemaId: number): Promise<readonly PlannedUnit[]> {
  const { units } = await connection.one(sql.type(planRow.pick({ units: true }))`
    select units from schema where id = ${schemaId}
  `);
  return units ?? [];
}

/** The point that the seats face, or null. */
export async function focalPointOf(connection: CommonQueryMethods, schemaId: number): Promise<FocalPoint | null> {
  const { focalPoint } = await connection.one(sql.type(planRow.pick({ focalPoint: true }))`
    select ${focalPointColumn} from schema where id = ${schemaId}
  `);
  return focalPoint;
}

/** The members after a change; absent ones keep their stored values. */
function wanted({ vectorBackground, clientViewBox, focalPoint, units }: PlanChange) {
  const column = (name: 'vector_background' | 'client_view_box' | 'units', value: object | null | undefined) => {
    if (value === undefined) return sql.identifier([name]);
    return sql.fragment`${value === null ? null : JSON.stringify(value)}::jsonb`;
  };
  const coordinate = (name: 'focal_x' | 'focal_y', value: number | undefined) =>
    focalPoint === undefined ? sql.identifier([name]) : sql.fragment`${value ?? null}::float8`;
  return {
    background: column('vector_background', vectorBackground),
    viewBox: column('client_view_box', clientViewBox),
    allUnits: column('units', units),
    focalX: coordinate('focal_x', focalPoint?.x),
    focalY: coordinate('focal_y', focalPoint?.y),
  };
}

/** Whether the stored plan already equals the change. */
export function isPlanSame(connection: CommonQueryMethods, schemaId: number, change: PlanChange): Promise<boolean> {
  const { background, viewBox, allUnits, focalX, focalY } = wanted(change);
  return connection.exists(sql.unsafe`
    select from schema
    where id = ${schemaId} and vector_background is not distinct from ${background}
      and client_view_box is not distinct from ${viewBox}
      and units is not distinct from ${allUnits} and focal_x is not distinct from ${focalX} and focal_y is not distinct from ${focalY}
  `);
}

export async function writePlan(connection: CommonQueryMethods, schemaId: number, change: PlanChange): Promise<void> {
  const { background, viewBox, allUnits, focalX, focalY } = wanted(change);
  await connection.query(sql.unsafe`
    update schema
    set vector_background = ${background}, client_view_box = ${viewBox}, units = ${allUnits}, focal_x = ${focalX}, focal_y = ${focalY}
    where id = ${schemaId}
  `);
}
