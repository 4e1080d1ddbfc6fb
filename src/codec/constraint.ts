/** The issues of a schema's own checks, so that only a documented code can reach `errors[].code`. */
import type { z } from 'zod';
import type { FieldCode } from '#domain/refusal.ts';

/** For `params` of a custom issue. A new object each time, because zod changes its argument. */
export function constraint(code: FieldCode): { code: FieldCode } {
  return { code };
}

/** An issue of a check that looks at several members. `rejected`: the value that the caller may be shown. */
export function issue(
  code: FieldCode,
  message: string,
  path: PropertyKey[],
  rejected: unknown,
): z.core.$ZodRawIssue<z.core.$ZodIssueCustom> {
  const params = { ...constraint(code), rejected };
  // The checks of the values around it go on.
  return { code: 'custom', message, path, params, input: rejected, continue: true };
}

export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
