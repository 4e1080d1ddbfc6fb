/**
 * The entry point: enables Node's compile cache, then launches the service or, started by it, one of its workers. A start
 * takes 0.9 s with a warm cache and 1.5 s without. A folder that cannot be written only makes the start slower.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Not in Node's default, the shared temporary folder: any user could put code there, and the service would run it.
const { directory } = enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'));
// Worker threads read the cache folder from this variable.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory;
if (process.argv[2] === 'worker' && process.connected) await import('./launch-worker.ts');
else await import('./launch.ts');
