/** One tiny run of the benchmark from end to end: the service, bare Koa, the audit, the report, the history. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runToEnd } from '../../bench/stand/cluster/command.ts';

const directory = join(import.meta.dirname, '..', '..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usher-report-'));
});

afterAll(() => rm(folder, { recursive: true }));

const bench = (...args: string[]) =>
  runToEnd(process.execPath, ['bench/run.ts', '--report', folder, ...args], { directory });

test('a run is audited, written down, and can be compared with another', async () => {
  // Long enough for a profile to sample a rule, which takes a thirtieth of a call: the sampler looks every millisecond.
  const size = ['--connections', '4', '--seconds', '1'];
  const said = await bench('--quick', '--scenario', 'bare-koa,holds', ...size, '--profile');
  expect(said).toContain('no seat with two owners');
  expect(said).toMatch(/\| hold\/unhold \| +4 \| [\d.]+ \| bare Koa \|/);
  expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain('hold/unhold');
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  expect(page).toContain('href="flame-hold-unhold.svg"');
  expect(await readFile(join(folder, 'flame-hold-unhold.svg'), 'utf8')).toContain('src/domain/');
  const compared = await bench('--compare', '1', 'last');
  expect(compared).toMatch(/\| hold\/unhold, 4 connections: to bare Koa \| [\d.]+ \| [\d.]+ \| 1 \|/);
});

test('a promise about purchases has the floor of a server that only writes their records', async () => {
  const size = ['--connections', '4', '--seconds', '1'];
  const scenarios = 'holds,journal-only,purchases';
  const said = await bench('--quick', '--scenario', scenarios, ...size);
  const floored = said.split('\n').filter((line) => /^\| [^|]+: at least [^|]+\| [\d.]+ \| [\d.]+ \|/.test(line));
  expect(floored.map((line) => line.slice(2, line.indexOf(',')))).toEqual(['purchase']);
});

test('the scenarios and options are told on demand', async () => {
  expect(await bench('--help')).toContain('Hold and give back two random seats');
});

test('what is not known is refused with a line before anything is started', async () => {
  await expect(bench('--scenario', 'hold')).rejects.toThrow(/'hold' is no scenario/);
  await expect(bench('--compare', '998', '999')).rejects.toThrow(/none is '998'/);
});
