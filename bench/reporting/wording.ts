/** The tables and sentences that the page and the text of a report have in common. Pure. */
import type { AuditReport } from '../audit/audit.ts';
import type { Check, Table } from '../scenarios/study.ts';
import type { Machine } from '../stand/machine.ts';
import type { RunReport } from './run-report.ts';
import type { Figures } from './summary.ts';

const small = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const large = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const roundFrom = 100;

/** A figure with three digits, or whole with separators from a hundred on; a dash for none. */
export function shown(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value;
  return Math.abs(value) >= roundFrom ? large.format(value) : small.format(value);
}

/** The tables of the scenarios in turn: ratios to baselines, speed, and expense. */
export function figureTables(figures: readonly Figures[]): Table[] {
  const ratios = ratiosTable(figures);
  const measured = [ratios, rawSocketTable(figures)].filter(({ rows }) => rows.length > 0);
  return [...measured, speedTable(figures), expenseTable(figures)];
}

function ratiosTable(figures: readonly Figures[]): Table {
  return {
    columns: ['scenario', 'connections', 'ratio', 'to', 'CPU µs', 'raw socket µs'],
    rows: figures.flatMap(({ scenario, connections, ratios, cpuMicros, rawSocketMicros }) =>
      Object.entries(ratios).map(([to, ratio]) => [scenario, connections, ratio, to, cpuMicros, rawSocketMicros]),
    ),
  };
}

function rawSocketTable(figures: readonly Figures[]): Table {
  return {
    columns: ['a durable hold against the raw socket', 'connections', 'CPU µs', 'raw socket µs', 'ratio'],
    rows: figures
      .filter(({ toRawSocket }) => toRawSocket !== null)
      .map((line) => [line.scenario, line.connections, line.cpuMicros, line.rawSocketMicros, line.toRawSocket]),
  };
}

function speedTable(figures: readonly Figures[]): Table {
  return {
    columns: ['scenario', 'connections', 'per second', 'CPU µs', 'p50 ms', 'p99 ms', 'loop p99 ms'],
    rows: figures.map((line) => [
      line.scenario,
      line.connections,
      Math.round(line.perSecond),
      line.cpuMicros,
      line.p50Ms,
      line.p99Ms,
      line.loopP99Ms,
    ]),
  };
}

function expenseTable(figures: readonly Figures[]): Table {
  return {
    columns: [
      'scenario',
      'connections',
      'done',
      '409',
      'other',
      'batch',
      'append ms',
      'server busy',
      'store busy',
      'generator busy',
      'stolen',
    ],
    rows: figures.map((line) => [
      line.scenario,
      line.connections,
      line.done,
      line.conflicts,
      line.refused + line.failed + line.broken,
      line.averageBatch,
      line.averageAppendMs,
      line.serverBusy,
      line.storeBusy,
      line.generatorBusy,
      line.stolen,
    ]),
  };
}

/**
 * The profiled scenarios by stage: shares of the processor time, and the same of the processor time of an ordinary round,
 * because a profiled one is slower.
 */
export function stageTables({ figures, stages }: RunReport): Table[] {
  return Object.entries(stages).flatMap(([name, shares]) => {
    const usual = figures.findLast(({ scenario }) => scenario === name);
    // The profile is the service's: a baseline has none.
    if (usual === undefined || usual.averageBatch === null) return [];
    const { cpuMicros, connections } = usual;
    return {
      columns: [`stage of ${name}, ${connections} connections`, 'share', 'µs'],
      rows: shares.map(({ stage, share }) => [stage, share, cpuMicros === null ? null : share * cpuMicros]),
    };
  });
}

