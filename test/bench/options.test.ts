/** The benchmark's command line. */
import { describe, expect, test } from '@jest/globals';
import { parseOptions, usageOf } from '../../bench/options.ts';
import { definitions } from '../../bench/scenarios/registry.ts';

const choices = [
  { name: 'bare-koa', about: 'the ceiling', isEssential: true },
  { name: 'holds', about: 'the service', isEssential: true },
  { name: 'clone', about: 'copies', isEssential: false },
];
const parse = (...args: string[]) => parseOptions(args, choices);

describe('the options of a benchmark', () => {
  test('measure everything in six rounds of two seconds, studies in two passes, by default', () => {
    expect(parse()).toMatchObject({
      rounds: 6,
      passes: 2,
      seconds: 2,
      connections: [64, 256],
      scenarios: ['bare-koa', 'holds', 'clone'],
      report: 'bench/report',
      compare: null,
    });
  });

  test('--quick measures the essentials in short rounds, and does not change the stored report', () => {
    const quick = parse('--quick');
    expect(quick).toMatchObject({
      rounds: 1,
      passes: 1,
      seconds: 1,
      connections: [256],
      scenarios: ['bare-koa', 'holds'],
      isQuick: true,
    });
    expect(quick.report).not.toBe(parse().report);
  });

  test('name scenarios in any order, also with --quick, and run them in the order of the registry', () => {
    expect(parse('--quick', '--scenario', 'clone,bare-koa').scenarios).toEqual(['bare-koa', 'clone']);
  });

  test('sort connections in ascending order', () => {
    expect(parse('--connections', '256,8').connections).toEqual([8, 256]);
  });

  test('take two runs to compare', () => {
    expect(parse('--compare', '1', 'last').compare).toEqual(['1', 'last']);
    expect(() => parse('--compare', '1')).toThrow('--compare takes two runs');
    expect(() => parse('--compare', '1', '2', '3')).toThrow("unexpected argument '3'");
  });

  test.each([
    [['--scenario', 'holds,hold'], "'hold' is no scenario; there are bare-koa, holds, clone"],
    [['--rounds', '0'], "--rounds: '0' is not a whole number above 0"],
    [['--connections', '64,many'], "--connections: 'many' is not a whole number above 0"],
    [['holds'], "unexpected argument 'holds'"],
  ])('%j stops with one line', (args, line) => {
    expect(() => parse(...args)).toThrow(line);
  });
});

describe('the registry of scenarios', () => {
  test('names each of them once, with a description', () => {
    const names = definitions.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const usage = usageOf(definitions);
    for (const { name, about, unit } of definitions) {
      expect(usage).toContain(`  ${name}`);
      expect(about.length * unit.length).toBeGreaterThan(0);
    }
  });
});
