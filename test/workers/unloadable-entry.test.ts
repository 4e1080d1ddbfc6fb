/** A worker thread whose code cannot be loaded stops the start of the service with a message that names the file. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { breakCopy, copyProject, removeCopy } from '../../bench/stand/broken-copy.ts';

let copy: string;

beforeAll(() => {
  copy = copyProject();
});

afterAll(() => removeCopy(copy));

/** The first line of what a warm-up of the copy's worker pool says. */
function warmUp(): string {
  const pool = pathToFileURL(join(copy, 'workers', 'pool.ts')).href;
  const script = `
    const { WorkerPool } = await import(${JSON.stringify(pool)});
    const workers = new WorkerPool();
    console.log(await workers.warm().then(() => 'loaded', ({ message }) => message));
    await workers.close();
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: copy,
    encoding: 'utf8',
  });
  return stdout.split('\n')[0] || stderr;
}

test.each([
  'parse-body',
  'change-layout',
  'scan-orphans',
  'encode-assignments',
  'encode-map',
  'encode-prices',
  'clone-schemas',
])('an entry %s that cannot be loaded rejects the warm-up', (name) => {
  // Loaded by the threads only: the pool itself imports some of the entries.
  const text = 'export default ';
  const replacement = `if (!(await import('node:worker_threads')).isMainThread) throw new Error('broken');\n${text}`;
  const mend = breakCopy(copy, [{ file: `workers/${name}.ts`, text, replacement }]);
  expect(warmUp()).toBe(`a worker thread cannot load workers/${name}.ts: broken`);
  mend();
});

test('without a mistake the warm-up loads everything', () => {
  expect(warmUp()).toBe('loaded');
});
