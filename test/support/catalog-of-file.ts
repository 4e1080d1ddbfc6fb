/** The catalog of a test file, for its tests and hooks. */
import type { StorageLog } from '#storage/database/log.ts';
import { type Catalog, openCatalog } from './catalog.ts';

/** Opens a catalog before the tests of the file, and closes it after them; it has no members before. */
export function catalogOfFile(log?: StorageLog): Catalog {
  const catalog = {} as Catalog;
  beforeAll(async () => void Object.assign(catalog, await openCatalog(log)));
  afterAll(() => catalog.close());
  return catalog;
}
