/** Deferred tasks: when they run, and that one of them cannot prevent another. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defer } from '#actors/defer.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

const iteration = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('deferred tasks', () => {
  test('run in order at the end of the iteration; those that they defer run in the next one', async () => {
    const ran: string[] = [];
    defer(undefined, () => {
      ran.push('first');
      defer(undefined, () => ran.push('deferred by the first'));
    });
    defer(undefined, () => ran.push('second'));
    expect(ran).toEqual([]);
    await iteration();
    expect(ran).toEqual(['first', 'second']);
    await iteration();
    expect(ran).toEqual(['first', 'second', 'deferred by the first']);
  });

  test('run although one before them throws', async () => {
    const script = `
      import { defer } from '#actors/defer.ts';
      process.on('uncaughtException', ({ message }) => console.log(message));
      defer(undefined, () => { throw new Error('broken'); });
      for (const name of ['second', 'third']) defer(undefined, () => console.log(name));
    `;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });
    expect(stdout.trim().split('\n')).toEqual(['broken', 'second', 'third']);
  });
});
