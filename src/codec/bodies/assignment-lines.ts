/** The common parts of the bodies that assign prices or zones: lists of lines, ids, and the places of an area. */
import { z } from 'zod';
import type { AreaAssignment } from '#domain/command.ts';
import { areaCapacityMax } from '#domain/layout/layout.ts';
import type { JsonFields, JsonObject } from './json-fields.ts';

export const linesMax = 1_000_000;

export const activeCount = z.int().min(0).max(areaCapacityMax).nullish();

/** The lines of areas or of zones, with how many places each offers. */
export function readAreas(
  fields: JsonFields,
  root: JsonObject,
  list: 'groupOfSeats' | 'pricingZones',
): AreaAssignment[] {
  const values = optionalList(fields, root[list], list);
  const lines: AreaAssignment[] = [];
  for (let index = 0; index < values.length && !fields.isFull; index++) {
    const field = `${list}[${index}]`;
    const line = fields.object(values[index], field);
    if (line === null) continue;
    lines.push({
      objectId: longOf(fields, line.objectId, `${field}.objectId`),
      assignmentId: longOf(fields, line.assignmentId, `${field}.assignmentId`),
      activeCount: activeCountOf(fields, line, field),
    });
  }
  return lines;
}

export function activeCountOf(fields: JsonFields, { activeCount }: JsonObject, field: string): number | null {
  if (activeCount === undefined || activeCount === null) return null;
  return fields.integer(activeCount, `${field}.activeCount`, 0, areaCapacityMax);
}

export function optionalList(fields: JsonFields, value: unknown, field: string): readonly unknown[] {
  return value === undefined || value === null ? [] : fields.list(value, field, 0, linesMax);
}

export function longOf(fields: JsonFields, value: unknown, field: string): number {
  return fields.integer(value, field, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
}
