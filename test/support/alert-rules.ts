/** The rules of docs/alerts.yml, as Prometheus reads them. */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

interface Rule {
  /** Of an alert; undefined: it records. */
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: { readonly summary: string; readonly runbook: string };
}

export const rulesFile = new URL('../../docs/alerts.yml', import.meta.url);

export async function readRules(): Promise<readonly Rule[]> {
  const { groups } = parse(await readFile(rulesFile, 'utf8')) as { groups: readonly { rules: readonly Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}
