/** Thread entry: the bytes of a pricing zone assignment become columns, or field errors. */
import type { InvalidBody } from '#domain/command.ts';
import { checkZoneAssignments, type ZoneAssignments } from '#domain/pricing/check-assignments.ts';
import { parseBody } from './json-body.ts';

/** Never throws: an error would lose its class between threads. */
export default function parseZoneAssignments(bytes: Uint8Array): ZoneAssignments | InvalidBody {
  return parseBody<ZoneAssignments>(bytes, (body) => {
    const check = checkZoneAssignments(body);
    return check.ok ? check.assignments : check.errors;
  });
}
