/**
 * The Helm chart makes valid objects that run the service as its manual says. Helm renders and lints it, where helm can
 * be had; no cluster is asked.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { release } from '#storage/upgrade/build.ts';
import { fileSettings } from '#wiring/setting-files.ts';
import { readSettings } from '#wiring/settings.ts';
import { secretKey } from '../support/catalog.ts';
import { type KubernetesObject, objectNamed, objectsOf, runHelm } from '../support/chart.ts';
import { findHelm } from '../support/helm.ts';

const helm = await findHelm();
const everything = [
  'serviceMonitor.enabled=true',
  'prometheusRule.enabled=true',
  'ingress.enabled=true',
  'ingress.host=a.example',
];

/** A statement that needs helm. Where helm cannot be had, its name says that it was not tried. */
function testWithHelm(name: string, body: (helm: string) => void | Promise<void>): void {
  if (helm !== null) test(name, () => body(helm));
  else test(`not tried, because helm cannot be had here: ${name}`, () => expect(helm).toBeNull());
}

const containerOf = (objects: readonly KubernetesObject[]): KubernetesObject =>
  objectNamed(objects, 'StatefulSet', 'usher').spec.template.spec.containers[0];

test('its version is the one of package.json', () => {
  const chart = parse(readFileSync(new URL('../../deploy/helm/usher/Chart.yaml', import.meta.url), 'utf8'));
  expect([chart.version, chart.appVersion]).toEqual([release, release]);
});

testWithHelm('helm finds nothing to complain about', (helm) => {
  expect(runHelm(helm, ['lint', '--strict'], ['secretName=usher', ...everything])).toMatchObject({ status: 0 });
});

testWithHelm('all of its objects are valid', async (helm) => {
  const kinds = (await objectsOf(helm, everything)).map(({ kind }) => kind).sort();
  const expected = ['Ingress', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'PrometheusRule', 'Service', 'Service'];
  expect(kinds).toEqual([...expected, 'ServiceMonitor', 'StatefulSet']);
});

testWithHelm('the nodes have names that stay, and settings that the service reads', async (helm) => {
  const objects = await objectsOf(helm, ['workers=2', 'settings.HOLD_SECONDS=600']);
  const { env } = containerOf(objects);
  const given = (env as { name: string; value?: string }[]).flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, value]],
  );
  const variables: Record<string, string> = Object.fromEntries(given);
  expect(variables.ADVERTISE_HOST).toBe('$(POD_NAME).usher-nodes.tickets.svc.cluster.local');
  expect(objectNamed(objects, 'StatefulSet', 'usher').spec.serviceName).toBe('usher-nodes');
  expect(objectNamed(objects, 'Service', 'usher-nodes').spec).toMatchObject({
    clusterIP: 'None',
    publishNotReadyAddresses: true,
  });
  const plain = Object.entries(variables).filter(([name]) => !name.endsWith('_FILE'));
  expect(Object.keys(variables).filter((name) => name.endsWith('_FILE') && !fileSettings.includes(name))).toEqual([]);
  const settings = readSettings({
    ...Object.fromEntries(plain),
    ADVERTISE_HOST: 'usher-0.usher-nodes.tickets.svc.cluster.local',
    INTERNAL_HOST: '10.0.0.7',
    SECRET_KEY: secretKey,
    DATABASE_URL: 'postgres://database/usher',
    REDIS_URL: 'redis://redis',
    CLUSTER_SECRET: 'a secret of the cluster',
  });
  expect(settings).toMatchObject({
    WORKERS: 2,
    HOLD_SECONDS: 600,
    INTERNAL_PORT: 8081,
    OPERATIONS_HOST: '0.0.0.0',
    TRUST_PROXY: 1,
  });
  expect(Object.keys(settings)).toEqual(
    expect.arrayContaining(plain.map(([name]) => name).filter((name) => name !== 'POD_IP')),
  );
});

