/** Rules for the top level of the project: its files, and exact versions of dependencies. */
const exactVersion = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

const topLevel = new Set([
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'src',
  'actors',
  'workers',
  'bench',
  'test',
  'Dockerfile',
  'docker-compose.yml',
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'deploy',
  'docs',
  'examples',
  'packages',
  'node_modules',
]);

/** Unexpected files at the top level. Dotfiles are ignored. */
export function strangersAtTheTop(names: readonly string[]): string[] {
  return names.filter((name) => !name.startsWith('.') && !topLevel.has(name));
}

/** Dependencies, as `name@version`, that a later install could resolve to something else. */
export function movingVersions(manifest: Readonly<Record<string, unknown>>): string[] {
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides']
    .flatMap((section) => versionsIn((manifest[section] ?? {}) as Versions))
    .filter(([, version]) => !exactVersion.test(version))
    .map(([name, version]) => `${name}@${version}`);
}

interface Versions {
  readonly [name: string]: string | Versions;
}

/** An override may be of one package's dependency only, and may name the project's own version: `$typescript`. */
function versionsIn(section: Versions): [name: string, version: string][] {
  return Object.entries(section).flatMap(([name, version]): [string, string][] => {
    if (typeof version === 'object') return versionsIn(version);
    return version === `$${name}` ? [] : [[name, version]];
  });
}
