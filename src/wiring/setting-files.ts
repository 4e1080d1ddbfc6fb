/**
 * Secrets given as files, as container platforms mount them: SECRET_KEY_FILE names the file that holds SECRET_KEY. Read
 * once at the start. Never shows what a file holds.
 */
import { readFileSync } from 'node:fs';

/** The settings that hold a secret. */
const secrets = [
  'SECRET_KEY',
  'NEW_SECRET_KEY',
  'DATABASE_URL',
  'CLUSTER_SECRET',
  'CLUSTER_SECRET_PREVIOUS',
  'REDIS_URL',
] as const;

export const fileSettings: readonly string[] = secrets.map(fileOf);

type Variables = Readonly<Record<string, string>>;

export interface GivenSettings {
  readonly values: Variables;
  /** The settings that are given in either form, also those whose file is of no use. */
  readonly names: ReadonlySet<string>;
  /** One line for each file setting that cannot be used. */
  readonly reasons: readonly string[];
}

/** Puts the content of each file in the place of its setting. */
export function withFiles(variables: Variables): GivenSettings {
  const values: Record<string, string> = { ...variables };
  const names = new Set(Object.keys(variables));
  const reasons: string[] = [];
  for (const name of secrets) {
    const path = variables[fileOf(name)];
    if (path === undefined) continue;
    names.add(name);
    const found = variables[name] === undefined ? contentOf(path) : { reason: `must not be given beside ${name}` };
    if ('content' in found) values[name] = found.content;
    else reasons.push(`${fileOf(name)} ${found.reason}`);
  }
  return { values, names, reasons };
}

function fileOf(name: string): string {
  return `${name}_FILE`;
}

/** Without the newline that editors put at the end. */
function contentOf(path: string): { readonly content: string } | { readonly reason: string } {
  try {
    const content = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
    return content === '' ? { reason: `names ${path}, which is empty` } : { content };
  } catch (error) {
    return { reason: `names ${path}, which cannot be read: ${(error as NodeJS.ErrnoException).code}` };
  }
}