testWithHelm(
  'the nodes and the migration are no root, write to two folders only, and read secrets from files',
  async (helm) => {
    const objects = await objectsOf(helm, []);
    for (const [kind, name] of [
      ['StatefulSet', 'usher'],
      ['Job', 'usher-migration'],
    ] as const) {
      const { spec } = objectNamed(objects, kind, name).spec.template;
      const [container] = spec.containers;
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000 },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const places = Object.fromEntries(
        container.volumeMounts.map(({ name: volume, mountPath }: KubernetesObject) => [volume, mountPath]),
      );
      expect(places).toEqual({
        secrets: '/run/secrets/usher',
        tmp: expect.any(String),
        compiled: '/app/node_modules/.cache',
      });
      const files = container.env
        .filter((one: KubernetesObject) => one.name.endsWith('_FILE'))
        .map((one: KubernetesObject) => one.value);
      expect(files).toEqual(
        ['secret-key', 'database-url', 'redis-url', 'cluster-secret'].map((key) => `/run/secrets/usher/${key}`),
      );
    }
    const pod = objectNamed(objects, 'StatefulSet', 'usher').spec.template.spec;
    expect(pod.securityContext.sysctls).toEqual([{ name: 'net.ipv4.tcp_wmem', value: '4096 16384 262144' }]);
    expect(objectNamed(objects, 'Job', 'usher-migration').spec.template.spec.containers[0].command.slice(-2)).toEqual([
      'src/admin/main.ts',
      'migrate',
    ]);
  },
);

testWithHelm(
  'a node has time to hand its events over, and is asked for its health at the port of operators',
  async (helm) => {
    const objects = await objectsOf(helm, ['preStopSeconds=10']);
    const container = containerOf(objects);
    expect(container.lifecycle.preStop).toEqual({ sleep: { seconds: 10 } });
    // The service itself ends after 30 s.
    expect(objectNamed(objects, 'StatefulSet', 'usher').spec.template.spec.terminationGracePeriodSeconds).toBe(50);
    const asked = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => container[probe].httpGet);
    expect(asked).toEqual(['/livez', '/livez', '/readyz'].map((path) => ({ path, port: 'operations' })));
  },
);

for (const [workers, request, limit, lastPort] of [
  [1, '512Mi', '1536Mi', 8081],
  [4, '2432Mi', '6528Mi', 8084],
] as const) {
  testWithHelm(`${workers} workers get memory and ports`, async (helm) => {
    const objects = await objectsOf(helm, [`workers=${workers}`]);
    expect(containerOf(objects).resources).toEqual({
      requests: { cpu: String(workers), memory: request },
      limits: { memory: limit },
    });
    const { ingress } = objectNamed(objects, 'NetworkPolicy', 'usher').spec;
    const node = { podSelector: { matchLabels: expect.objectContaining({ 'app.kubernetes.io/component': 'node' }) } };
    expect(ingress).toEqual([
      { ports: [{ port: 'http' }] },
      { ports: [{ port: 'operations' }], from: [expect.objectContaining({ namespaceSelector: expect.anything() })] },
      { ports: [{ port: 8081, endPort: lastPort }], from: [node] },
    ]);
  });
}

testWithHelm('a single node needs no Redis', async (helm) => {
  const objects = await objectsOf(helm, ['replicas=1']);
  const names = containerOf(objects).env.map(({ name }: KubernetesObject) => name);
  expect(names.filter((name: string) => /REDIS|CLUSTER|INTERNAL|ADVERTISE/.test(name))).toEqual([]);
  expect(objectNamed(objects, 'NetworkPolicy', 'usher').spec.ingress).toHaveLength(2);
});

testWithHelm('Prometheus gets the rules of docs/alerts.yml, and the job that they name', async (helm) => {
  const objects = await objectsOf(helm, everything);
  const rules = parse(readFileSync(new URL('../../docs/alerts.yml', import.meta.url), 'utf8'));
  expect(objectNamed(objects, 'PrometheusRule', 'usher').spec).toEqual(rules);
  const { jobLabel, selector } = objectNamed(objects, 'ServiceMonitor', 'usher').spec;
  const { labels } = objectNamed(objects, 'Service', 'usher-nodes').metadata;
  expect(labels[jobLabel]).toBe('usher');
  expect(labels).toMatchObject(selector.matchLabels);
});

for (const [name, settings] of [
  ['no secret', ['secretName=']],
  ['a worker too few', ['secretName=s', 'workers=0']],
  ['a secret among the settings', ['secretName=s', 'settings.SECRET_KEY=abc']],
  ['a misspelled value', ['secretName=s', 'replica=2']],
  ['an ingress for every host', ['secretName=s', 'ingress.enabled=true']],
  ['a port of operators that everybody reaches', ['secretName=s', 'networkPolicy.monitoring=null']],
] as const) {
  testWithHelm(`${name} is refused`, (helm) => {
    expect(runHelm(helm, ['template', 'usher'], settings)).toMatchObject({
      status: 1,
      err: expect.stringContaining('values don'),
    });
  });
}
