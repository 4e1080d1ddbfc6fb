/** The alerts fire when they should and only then, and each leads to its chapter of the runbook. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRules, rulesFile } from '../support/alert-rules.ts';
import { findPromtool } from '../support/promtool.ts';
import { firings, healthy } from './fires.ts';

const alerts = (await readRules()).filter(({ alert }) => alert !== undefined);
const names = alerts.map(({ alert }) => alert as string);
const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');

/** The chapters of the runbook, by heading, with their text. */
const chapters = new Map(
  runbook
    .split(/^## /m)
    .slice(1)
    .map((chapter) => [chapter.split('\n')[0] as string, chapter]),
);

test('every alert has a severity, a summary and a chapter of the runbook that says what to do', () => {
  for (const { alert = '', labels, annotations } of alerts) {
    expect([alert, labels?.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)]);
    expect(annotations).toEqual({
      summary: expect.any(String),
      runbook: `docs/runbook.md#${alert.toLowerCase()}`,
    });
    const chapter = chapters.get(alert) ?? '';
    const missing = ['**Meaning.**', '**Look at.**', '**Do.**'].filter((part) => !chapter.includes(part));
    expect([alert, ...missing]).toEqual([alert]);
  }
  expect([...chapters.keys()].filter((heading) => heading.startsWith('Usher'))).toEqual(names);
});

test('every alert has a case in which it fires', () => {
  expect(firings.map(({ alert }) => alert)).toEqual(names);
});

const silent = (evalTime: string) =>
  names.map((alertname) => ({ eval_time: evalTime, alertname, exp_alerts: [] as object[] }));

/** The alert that fires, and that the other windows of its objective stay silent where they should. */
function caseOf({ alert, series, at, labels = {}, summary }: (typeof firings)[number]) {
  const rule = alerts.find((one) => one.alert === alert);
  const fired = {
    exp_labels: { ...labels, ...rule?.labels },
    exp_annotations: { summary, runbook: rule?.annotations?.runbook },
  };
  const { [names.indexOf(alert)]: own, ...others } = silent(at);
  const isFast = alert.endsWith('BudgetFast');
  const quiet = isFast ? [] : Object.values(others);
  return {
    interval: '1m',
    input_series: seriesOf(series),
    alert_rule_test: [{ ...own, exp_alerts: [fired] }, ...quiet],
  };
}

const seriesOf = (series: Readonly<Record<string, string>>) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }));

const promtool = await findPromtool();
const claim = 'promtool accepts the rules and finds that they fire as they should';
if (promtool === null)
  test(`not tried, because promtool cannot be had here: ${claim}`, () => expect(promtool).toBeNull());
else
  test(claim, () => {
    const file = fileURLToPath(rulesFile);
    const folder = mkdtempSync(join(tmpdir(), 'usher-alerts-'));
    // JSON is YAML.
    const cases = [
      { interval: '1m', input_series: seriesOf(healthy), alert_rule_test: [...silent('70m'), ...silent('7h')] },
      ...firings.map(caseOf),
    ];
    writeFileSync(
      join(folder, 'cases.yml'),
      JSON.stringify({ rule_files: [file], evaluation_interval: '1m', tests: cases }),
    );
    const run = (args: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: 'utf8' });
      return { status, said: status === 0 ? '' : `${stdout}${stderr}` };
    };
    expect(run(['check', 'rules', file])).toEqual({ status: 0, said: '' });
    expect(run(['test', 'rules', join(folder, 'cases.yml')])).toEqual({ status: 0, said: '' });
    rmSync(folder, { recursive: true });
  });
