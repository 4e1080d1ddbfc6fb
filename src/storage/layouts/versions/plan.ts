/** The members of a layout as a whole: the drawing under its seats and the initial view of the plan. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { LayoutPlan, PlanChange } from '#domain/layout/layout-change.ts';

const anything = z.record(z.string(), z.unknown()).nullable();
const planRow = z.object({ vectorBackground: anything, clientViewBox: anything });

export function planOf(connection: CommonQueryMethods, schemaId: number): Promise<LayoutPlan> {
  return connection.one(sql.type(planRow)`
    select vector_background as "vectorBackground", client_view_box as "clientViewBox" from schema where id = ${schemaId}
  `);
}

/** The members after a change; absent ones keep their stored values. */
function wanted({ vectorBackground, clientViewBox }: PlanChange) {
  const column = (name: 'vector_background' | 'client_view_box', value: PlanChange[keyof PlanChange]) => {
    if (value === undefined) return sql.identifier([name]);
    return sql.fragment`${value === null ? null : JSON.stringify(value)}::jsonb`;
  };
  return {
    background: column('vector_background', vectorBackground),
    viewBox: column('client_view_box', clientViewBox),
  };
}

/** Whether the stored plan already equals the change. */
export function isPlanSame(connection: CommonQueryMethods, schemaId: number, change: PlanChange): Promise<boolean> {
  const { background, viewBox } = wanted(change);
  return connection.exists(sql.unsafe`
    select from schema
    where id = ${schemaId} and vector_background is not distinct from ${background}
      and client_view_box is not distinct from ${viewBox}
  `);
}

export async function writePlan(connection: CommonQueryMethods, schemaId: number, change: PlanChange): Promise<void> {
  const { background, viewBox } = wanted(change);
  await connection.query(sql.unsafe`
    update schema set vector_background = ${background}, client_view_box = ${viewBox} where id = ${schemaId}
  `);
}
