/** The report as Markdown: tables for people who read it in a terminal or in a repository. Pure. */
import type { Table } from '../scenarios/study.ts';
import { allChecks, type RunReport } from './run-report.ts';
import {
  auditText,
  checksTable,
  figureTables,
  floorText,
  howLong,
  keptText,
  machineTable,
  shown,
  stageTables,
} from './wording.ts';

/** The whole text. */
export function markdownOf(report: RunReport): string {
  const { at, tookSeconds, figures, studies, warnings, audit } = report;
  const parts = [
    '# What the service does',
    `Measured ${at} in ${shown(tookSeconds)} s: ${howLong(report)}. Medians; ratios are medians of the ratios within rounds. Absolute figures belong to this machine and moment.`,
    auditText(audit),
    ...warnings.map((warning) => `- ${warning}`),
  ];
  const checks = allChecks(report);
  if (checks.length > 0) {
    const told = [keptText(checks), floorText(checks)].filter((text) => text !== null);
    parts.push('## Promises', ...told, tableText(checksTable(checks)));
  }
  if (figures.length > 0) parts.push('## Scenarios in turn', ...figureTables(figures).map(tableText));
  const stages = stageTables(report);
  if (stages.length > 0) parts.push('## Where the time goes', ...stages.map(tableText));
  for (const { title, about, tables } of Object.values(studies)) {
    parts.push(`## ${title}`, about, ...tables.map(tableText));
  }
  parts.push('## Machine', tableText(machineTable(report.machine)));
  return `${parts.join('\n\n')}\n`;
}

/** One table with its figures aligned to the right. */
export function tableText({ columns, rows }: Table): string {
  const isFigure = (column: number) => rows.some((row) => typeof row[column] === 'number');
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    line(columns),
    line(columns.map((_, column) => (isFigure(column) ? '---:' : '---'))),
    ...rows.map((row) => line(row.map(shown))),
  ].join('\n');
}
