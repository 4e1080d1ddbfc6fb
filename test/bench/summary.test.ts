/** The evaluation of a benchmark's rounds: figures, promises and the history of runs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareRuns, pickRun, readRuns, rememberRun } from '../../bench/reporting/history.ts';
import { markdownOf } from '../../bench/reporting/markdown.ts';
import { pageOf } from '../../bench/reporting/page.ts';
import { checksOf, summarize, warningsOf } from '../../bench/reporting/summary.ts';
import { reportOf, roundOf } from '../support/bench-runs.ts';

describe('the summary of rounds', () => {
  test('takes ratios within rounds and medians over them', () => {
    const rounds = [1, 0.1, 1].flatMap((mood) => [
      roundOf('bare Koa', { perSecond: 1_000 * mood }),
      roundOf('hold/unhold', { perSecond: 800 * mood }),
    ]);
    const [, holds] = summarize(rounds);
    expect(holds).toMatchObject({ scenario: 'hold/unhold', rounds: 3, perSecond: 800 });
    expect(holds?.ratios['bare Koa']).toBeCloseTo(0.8);
  });

  test('counts a purchase as four calls', () => {
    const rounds = [roundOf('hold/unhold', { perSecond: 1_000 }), roundOf('purchase', { perSecond: 200 })];
    expect(summarize(rounds)[1]?.ratios).toEqual({ 'holds, four calls each': 0.8 });
  });

  test('relates the processor time of a hold to that of the raw socket in the same round', () => {
    const rounds = [1, 3, 1].flatMap((mood) => [
      roundOf('raw socket', { cpuMicros: 12 * mood }),
      roundOf('hold/unhold', { cpuMicros: 30 * mood }),
    ]);
    expect(summarize(rounds)[1]).toMatchObject({ rawSocketMicros: 12, toRawSocket: 2.5 });
    expect(summarize([roundOf('hold/unhold')])[0]).toMatchObject({ rawSocketMicros: null, toRawSocket: null });
  });

  test('compares only rounds with the same number of connections', () => {
    const rounds = [roundOf('bare Koa', { connections: 64 }), roundOf('hold/unhold', { connections: 256 })];
    expect(summarize(rounds)[1]?.ratios).toEqual({});
  });
});

describe('the promises', () => {
  const holdsAt = (connections: number, perSecond: number) =>
    checksOf(
      summarize([
        roundOf('bare Koa', { connections, perSecond: 1_000 }),
        roundOf('hold/unhold', { connections, perSecond }),
      ]),
    );

  test('are stricter for 256 connections than for 64', () => {
    expect(holdsAt(256, 700)[0]).toMatchObject({ figure: 0.7, isKept: false });
    expect(holdsAt(64, 700)[0]).toMatchObject({ figure: 0.7, isKept: true });
  });

  test('bound the processor time of a hold by that of the raw socket, more strictly for 256 connections', () => {
    const kept = [256, 64].map((connections) => {
      const raw = roundOf('raw socket', { connections, cpuMicros: 10 });
      return checksOf(summarize([raw, roundOf('hold/unhold', { connections, cpuMicros: 25 })]))[0];
    });
    expect(kept).toMatchObject([
      { figure: 2.5, isKept: false },
      { figure: 2.5, isKept: true },
    ]);
  });

  test('have the same ratio of the server that only writes a journal beside them; it decides nothing', () => {
    const floors = [roundOf('journal-only hold/unhold'), roundOf('journal-only purchase', { perSecond: 150 })];
    const rounds = [roundOf('hold/unhold'), roundOf('purchase', { perSecond: 150 }), ...floors];
    const floored = { figure: 0.6, floor: 0.6, isKept: false };
    expect(checksOf(summarize(rounds))[0]).toMatchObject(floored);
    expect(checksOf(summarize(rounds.slice(0, 2)))[0]).not.toHaveProperty('floor');
  });

  test('bound the processor time of a hold, with that of a hold that is only journaled as the floor', () => {
    const raw = roundOf('raw socket', { cpuMicros: 10 });
    const floor = roundOf('journal-only hold/unhold', { cpuMicros: 15 });
    const [check, calls] = checksOf(summarize([raw, roundOf('hold/unhold', { cpuMicros: 25 }), floor]));
    expect(check).toMatchObject({ figure: 2.5, floor: 1.5, isKept: false });
    expect(calls).toMatchObject({ says: expect.stringContaining('failed') });
  });

  test('are broken by any call that failed', () => {
    const broken = checksOf(summarize([roundOf('hold/unhold', { failed: 1 })]));
    expect(broken).toEqual([{ says: expect.stringContaining('failed'), figure: 1, isKept: false }]);
  });

  test('are left out when nothing was measured', () => {
    expect(checksOf([])).toEqual([]);
  });
});

describe('the report', () => {
  const report = reportOf('2026-01-01T00:00:00.000Z', [
    roundOf('bare Koa'),
    roundOf('row-lock hold/unhold', { perSecond: 100 }),
    roundOf('hold/unhold', { perSecond: 990 }),
  ]);

  test('says how many promises were kept, and tells those that were missed first', () => {
    const verdicts = markdownOf(report)
      .split('\n')
      .flatMap((line) => /^\| .+ \| (yes|no) \|$/.exec(line)?.[1] ?? []);
    expect(verdicts).toEqual(['no', 'yes', 'yes']);
    expect(markdownOf(report)).toContain('2 of 3 promises were kept in this run. 1 was missed and stands first.');
  });

  test('explains its words and what each scenario does', () => {
    const page = pageOf(report);
    for (const word of ['row locks', 'closed loop', 'Hold and give back two seats']) expect(page).toContain(word);
  });
});

test('a generator at its limit and a machine with other work are reported', () => {
  const rounds = [
    roundOf('bare Koa', { serverBusy: 0.5 }),
    roundOf('hold/unhold', { generatorBusy: 0.99 }),
    roundOf('raw socket', { generatorBusy: 0.99 }),
    roundOf('purchase', { stolen: 0.2 }),
  ];
  expect(warningsOf(summarize(rounds))).toEqual([
    'bare Koa, 256 connections: the machine was busy with something else, the figures say little',
    'hold/unhold, 256 connections: the load generator was the bottleneck, not the server',
    "purchase, 256 connections: the host gave 20 % of the machine's time to others",
  ]);
});

describe('the history of runs', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'usher-history-'));
    file = join(folder, 'deep', 'history.jsonl');
  });

  afterEach(() => rm(folder, { recursive: true }));

  test('is empty before the first run; each run appends one line', async () => {
    expect(await readRuns(file)).toEqual([]);
    await rememberRun(file, reportOf('2027-01-01T10:00:00.000Z', [roundOf('hold/unhold')]));
    await rememberRun(file, reportOf('2027-01-02T10:00:00.000Z', [roundOf('hold/unhold')]));
    expect((await readRuns(file)).map(({ at }) => at.slice(0, 10))).toEqual(['2027-01-01', '2027-01-02']);
  });

  test('finds a run by its number, by a prefix of its time, and by the word last', async () => {
    for (const day of ['01', '02', '03']) {
      await rememberRun(file, reportOf(`2027-01-${day}T10:00:00.000Z`, [roundOf('hold/unhold')]));
    }
    const runs = await readRuns(file);
    expect(pickRun(runs, '2')).toBe(runs[1]);
    expect(pickRun(runs, '2027-01-01')).toBe(runs[0]);
    expect(pickRun(runs, 'last')).toBe(runs[2]);
    expect(() => pickRun(runs, '9')).toThrow("the history has 3 runs and none is '9'");
  });

  test('compares every figure of two runs, also figures that only one of them has', async () => {
    await rememberRun(file, reportOf('2027-01-01', [roundOf('hold/unhold', { perSecond: 100 })]));
    await rememberRun(file, reportOf('2027-01-02', [roundOf('hold/unhold', { perSecond: 150 }), roundOf('purchase')]));
    const [a, b] = await readRuns(file);
    const differences = compareRuns(a!, b!);
    expect(differences).toContainEqual({
      figure: 'hold/unhold, 256 connections: per second',
      a: 100,
      b: 150,
      ratio: 1.5,
    });
    expect(differences).toContainEqual(
      expect.objectContaining({ figure: 'purchase, 256 connections: per second', a: null, ratio: null }),
    );
  });
});
