/** What the parent does about a worker that fails at its start, dies or hangs: real processes, and a clock of the test. */
import { fileURLToPath } from 'node:url';
import { WorkerProcess } from '../../src/processes/worker-process.ts';
import { WorkerSlot } from '../../src/processes/worker-slot.ts';
import { eventually } from '../support/eventually.ts';
import { recordingLog } from '../support/logs.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { failingSecret, listener, place } from './idle-worker.ts';

const program = fileURLToPath(new URL('./idle-worker.ts', import.meta.url));
const pulseMs = 2_000;

/** A slot whose workers start on a clock that stands still until the test moves it. */
class Scene {
  readonly time = new ManualClock();
  readonly log = { ...recordingLog(), debug: () => {} };
  /** All that were started, in order. */
  readonly started: WorkerProcess[] = [];
  readonly failures: [count: number, reason: string][] = [];
  /** True: workers do not get beyond their start. */
  isFailing = false;
  #ended = 0;
  readonly slot: WorkerSlot;

  constructor(isFailing = false) {
    this.isFailing = isFailing;
    this.slot = new WorkerSlot({
      worker: 1,
      time: this.time,
      log: this.log,
      start: (_, ended) => this.#start(ended),
      failed: (count, reason) => void this.failures.push([count, reason]),
    });
  }

  get newest(): WorkerProcess {
    return this.started.at(-1) as WorkerProcess;
  }

  /** Waits for the end of the n-th process. */
  async ended(count: number): Promise<void> {
    await eventually(() => this.#ended >= count);
  }

  async opened(count: number): Promise<void> {
    await eventually(() => this.started.length === count && this.newest.isOpen);
  }

  /** Lets time pass in steps, each followed by the answers of processes that react. */
  async pass(steps: number, ms: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      await eventually(() => this.time.pending > 0);
      this.time.advance(ms);
    }
  }

  close(): void {
    this.slot.close();
    this.newest.kill();
  }

  #start(ended: () => void): WorkerProcess {
    const begin = { ...place, secretKey: this.isFailing ? failingSecret : '' };
    const process = new WorkerProcess(program, this.time);
    process.begin(begin, {
      ...listener,
      opened: () => this.slot.opened(),
      ended: () => {
        this.#ended++;
        ended();
      },
    });
    this.started.push(process);
    return process;
  }
}

let scene: Scene;

afterEach(() => scene.close());

describe('a worker that fails at its start', () => {
  test('is started again after a rest that doubles with each failure, to ten seconds', async () => {
    scene = new Scene(true);
    for (const [before, restMs] of [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000].entries()) {
      await scene.ended(before + 1);
      scene.time.advance(restMs - 1);
      expect(scene.started).toHaveLength(before + 1);
      scene.time.advance(1);
      await eventually(() => scene.started.length === before + 2);
    }
    await scene.ended(10);
    expect(scene.failures.map(([count]) => count)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Set(scene.failures.map(([, reason]) => reason))).toEqual(new Set(['no room']));
  });

  test('starts from the shortest rest again when it has run for ten seconds', async () => {
    scene = new Scene(true);
    await scene.ended(1);
    scene.isFailing = false;
    scene.time.advance(100);
    await scene.opened(2);
    scene.time.advance(10_000);
    scene.newest.kill();
    await scene.ended(2);
    // It was sound, so it is started at once.
    scene.isFailing = true;
    scene.time.advance(0);
    await scene.ended(3);
    scene.time.advance(99);
    expect(scene.started).toHaveLength(3);
    scene.time.advance(1);
    await eventually(() => scene.started.length === 4);
    expect(scene.failures.map(([count]) => count)).toEqual([1, 1]);
  });

  test('is not started any more once the service is closing', async () => {
    scene = new Scene(true);
    await scene.ended(1);
    scene.slot.close();
    scene.time.advance(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(scene.started).toHaveLength(1);
  });
});

describe('a worker that hangs', () => {
  test('is killed after eight pulses without an answer, and started again', async () => {
    scene = new Scene();
    await scene.opened(1);
    process.kill(scene.newest.pid, 'SIGSTOP');
    // A pause and the patience for each pulse.
    await scene.pass(15, pulseMs);
    expect(scene.newest.hasEnded).toBe(false);
    await scene.pass(1, pulseMs);
    await scene.ended(1);
    expect(scene.log.lines).toContainEqual({
      level: 'error',
      message: 'a worker does not react; ending it',
      worker: 1,
    });
    await scene.pass(1, 0);
    await scene.opened(2);
    expect(scene.log.lines.at(-1)).toMatchObject({ level: 'info', message: 'a worker runs again', worker: 1 });
  });

  test('is left alone when it reacts again in time', async () => {
    scene = new Scene();
    await scene.opened(1);
    for (let stall = 0; stall < 2; stall++) {
      process.kill(scene.newest.pid, 'SIGSTOP');
      await scene.pass(14, pulseMs);
      process.kill(scene.newest.pid, 'SIGCONT');
      expect(await scene.newest.ask('pulse', 60_000)).toBe('');
      // The next pulse is answered, which forgets the missed ones.
      await scene.pass(1, pulseMs);
      expect(await scene.newest.ask('pulse', 60_000)).toBe('');
    }
    expect(scene.log.lines).toEqual([]);
    expect(scene.newest.hasEnded).toBe(false);
  });
});
