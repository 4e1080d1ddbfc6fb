/** The report of a benchmark: as Markdown, as a page without external resources, and as a flame graph. */
import { describe, expect, test } from '@jest/globals';
import { markdownOf, tableText } from '../../bench/reporting/markdown.ts';
import { pageOf } from '../../bench/reporting/page.ts';
import { type Call, callTreeOf } from '../../bench/reporting/profile/call-tree.ts';
import { flameGraphOf } from '../../bench/reporting/profile/flame-graph.ts';
import { stagesOf } from '../../bench/reporting/profile/stages.ts';
import { barOf } from '../../bench/reporting/progress.ts';
import { shown } from '../../bench/reporting/wording.ts';
import { above, atMost, type Study } from '../../bench/scenarios/study.ts';
import { reportOf, roundOf } from '../support/bench-runs.ts';

const study: Study = {
  title: 'Growth: <seats>',
  about: 'Holds & more',
  figures: {},
  tables: [{ columns: ['seats', 'CPU µs'], rows: [[1_000, 20.126]] }],
  plots: [
    {
      title: 'Cost of a hold',
      x: { name: 'seats', isLogarithmic: true },
      y: { name: 'µs' },
      lines: [
        {
          name: 'CPU',
          points: [
            [1_000, 20],
            [10_000, 21],
          ],
        },
      ],
    },
  ],
  checks: [atMost('flat', 1.05, 1.2)],
};
const rounds = [roundOf('bare Koa'), roundOf('hold/unhold', { perSecond: 812_345, connections: 256 })];
const report = reportOf('2027-01-01T10:00:00.000Z', rounds, { 'growth-seats': study });

describe('figures', () => {
  test.each([
    [0.123_456, '0.123'],
    [12.345, '12.3'],
    [812_345.6, '812,346'],
    [null, '–'],
    ['as it is', 'as it is'],
  ])('%p is shown as %p', (value, text) => {
    expect(shown(value)).toBe(text);
  });

  test('are aligned right, and a vertical bar in a cell does not end it', () => {
    expect(tableText({ columns: ['what', 'how many'], rows: [['a|b', 3]] })).toBe(
      '| what | how many |\n| --- | ---: |\n| a\\|b | 3 |',
    );
  });
});

describe('the Markdown report', () => {
  test('has the time, the method, the machine, the audit and the promises', () => {
    const text = markdownOf(report);
    for (const part of [
      '2027-01-01T10',
      '1 round and 1 pass of 1 s',
      'abc1234',
      '4 acknowledged purchases',
      '| flat | 1.05 | yes |',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('| hold/unhold | 256 | 812 | bare Koa | 20 |');
    expect(text).not.toContain('Floor');
  });

  test('has the floor of a promise beside its figure, which it does not decide', () => {
    const checks = [atMost('flat', 1.05, 1.2), above(25, atMost('p99', 31, 9)), above(null, atMost('p50', 3, 9))];
    const floored = reportOf('2027-01-01T10:00:00.000Z', rounds, { 'on-sale': { ...study, checks } });
    const text = markdownOf(floored);
    expect(text).toContain('| promise | figure | floor | kept |');
    expect(text).toContain('| flat | 1.05 | – | yes |\n| p99 | 31 | 25 | no |\n| p50 | 3 | – | yes |');
    for (const report of [text, pageOf(floored)]) expect(report).toContain('Floor: the same figure of a server');
  });
});

describe('the page', () => {
  const page = pageOf(report);

  test('contains every plot', () => {
    expect(page.match(/<svg/g)).toHaveLength(2);
    expect(page).toContain('Cost of a hold');
  });

  test('needs no script and no external resource', () => {
    expect(page).not.toMatch(/<script|<link|@import|src=|url\((?!#)/);
    expect(page.replaceAll(/xmlns(:\w+)?="[^"]*"/g, '')).not.toMatch(/https?:/);
  });

  test('escapes markup', () => {
    expect(page).toContain('Growth: &lt;seats&gt;');
    expect(page).toContain('Holds &amp; more');
  });
});

describe('a flame graph', () => {
  const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 9 });
  const tree = callTreeOf({
    nodes: [
      { id: 1, callFrame: frame('(root)'), children: [2, 4] },
      { id: 2, callFrame: frame('decide', 'file:///x/src/domain/decide.ts'), children: [3] },
      { id: 3, callFrame: frame('', 'file:///x/node_modules/koa/lib/<app>.js') },
      { id: 4, callFrame: frame('(idle)') },
    ],
    samples: [2, 3, 4, 3],
    timeDeltas: [100, 200, 5_000, 300],
  });

  test('gives every call its own time and the time of its callees, and leaves out idle time', () => {
    expect(tree).toMatchObject({ micros: 600, ownMicros: 0 });
    expect(tree.calls).toMatchObject([{ name: 'decide src/domain/decide.ts:10', micros: 600, ownMicros: 100 }]);
    expect(tree.calls[0]?.calls[0]).toMatchObject({ micros: 500, ownMicros: 500 });
  });

  test('is one file with a tooltip for every call', () => {
    const svg = flameGraphOf('holds', tree);
    expect(svg.match(/<g>/g)).toHaveLength(3);
    expect(svg).toContain('(anonymous) koa/lib/&lt;app&gt;.js:10: 0.5 ms, 83.3 % (own 0.5 ms)');
  });
});

test('the stages of a call share its time, and a function without a stage counts for its caller', () => {
  const call = (name: string, ownMicros: number, ...calls: Call[]): Call => ({ name, micros: 0, ownMicros, calls });
  const send = call('answer http/server/direct-response.ts:34', 10, call('writeUtf8String', 40));
  const decide = call('decide src/domain/decide.ts:10', 20, call('get', 10));
  const shares = stagesOf(call('(root)', 5, send, decide, call('(garbage collector)', 5)), 10);
  expect(shares.map(({ stage, share }) => [stage, share])).toEqual([
    ['write the answer to its socket', 0.5],
    ['decide and apply', 0.3],
    ['V8 and Node outside of any function', 0.1],
    ['Node: event loop, streams, promises', 0.05],
    ['garbage collection', 0.05],
  ]);
});

test('a progress bar is filled in proportion', () => {
  expect(barOf(0, 4)).toBe(`[${'·'.repeat(24)}] 0/4`);
  expect(barOf(2, 4)).toBe(`[${'█'.repeat(12)}${'·'.repeat(12)}] 2/4`);
  expect(barOf(9, 4)).toBe(`[${'█'.repeat(24)}] 4/4`);
});
