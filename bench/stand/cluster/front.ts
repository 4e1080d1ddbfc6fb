/**
 * The front of a cluster of processes: nginx with the configuration of docker-compose.yml, pointed at the nodes' ports.
 * Without nginx on this machine there is no front.
 */
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../client.ts';
import { findOnPath } from '../debian/packages.ts';
import { spawnTethered } from '../tether.ts';

export interface Front {
  readonly port: number;
  /** The file of its access log; gone after `stop`. */
  readonly accessLog: string;
  /** Its error output so far. */
  complaints(): string;
  stop(): Promise<void>;
}

const compose = join(import.meta.dirname, '..', '..', '..', 'docker-compose.yml');
const usualFolders = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];
const readyMs = 90_000;
const pollMs = 20;

/** nginx on this machine; null when there is none. */
export function findNginx(): string | null {
  return findOnPath([process.env.PATH ?? '', ...usualFolders].join(delimiter), ['nginx']) ?? null;
}

/**
 * The site as docker-compose.yml describes it, with the nodes at `ports` of 127.0.0.1, and with its access log in a
 * file.
 */
export async function siteFor(port: number, ports: readonly number[], accessLog: string): Promise<string> {
  const text = await readFile(compose, 'utf8');
  const block = /^ {4}content: \|\n((?: {6}.*\n|\n)+)/m.exec(text)?.[1];
  if (block === undefined) throw new Error('docker-compose.yml has no configuration of nginx');
  // In a compose file a dollar sign is written twice.
  let site = block.replace(/^ {6}/gm, '').replaceAll('$$', '$').replace('listen 8080;', `listen 127.0.0.1:${port};`);
  site = site.replace('access_log /dev/stdout', `access_log ${accessLog}`);
  for (const [index, nodePort] of ports.entries()) {
    site = site.replace(`server usher-${index + 1}:8080 `, `server 127.0.0.1:${nodePort} `);
  }
  return site;
}

/** Starts nginx in front of the nodes at `ports`; resolves when it answers. Null when this machine has no nginx. */
export async function startFront(port: number, ports: readonly number[]): Promise<Front | null> {
  const nginx = findNginx();
  if (nginx === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'usher-front-'));
  const accessLog = join(folder, 'access.log');
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, await siteFor(port, ports, accessLog)));
  // Without worker processes, so that none is left when it is killed.
  const child = spawnTethered(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')]);
  let complained = '';
  child.stderr?.on('data', (chunk) => (complained += chunk));
  const stop = async (): Promise<void> => {
    child.ref();
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  const client = new Client(`http://127.0.0.1:${port}`);
  const until = performance.now() + readyMs;
  while ((await client.attempt({ method: 'GET', path: '/livez' }))?.status !== 200) {
    if (child.exitCode === null && performance.now() < until) {
      await pause(pollMs);
      continue;
    }
    client.close();
    await stop();
    throw new Error(`nginx does not start: ${complained.trim().slice(-500)}`);
  }
  client.close();
  return { port, accessLog, complaints: () => complained, stop };
}

/** A whole configuration of nginx around a site, with all that it writes in `folder`. */
export function configuration(folder: string, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr;`,
    'events { worker_connections 4096; }',
    'http {',
    'access_log off;',
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    site,
    '}',
    '',
  ].join('\n');
}
