/** Reads bodies of layouts that are known to be valid, without a service. */
import { checkLayout } from '#codec/bodies/layout.ts';
import type { Layout } from '#domain/layout/layout.ts';

/** The columns of a layout; throws its validation errors. */
export function layoutOf(body: unknown): Layout {
  const check = checkLayout(body);
  if (check.ok) return check.layout;
  throw new Error(JSON.stringify(check.errors));
}
