/** docker-compose.yml describes the cluster of the README, with settings that the service supports. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '#http/server/server.ts';
import { readSettings } from '#wiring/settings.ts';
import { Client } from '../bench/stand/client.ts';
import { configuration, findNginx, siteFor, startFront } from '../bench/stand/cluster/front.ts';
import { freePort } from '../bench/stand/free-port.ts';
import { scriptOf } from '../bench/stand/project.ts';
import { eventually } from './support/eventually.ts';

const text = readFileSync(join(import.meta.dirname, '..', 'docker-compose.yml'), 'utf8');

/** The lines of a block at the top level (no `indent`) or of a service. */
function block(name: string, indent = ''): string {
  const pattern = new RegExp(`^${indent}${name}:.*\n((?:${indent} .*\n|\\s*\n)*)`, 'm');
  const found = pattern.exec(`${text}\n`)?.[1];
  if (found === undefined) throw new Error(`docker-compose.yml has no ${name}`);
  return found;
}

const names = (lines: string): string[] => [...lines.matchAll(/^ {2}([\w-]+):/gm)].map((match) => match[1] as string);
const services = block('services');

describe('docker-compose.yml', () => {
  test('has three nodes and three independent Redis behind nginx, and one Postgres with a volume', () => {
    const expected = ['nginx', 'usher-1', 'usher-2', 'usher-3', 'redis-1', 'redis-2', 'redis-3', 'postgres'];
    expect(names(services)).toEqual(expected);
    for (const redis of ['redis-1', 'redis-2', 'redis-3']) expect(block(redis, '  ').trim()).toBe('<<: *redis');
    expect(names(block('volumes'))).toEqual(['postgres-data']);
    expect(block('postgres', '  ')).toContain('- postgres-data:/var/lib/postgresql');
  });

  test('gives every node settings that the service supports, and its own host name', () => {
    const shared = [...block('x-usher-environment').matchAll(/^ {2}(\w+): "?(.*?)"?$/gm)];
    const given = shared.map(([, name, value]) => [name, interpolated(value as string)] as const);
    // Set only while the secret is being replaced.
    expect(given).toContainEqual(['CLUSTER_SECRET_PREVIOUS', '']);
    const variables = Object.fromEntries(given.filter(([, value]) => value !== ''));
    for (const node of ['usher-1', 'usher-2', 'usher-3']) {
      expect(block(node, '  ')).toContain('<<: *usher-environment');
      const host = /ADVERTISE_HOST: (\S+)/.exec(block(node, '  '))?.[1];
      expect(host).toBe(node);
      const settings = readSettings({ ...variables, ADVERTISE_HOST: host });
      // The service ignores unknown settings without an error.
      expect(Object.keys(settings)).toEqual(expect.arrayContaining([...Object.keys(variables), 'ADVERTISE_HOST']));
    }
    expect(variables.OPERATIONS_HOST).toBe('0.0.0.0');
    // nginx replaces the client's X-Forwarded-For by the client's address, and the nodes trust this one entry.
    expect(variables.TRUST_PROXY).toBe('1');
    expect(text.match(/X-Forwarded-For .*;/g)).toEqual(['X-Forwarded-For $$remote_addr;']);
    expect(text.match(/^ +- "[^ ]*:\d+"$/gm)).toEqual([expect.stringMatching(/:8080"$/)]);
    const password = 'a'.repeat(64);
    const servers = [1, 2, 3].map((number) => `redis://:${password}@redis-${number}:6379`);
    expect(variables.REDIS_URL).toBe(servers.join(','));
  });

  test('starts each service after its dependencies are healthy, and gives nodes enough time to stop', () => {
    for (const needed of ['postgres', 'redis-1', 'redis-2', 'redis-3']) {
      expect(block('x-usher')).toMatch(new RegExp(`${needed}:\n +condition: service_healthy`));
    }
    for (const owner of ['x-redis', 'services']) expect(block(owner)).toContain('healthcheck:');
    const image = readFileSync(join(import.meta.dirname, '..', 'Dockerfile'), 'utf8');
    expect(image).toMatch(/^HEALTHCHECK /m);
    expect(image).toMatch(/^USER 1000:1000$/m);
    const command = JSON.parse(/^CMD (.*)$/m.exec(image)?.[1] ?? '');
    const { nodeArguments, program } = scriptOf('start');
    expect(command).toEqual(['node', ...nodeArguments, program]);
    expect(block('x-usher')).toContain('stop_grace_period: 40s');
  });

  test('has a configuration that nginx accepts, if nginx is installed', async () => {
    const site = await siteFor(18_080, [18_081, 18_082, 18_083], '/dev/null');
    expect(site.match(/server 127\.0\.0\.1:1808[123] /g)).toHaveLength(3);
    expect(site).not.toContain('usher-');
    const nginx = findNginx();
    if (nginx === null) return;
    const folder = mkdtempSync(join(tmpdir(), 'usher-nginx-'));
    writeFileSync(join(folder, 'nginx.conf'), configuration(folder, site));
    const { status, stderr } = spawnSync(nginx, ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect(stderr).toContain('syntax is ok');
    expect(status).toBe(0);
  });

  test('writes no session id to nginx’s logs, from any part of a request and with any outcome', async () => {
    const id = '0000002a-51f0-8c3d-9b1e-6f2a77c0d914';
    const node = createServer((request, response) => {
      if (request.url?.includes('checkout') === true) request.socket.destroy();
      else response.end();
    });
    const nodePort = await listen(node, 0, '127.0.0.1');
    const front = await startFront(await freePort(), [nodePort, nodePort, nodePort]);
    if (front === null) return closeServer(node);
    const client = new Client(`http://127.0.0.1:${front.port}`);
    const session = `/api/public/v2.0/session/${id}`;
    const paths = [
      session,
      `${session}/lock`,
      `/API/session//${id.toUpperCase()}/`,
      `/x?id=${id}`,
      `${session}%2Flock/${id}`,
    ];
    for (const path of paths) {
      await client.attempt({ method: 'POST', path, headers: { referer: `https://shop.example/?session=${id}` } });
    }
    await client.attempt({ method: 'POST', path: `${session}/checkout` });
    client.close();
    // nginx answers first and writes its line afterwards.
    const posts = () =>
      readFileSync(front.accessLog, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"POST '));
    await eventually(() => posts().length > paths.length);
    const said = front.complaints();
    const logged = readFileSync(front.accessLog, 'utf8');
    await front.stop();
    await closeServer(node);
    expect(logged.split('\n').filter((line) => line.includes('"POST '))).toHaveLength(paths.length + 1);
    for (const [word, status] of [
      ['session/*/lock"', 200],
      ['session/*/checkout"', 503],
    ]) {
      expect(logged).toContain(`"POST /api/public/v2.0/${word} ${status} `);
    }
    for (const text of [logged, said]) expect(text).not.toMatch(/51f0-8c3d|shop\.example/i);
  });

  test('keeps the Redis password out of process lists, and pins exact versions of images', () => {
    const redis = block('x-redis');
    expect(redis).toContain('command: [redis-server, /etc/usher-redis.conf]');
    expect(redis).toContain('test: [CMD, redis-cli, -e, ping]');
    expect(redis).toMatch(/REDISCLI_AUTH: \$\{REDIS_PASSWORD:\?/);
    expect(block('configs')).toMatch(/requirepass \$\{REDIS_PASSWORD:\?/);
    const dockerfile = readFileSync(join(import.meta.dirname, '..', 'Dockerfile'), 'utf8');
    const images = [...text.matchAll(/^ +image: (\S+:\S+)$/gm), ...dockerfile.matchAll(/^FROM (\S+)/gm)];
    expect(images.map((match) => match[1])).toHaveLength(5);
    for (const [, image] of images) expect(image).toMatch(/^\w+:\d+\.\d+(\.\d+)?(-[\w.]+)?$/);
  });
});

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function interpolated(value: string): string {
  return value.replace(/\$\{(\w+)(:\?[^}]*)?\}/g, 'a'.repeat(64)).replace(/\$\{\w+:-([^}]*)\}/g, '$1');
}
