/** Owns the rules for what lies at the top of the project: which files, and versions that never move by themselves. */
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
  'docs',
  'node_modules',
]);

/** Names at the top level that have no place there. Dotfiles are out of sight and may stay. */
export function strangersAtTheTop(names: readonly string[]): string[] {
  return names.filter((name) => !name.startsWith('.') && !topLevel.has(name));
}

/** Dependencies, as `name@version`, that a later install could resolve to something else. */
export function movingVersions(manifest: Readonly<Record<string, unknown>>): string[] {
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides']
    .flatMap((section) => Object.entries((manifest[section] ?? {}) as Record<string, string>))
    .filter(([, version]) => !exactVersion.test(version))
    .map(([name, version]) => `${name}@${version}`);
}
