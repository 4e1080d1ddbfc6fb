/** The objects that the Helm chart makes, checked by the types of Kubernetes and of the Prometheus operator. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

// biome-ignore lint/suspicious/noExplicitAny: a Kubernetes object is what the test says it is
export type KubernetesObject = any;

interface Model {
  /** Throws when a member that is needed is missing or one has another type. Members that it does not know pass. */
  validate(): void;
}

const chart = fileURLToPath(new URL('../../deploy/helm/usher', import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs helm on the chart; a setting is `replicas=1`. */
export function runHelm(helm: string, words: readonly string[], settings: readonly string[]): Ended {
  const args = [...words, chart, ...settings.flatMap((setting) => ['--set', setting])];
  const { status, stdout, stderr } = spawnSync(helm, args, { encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}

/** Makes the objects of a release named `usher` in the namespace `tickets`. Rejects when one is invalid. */
export async function objectsOf(helm: string, settings: readonly string[]): Promise<readonly KubernetesObject[]> {
  const words = ['template', 'usher', '--namespace', 'tickets'];
  const { status, out, err } = runHelm(helm, words, ['secretName=usher', ...settings]);
  if (status !== 0) throw new Error(err);
  const objects = parseAllDocuments(out).map((document) => document.toJS() as KubernetesObject);
  for (const object of objects) await check(object);
  return objects;
}

export function objectNamed(objects: readonly KubernetesObject[], kind: string, name: string): KubernetesObject {
  return objects.find((object) => object.kind === kind && object.metadata.name === name);
}

async function check(object: KubernetesObject): Promise<void> {
  const { apiVersion, kind } = object;
  const home = apiVersion.startsWith('monitoring.') ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models';
  const module = (await import(`${home}/${apiVersion}/${kind}`)) as Record<string, new (data: object) => Model>;
  const Type = module[kind];
  if (Type === undefined) throw new Error(`there is no ${apiVersion} ${kind}`);
  new Type(object).validate();
}
