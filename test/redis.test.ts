/** The Redis servers of tests and benchmarks: found or downloaded, never skipped, never left running. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findRedis } from '../bench/stand/redis/binary.ts';
import { eventually } from './support/eventually.ts';
import { type RedisServer, startRedis } from './support/redis.ts';

describe('a Redis server that a test has started', () => {
  let redis: RedisServer;

  beforeAll(async () => {
    redis = await startRedis();
  });

  afterAll(async () => {
    await redis.stop();
  });

  /** Sends one command in Redis' inline format; returns the first line of its answer. */
  async function say(command: string): Promise<string> {
    const socket = connect(redis.port, '127.0.0.1');
    socket.write(`${command}\r\n`);
    const [answer] = await once(socket, 'data');
    socket.destroy();
    return String(answer).split('\r\n')[0] as string;
  }

  test('is empty after a flush, and after a restart on the same port', async () => {
    expect(await say('SET lease mine')).toBe('+OK');
    await redis.flush();
    expect(await say('EXISTS lease')).toBe(':0');
    await say('SET lease mine');
    const { port, pid } = redis;
    await redis.restart();
    expect(redis.port).toBe(port);
    expect(redis.pid).not.toBe(pid);
    expect(await say('EXISTS lease')).toBe(':0');
  });

  test('does not answer while it is frozen, and answers pending commands afterwards', async () => {
    redis.freeze();
    await expect(redis.flush()).rejects.toThrow('does not answer');
    const asked = say('PING');
    redis.thaw();
    expect(await asked).toBe('+PONG');
  });

  test('can be killed while it is frozen, and started again', async () => {
    redis.freeze();
    await redis.kill();
    await expect(redis.flush()).rejects.toThrow('ECONNREFUSED');
    await redis.start();
    expect(await say('PING')).toBe('+PONG');
  });
});

test('a Redis server of a test ends with the process that started it, even after kill -9', async () => {
  const support = pathToFileURL(join(import.meta.dirname, 'support', 'redis.ts')).href;
  const program = `const { startRedis } = await import('${support}'); console.log((await startRedis()).pid); setInterval(() => {}, 1e6);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(starter.stdout, 'data');
  const pid = Number(String(line));
  expect(isAlive(pid)).toBe(true);
  starter.kill('SIGKILL');
  expect(await eventually(() => !isAlive(pid))).toBe(true);
});

test('if no Redis is installed or can be downloaded, the error says how to install one', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'usher-redis-'));
  await expect(findRedis(cache, cache)).rejects.toThrow(/install one, for example with "apt-get install redis-server"/);
  await rm(cache, { recursive: true });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
