/**
 * Node's compile cache, in the project's folder. It must be on before the first import of other code, so a program
 * enables it first and imports the rest afterwards. A folder that cannot be written only makes the start slower.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

export function useCompileCache(): void {
  // Not in Node's default, the shared temporary folder: any user could put code there, and the service would run it.
  const { directory } = enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'));
  // Worker threads read the cache folder from this variable.
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory;
}
