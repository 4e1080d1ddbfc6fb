/** Parses the bytes of a body as JSON, with the service's own error for invalid JSON. Used in threads. */
import type { InvalidBody } from '#domain/command.ts';
import type { FieldError } from '#domain/refusal.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the body and passes it to `check`. Invalid JSON is MALFORMED_REQUEST; zero bytes mean no body. `prepare` may
 * throw.
 */
export function parseBody<Result>(
  bytes: Uint8Array,
  check: (body: unknown) => Result | readonly FieldError[],
  prepare: (text: string) => string = (text) => text,
): Result | InvalidBody {
  let body: unknown;
  try {
    if (bytes.length > 0) body = JSON.parse(prepare(utf8.decode(bytes)));
  } catch {
    return { invalid: 'MALFORMED_REQUEST', detail: 'The body is not JSON.', errors: [] };
  }
  const result = check(body);
  return isErrors(result) ? invalidFields(result) : result;
}

export function invalidFields(errors: readonly FieldError[]): InvalidBody {
  const [first] = errors;
  const detail = errors.length === 1 ? `${first?.field}: ${first?.message}` : `${errors.length} fields are invalid`;
  return { invalid: 'VALIDATION_FAILED', detail, errors };
}

function isErrors<Result>(result: Result | readonly FieldError[]): result is readonly FieldError[] {
  return Array.isArray(result);
}
