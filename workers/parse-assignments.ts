/** Thread entry: the bytes of a price assignment become columns, or field errors. */
import type { InvalidBody } from '#domain/command.ts';
import { type Assignments, checkAssignments } from '#domain/pricing/check-assignments.ts';
import { liftProperties } from '#domain/properties.ts';
import { parseBody } from './json-body.ts';

/** Never throws: an error would lose its class between threads. */
export default function parseAssignments(bytes: Uint8Array): Assignments | InvalidBody {
  return parseBody<Assignments>(
    bytes,
    (body) => {
      const check = checkAssignments(body);
      return check.ok ? check.assignments : check.errors;
    },
    liftProperties,
  );
}