/** What the words of a report mean, for a reader who has not seen one. */
export const words: Table = {
  columns: ['word', 'meaning'],
  rows: [
    [
      'hold',
      'A buyer takes two seats. It is answered when its record is durable in PostgreSQL. An unhold gives them back',
    ],
    ['purchase', 'Four calls: a session is created, takes seats or places, checks out, and the payment is confirmed'],
    ['closed loop', 'Each connection sends its next call after the answer to the last one'],
    ['open loop', 'Calls are sent at a fixed rate, whether or not the last one was answered'],
    ['ratio', 'The service’s calls a second divided by those of the server that is named, in the same rounds'],
    ['CPU', 'Processor time of the server’s process for one call, both of user and of system'],
    ['p50, p99', 'Half of the answers came within this time; 99 of 100 did'],
  ],
};

/** What each scenario of the run does. */
export function contentsTable({ contents }: RunReport): Table {
  return { columns: ['scenario', 'what it does'], rows: contents.map(({ name, about }) => [name, about]) };
}

/** How much was measured. */
export function howLong({ options: { rounds, passes, seconds, isQuick }, replays }: RunReport): string {
  const times = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
  const compared = times(rounds, 'round', 'rounds');
  const again =
    replays === 0 ? '' : `, ${times(replays, 'round', 'rounds')} repeated because the machine’s host had stolen time`;
  return `${compared} and ${times(passes, 'pass', 'passes')} of ${seconds} s${isQuick ? ' (--quick)' : ''}${again}`;
}

/** Explains the table of promises; null: there is nothing to explain. */
export function floorText(checks: readonly Check[]): string | null {
  if (!hasFloor(checks)) return null;
  return 'Floor: the same figure of a server that answers constants, under the same load on the same machine. Its changes wait for PostgreSQL to commit their records, where those of the service do. Where the floor itself misses a promise, the machine breaks it; it never decides whether a promise counts as kept.';
}

/** How many promises were kept; null: none was measured. */
export function keptText(checks: readonly Check[]): string | null {
  const measured = checks.filter(({ isKept }) => isKept !== null);
  if (measured.length === 0) return null;
  const missed = measured.filter(({ isKept }) => !isKept).length;
  const rest =
    missed === 0
      ? 'None was missed.'
      : `${missed} ${missed === 1 ? 'was missed and stands' : 'were missed and stand'} first.`;
  return `${measured.length - missed} of ${measured.length} promises were kept in this run. ${rest}`;
}

/** Missed promises first, then those that were kept. With a column for floors if a promise has one. */
export function checksTable(checks: readonly Check[]): Table {
  const floors = hasFloor(checks);
  const rankOf = ({ isKept }: Check) => (isKept === null ? 2 : Number(isKept));
  return {
    columns: ['promise', 'figure', ...(floors ? ['floor'] : []), 'kept'],
    rows: checks
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .map(({ says, figure, floor = null, isKept }) => [
        says,
        figure,
        ...(floors ? [floor] : []),
        isKept === null ? 'not measured' : isKept ? 'yes' : 'no',
      ]),
  };
}

function hasFloor(checks: readonly Check[]): boolean {
  return checks.some(({ floor }) => floor !== undefined);
}

export function machineTable(machine: Machine): Table {
  return {
    columns: ['what', 'which'],
    rows: [
      ['processor', `${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB`],
      ['system', machine.system],
      ['Node', machine.node],
      ['PostgreSQL', machine.postgres],
      ['Redis', machine.redis],
      ['Go', machine.go],
      ['commit', machine.version ?? 'unknown'],
      ...Object.entries(machine.packages).map(([name, version]) => [name, version]),
      ...Object.entries(machine.postgresSettings).map(([name, value]) => [`postgres ${name}`, value]),
    ],
  };
}

/** The audit in one sentence. A run whose audit found anything has no report. */
export function auditText(audit: AuditReport | null): string {
  if (audit === null) return 'Nothing ran on the common stage.';
  const { purchases, holds, bookings, tickets, events, records } = audit;
  return (
    `Audit: ${shown(purchases)} acknowledged purchases, ${shown(holds)} carts, ${shown(bookings)} bookings of the ` +
    `box office and ${shown(tickets)} tickets of a queue found exactly once in ${shown(events)} events; ${shown(records)} journal records replayed equal ` +
    'memory and tables; no seat with two owners.'
  );
}
