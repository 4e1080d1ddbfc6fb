/** Parses the bytes of a body by its schema. Used in threads: never throws, because an error would lose its class. */
import type { z } from 'zod';
import type { InvalidBody } from '#domain/command.ts';
import type { FieldError } from '#domain/refusal.ts';
import { check } from '../check.ts';
import { MalformedJson, parseLargeJson } from '../json.ts';

/** What `make` makes of the body. */
export function parseBody<Sent, Result>(
  bytes: Uint8Array,
  schema: z.ZodType<Sent>,
  make: (sent: Sent) => Result,
  parse: (bytes: Uint8Array) => unknown = parseLargeJson,
): Result | InvalidBody {
  return parseSent(
    bytes,
    (body) => {
      const checked = check(schema, body);
      return checked.ok ? make(checked.value) : checked.errors;
    },
    parse,
  );
}

/** What `read` makes of the body, unless it finds errors; zero bytes mean no body. */
export function parseSent<Result>(
  bytes: Uint8Array,
  read: (body: unknown) => Result | readonly FieldError[],
  parse: (bytes: Uint8Array) => unknown = parseLargeJson,
): Result | InvalidBody {
  let body: unknown;
  try {
    if (bytes.length > 0) body = parse(bytes);
  } catch (error) {
    if (error instanceof MalformedJson) return { invalid: 'MALFORMED_REQUEST', detail: error.message, errors: [] };
    throw error;
  }
  const result = read(body);
  return isErrors(result) ? invalidFields(result) : result;
}

function isErrors<Result>(result: Result | readonly FieldError[]): result is readonly FieldError[] {
  return Array.isArray(result);
}

function invalidFields(errors: readonly FieldError[]): InvalidBody {
  const [first] = errors;
  const detail = errors.length === 1 ? `${first?.field}: ${first?.message}` : `${errors.length} fields are invalid`;
  return { invalid: 'VALIDATION_FAILED', detail, errors };
}
