/** Reads bodies of layouts that are known to be valid, without a service. */
import { layoutOf as columnsOf } from '#codec/bodies/layout.ts';
import { newLayout } from '#codec/bodies/new-layout.ts';
import { check } from '#codec/check.ts';
import type { Layout } from '#domain/layout/layout.ts';

/** The columns of a layout; throws its validation errors. */
export function layoutOf(body: unknown): Layout {
  const checked = check(newLayout, body);
  if (checked.ok) return columnsOf(checked.value);
  throw new Error(JSON.stringify(checked.errors));
}
