/** The report as one self-contained HTML page: no script, no font, no link to other sites. */

import type { Check, Study, Table } from '../scenarios/study.ts';
import { marked } from './markup.ts';
import { drawPlot, drawThroughput } from './plots.ts';
import { allChecks, type RunReport } from './run-report.ts';
import {
  auditText,
  checksTable,
  contentsTable,
  figureTables,
  floorText,
  howLong,
  keptText,
  machineTable,
  shown,
  stageTables,
  words,
} from './wording.ts';

const style = `
  :root { color-scheme: light; }
  body { font: 15px/1.5 system-ui, sans-serif; color: #223; background: #f5f6f9; margin: 0; }
  main { max-width: 1180px; margin: 0 auto; padding: 28px 20px 60px; }
  h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 19px; margin: 0 0 6px; }
  p { margin: 4px 0 10px; max-width: 88ch; }
  section { background: #fff; border: 1px solid #e1e4ec; border-radius: 10px; padding: 18px 20px; margin-top: 18px; }
  .scroll { overflow-x: auto; } figure { margin: 12px 0 0; } figure svg { max-width: 100%; height: auto; }
  .pair { display: flex; flex-wrap: wrap; gap: 0 28px; align-items: flex-start; } .pair > div { min-width: 0; max-width: 100%; }
  td:first-child { white-space: nowrap; } .scroll + .scroll { margin-top: 16px; }
  table { border-collapse: collapse; font-size: 13.5px; font-variant-numeric: tabular-nums; margin-top: 8px; }
  th { text-align: left; color: #556; font-weight: 600; border-bottom: 2px solid #d8dce6; }
  th, td { padding: 5px 10px; vertical-align: top; } td { border-bottom: 1px solid #eceef4; }
  .figure { text-align: right; white-space: nowrap; }
  .tiles { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 16px; }
  .tile { background: #fff; border: 1px solid #e1e4ec; border-radius: 10px; padding: 10px 16px; min-width: 150px; }
  .tile b { display: block; font-size: 24px; } .tile span { color: #556; font-size: 13px; }
  .yes { color: #157347; font-weight: 600; } .no { color: #b3261e; font-weight: 600; } .none { color: #778; }
  .warning { color: #8a5a00; } a { color: #2457c5; }
`;

/** The whole page. */
export function pageOf(report: RunReport): string {
  const { figures, studies, warnings, machine } = report;
  const checks = allChecks(report);
  const sections = [
    checks.length === 0 ? '' : section('Promises', promisesOf(checks)),
    figures.length === 0 ? '' : section('Scenarios in turn', throughputOf(report)),
    ...Object.values(studies).map(studyOf),
    flamesOf(report),
    section('How to read this page', readingOf(report)),
    section('Machine', tableOf(machineTable(machine))),
  ];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What the service does</title>
<style>${style}</style>
<main>
<h1>What the service does</h1>
${introductionOf(report)}
${warnings.map((warning) => `<p class="warning">${marked(warning)}</p>`).join('\n')}
${tilesOf(report)}
${sections.filter((text) => text !== '').join('\n')}
</main>
</html>
`;
}

function introductionOf(report: RunReport): string {
  const { at, tookSeconds, machine, audit } = report;
  return `<p>${marked(at)}, commit ${marked(machine.version ?? 'unknown')}, ${marked(machine.processor)} with ${machine.cores} cores, Node ${marked(machine.node)}, PostgreSQL ${marked(machine.postgres)}. ${howLong(report)}, ${shown(tookSeconds)} s in all. Figures are medians, ratios are medians of the ratios within rounds; absolute figures belong to this machine and this moment.</p>
<p>${marked(auditText(audit))}</p>`;
}

function tilesOf(report: RunReport): string {
  const checks = allChecks(report).filter(({ isKept }) => isKept !== null);
  const kept = checks.filter(({ isKept }) => isKept).length;
  const tiles: [string, string][] = report.figures
    .filter(({ scenario }) => scenario === 'hold/unhold')
    .flatMap(({ connections, ratios, cpuMicros }) => [
      ...Object.entries(ratios).map(([to, ratio]): [string, string] => [
        `${shown(ratio)} ×`,
        `${to}, ${connections} connections`,
      ]),
      [`${shown(cpuMicros)} µs`, `server CPU of a hold, ${connections} connections`],
    ]);
  if (checks.length > 0) tiles.unshift([`${kept} of ${checks.length}`, 'promises kept']);
  return `<div class="tiles">${tiles
    .map(([figure, what]) => `<div class="tile"><b>${marked(figure)}</b><span>${marked(what)}</span></div>`)
    .join('')}</div>`;
}

function promisesOf(checks: readonly Check[]): string {
  const told = [keptText(checks), floorText(checks)].flatMap((text) => (text === null ? [] : `<p>${marked(text)}</p>`));
  return `${told.join('')}${tableOf(checksTable(checks))}`;
}

function readingOf(report: RunReport): string {
  return `<p>The service and the servers that it is compared with run in turn, on the same machine and, where they store, on the same PostgreSQL.</p>${tableOf(words)}${tableOf(contentsTable(report))}`;
}

function throughputOf({ figures }: RunReport): string {
  return `<p>Closed loop, every scenario once in every round. CPU is the processor time of the server's process for each unit that is counted; its database is counted under “busy”. The loop's delay includes the 10 ms between two samples.</p>
<figure>${drawThroughput(figures)}</figure>${figureTables(figures).map(tableOf).join('')}`;
}

function studyOf({ title, about, tables, plots }: Study): string {
  const drawn = plots.map((plot) => `<figure>${drawPlot(plot)}</figure>`).join('');
  const told = tables.map(tableOf).join('');
  return section(title, `<p>${marked(about)}</p><div class="pair"><div>${drawn}</div><div>${told}</div></div>`);
}

function flamesOf(report: RunReport): string {
  const links = Object.entries(report.flames).map(
    ([name, file]) => `<li><a href="${encodeURI(file)}">${marked(name)}</a></li>`,
  );
  const tables = stageTables(report).map(tableOf).join('');
  return links.length === 0 ? '' : section('Where the time goes', `<ul>${links.join('')}</ul>${tables}`);
}

function section(title: string, content: string): string {
  return `<section><h2>${marked(title)}</h2>${content}</section>`;
}

function tableOf({ columns, rows }: Table): string {
  const isFigure = columns.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  const cell = (tag: 'td' | 'th', value: string | number | null, column: number) => {
    const name = isFigure[column] ? 'figure' : verdictOf(columns[column]!, value);
    return `<${tag}${name === '' ? '' : ` class="${name}"`}>${marked(shown(value))}</${tag}>`;
  };
  const line = (tag: 'td' | 'th', values: readonly (string | number | null)[]) =>
    `<tr>${values.map((value, column) => cell(tag, value, column)).join('')}</tr>`;
  return `<div class="scroll"><table>${line('th', columns)}${rows.map((row) => line('td', row)).join('')}</table></div>`;
}

function verdictOf(column: string, value: string | number | null): string {
  if (column !== 'kept') return '';
  return value === 'yes' || value === 'no' ? value : value === 'kept' ? '' : 'none';
}
