/**
 * A durable Redis: append-only file, synced before every answer, in a temporary folder of its own. Never outlives the
 * process that started it.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../stand/free-port.ts';
import { findRedis } from '../stand/redis/binary.ts';
import { spawnTethered } from '../stand/tether.ts';

export interface RedisStore {
  readonly url: string;
  readonly pid: number;
  readonly version: string;
  stop(): Promise<void>;
}

/** Starts it; resolves when it answers. Throws one line when this machine has no Redis and gets none. */
export async function startRedisStore(): Promise<RedisStore> {
  const { command, environment } = await findRedis();
  const folder = await mkdtemp(join(tmpdir(), 'usher-redis-'));
  const port = await freePort();
  const settings = {
    port: `${port}`,
    bind: '127.0.0.1',
    save: '',
    appendonly: 'yes',
    appendfsync: 'always',
    dir: folder,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawnTethered(command, args, { environment: { PATH: process.env.PATH, ...environment } });
  child.stdout?.resume();
  child.stderr?.resume();
  const url = `redis://127.0.0.1:${port}`;
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { url, pid: child.pid!, version: await versionOf(url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until it answers, which ioredis does by trying again. */
async function versionOf(url: string): Promise<string> {
  const redis = new Redis(url, { maxRetriesPerRequest: 50 });
  redis.on('error', () => {});
  try {
    const said = await redis.info('server');
    return /^(?:redis|valkey)_version:(\S+)/m.exec(said)?.[1] ?? 'unknown';
  } finally {
    redis.disconnect();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.ref();
  child.kill('SIGTERM');
  await gone;
}
