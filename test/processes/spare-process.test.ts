/** The process that waits to replace a worker: real processes, and a clock of the test. */
import { fileURLToPath } from 'node:url';
import { SpareProcess } from '../../src/processes/spare-process.ts';
import { WorkerProcess } from '../../src/processes/worker-process.ts';
import { eventually } from '../support/eventually.ts';
import { recordingLog } from '../support/logs.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { listener, place } from './idle-worker.ts';

const program = fileURLToPath(new URL('./idle-worker.ts', import.meta.url));
const restMs = 10_000;
const second = { ...place, worker: 2 };

let time: ManualClock;
let log: ReturnType<typeof recordingLog>;
/** All that were started, in order. */
let started: WorkerProcess[];
let spare: SpareProcess;

beforeEach(() => {
  time = new ManualClock();
  log = recordingLog();
  started = [];
  spare = new SpareProcess({
    time,
    log,
    start: (endedEarly) => {
      const process = new WorkerProcess(program, time, endedEarly);
      started.push(process);
      return process;
    },
  });
});

afterEach(() => {
  spare.close();
  for (const process of started) process.kill();
});

const newest = (): WorkerProcess => started.at(-1) as WorkerProcess;

describe('the spare process', () => {
  test('is one that has loaded its code and has no place', async () => {
    spare.prepare();
    spare.prepare();
    await eventually(() => newest().isLoaded);
    expect(started).toHaveLength(1);
    expect(spare.pid).toBe(newest().pid);
    expect(newest()).toMatchObject({ worker: 0, isOpen: false, node: null });
  });

  test('takes the place of a worker, and its time begins then', async () => {
    spare.prepare();
    await eventually(() => newest().isLoaded);
    time.advance(60_000);
    const taken = spare.take() as WorkerProcess;
    expect(taken).toBe(newest());
    expect(spare.take()).toBeNull();
    taken.begin(second, listener);
    await eventually(() => taken.isOpen);
    expect(taken).toMatchObject({ worker: 2, startedAt: time.now(), node: { id: 'idle-2' } });
  });

  test('may get its place while it still loads its code', async () => {
    spare.prepare();
    const taken = spare.take() as WorkerProcess;
    expect(taken.isLoaded).toBe(false);
    taken.begin(second, listener);
    await eventually(() => taken.isOpen);
  });

  test('reports its end to its new place, and no longer as a spare', async () => {
    spare.prepare();
    const taken = spare.take() as WorkerProcess;
    const { promise, resolve } = Promise.withResolvers<void>();
    taken.begin(second, { ...listener, ended: resolve });
    taken.kill();
    await promise;
    expect(taken.reason).toBe('SIGKILL');
    expect(log.lines).toEqual([]);
    expect(time.pending).toBe(0);
  });

  test('is replaced ten seconds after it has ended by itself', async () => {
    spare.prepare();
    newest().kill();
    await eventually(() => time.pending > 0);
    expect(log.lines).toMatchObject([{ level: 'warn', message: 'the spare process has ended', reason: 'SIGKILL' }]);
    expect(spare.take()).toBeNull();
    spare.prepare();
    time.advance(restMs - 1);
    expect(started).toHaveLength(1);
    time.advance(1);
    await eventually(() => started.length === 2);
    expect(spare.pid).toBe(newest().pid);
  });

  test('ends with the service, and is not replaced any more', async () => {
    spare.prepare();
    const process = newest();
    spare.close();
    await eventually(() => process.hasEnded);
    spare.prepare();
    expect(started).toHaveLength(1);
    expect(spare.pid).toBeNull();
  });
});
