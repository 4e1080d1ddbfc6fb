/** Makes the services of a test read-only, as the operator's command does, and waits until they follow. */
import { type ReadOnlyMode, storeMode } from '#storage/catalog/service-mode.ts';
import { eventually } from './eventually.ts';
import type { TestService } from './service.ts';

/** Null: normal. Resolves when the mode is in force at these services of one database. */
export async function setMode(mode: ReadOnlyMode | null, ...services: readonly TestService[]): Promise<void> {
  const [first] = services;
  if (first === undefined) throw new TypeError('which services?');
  await storeMode(first.catalog.pool, mode);
  for (const { parts } of services) {
    await eventually(() => (parts.persistence.mode.readOnly?.reason ?? null) === (mode?.reason ?? null));
  }
}
