/** `event`: the state of one event in plain lines, for the person on call. Shows nothing of a buyer. */
import { type EventReport, reportEvent } from '#storage/audit/event-report.ts';
import { findNamed } from '#storage/catalog/named-event.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

export const showEvent: Run = ([name = '']) =>
  withDatabase(async ({ persistence: { pool } }) => {
    const event = await findNamed(pool, name);
    if (event === null) throw new Error(`there is no event ${name}`);
    for (const line of linesOf(await reportEvent(pool, event.number))) console.log(line);
    return 0;
  });

const labelWidth = 14;
const line = (label: string, text: string): string => `${label.padEnd(labelWidth)}${text}`;
const instant = (ms: number): string => new Date(ms).toISOString();
const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

function linesOf(report: EventReport): readonly string[] {
  const { id, number, organizationId, status, start, end, parked, now } = report;
  const { node, epoch, headSeq, projectedSeq, snapshotSeq, nextDeadline, last } = report;
  const behind = headSeq - projectedSeq;
  const due = nextDeadline === null ? 'none' : instant(nextDeadline);
  const late = nextDeadline !== null && nextDeadline < now ? `, overdue by ${seconds(now - nextDeadline)}` : '';
  return [
    line('event', `${number}  ${id}  of organization ${organizationId}`),
    line('status', `${status}, ${start} to ${end} local time`),
    ...(parked === null ? [] : [line('parked', parked)]),
    line('owner', `${node ?? 'none'}, epoch ${epoch}`),
    line('head', `record ${headSeq}${last[0] === undefined ? '' : `, ${seconds(now - last[0].at)} ago`}`),
    line('projected', `record ${projectedSeq}, ${behind === 0 ? 'up to date' : `${behind} records behind`}`),
    line(
      'snapshot',
      snapshotSeq === null ? 'none' : `record ${snapshotSeq}, ${headSeq - snapshotSeq} records to replay`,
    ),
    line('next deadline', `${due}${late}`),
    ...stateLines(report.state),
    ...last.map(({ seq, at, epoch: of, types }) =>
      line(`record ${seq}`, `${instant(at)}  epoch ${of}  ${typesOf(types)}`),
    ),
  ];
}

function stateLines(state: EventReport['state']): readonly string[] {
  if (typeof state === 'string') return [line('state', `cannot be replayed: ${state}`)];
  const { totals, admission } = state;
  return [
    line('live sessions', counted(totals.sessions)),
    line('seats', counted(totals.seats)),
    line('places', counted(totals.places)),
    line('admission', admission.mode),
    line('queue', totals.tickets === null ? 'none' : counted(totals.tickets)),
  ];
}

function typesOf(types: ReadonlyMap<string, number>): string {
  return Array.from(types, ([type, count]) => (count === 1 ? type : `${type} ×${count}`)).join(', ');
}
