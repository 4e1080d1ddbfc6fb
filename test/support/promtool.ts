/**
 * Finds `promtool`, which checks Prometheus' rules: on the PATH, else in Debian's package, unpacked into the project's
 * cache. Null where neither can be had.
 */
import { join } from 'node:path';
import { findOnPath, isExecutable, unpackPackages } from '../../bench/stand/debian/packages.ts';
import { cacheFolder } from '../../bench/stand/project.ts';

const wanted = { name: 'prometheus', packages: ['prometheus'] };

export async function findPromtool(searchPath = process.env.PATH ?? '', cache = cacheFolder): Promise<string | null> {
  const onPath = findOnPath(searchPath, ['promtool']);
  if (onPath !== undefined) return onPath;
  const unpacked = join(cache, wanted.name, 'usr', 'bin', 'promtool');
  if (!isExecutable(unpacked)) await unpackPackages(wanted, cache, searchPath).catch(() => {});
  return isExecutable(unpacked) ? unpacked : null;
}
