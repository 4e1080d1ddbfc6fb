/** A run of the tests ends, also when one of its workers starts later than the others. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

test('a worker that asks for its data late gets it', async () => {
  const late = `if (process.env.TINYPOOL_WORKER_ID === '2') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)`;
  const files = ['test/collections/ordinal-set.test.ts', 'test/reports/csv.test.ts'];
  const { stderr } = await run('npm', ['run', '-s', 'jest', '--', '--maxWorkers=2', ...files], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(late)}` },
    timeout: 200_000,
  });
  expect(stderr).toContain('2 passed, 2 total');
});
