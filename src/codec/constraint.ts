/** Names the constraint of a schema's own check, so that only a documented code can reach `errors[].code`. */
import type { FieldCode } from '#domain/refusal.ts';

/** For `params` of a custom issue. A new object each time, because zod changes its argument. */
export function constraint(code: FieldCode): { code: FieldCode } {
  return { code };
}
