/**
 * `npm run drill -- --faults 24`: injects faults of every kind into a cluster of three nodes under load, or with
 * `--workers 2` into one service of so many worker processes. Audits the acknowledgements, live maps and the feed after
 * each fault, and a webhook at the end. Fails when an acknowledgement is missing, duplicated or shown in an older state,
 * when a viewer's map is not what can be booked, when a follower of the feed or the webhook was not told every change, or
 * when there was too little traffic to prove anything.
 */
import { parseArgs } from 'node:util';
import { controls, runControl } from './controls.ts';
import { type DrillOptions, type DrillReport, drill, type FaultReport } from './drill.ts';
import { faultKinds } from './faults.ts';
import { type DrillFaultKind, workerFaultKinds } from './worker-faults.ts';

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '24' },
    minutes: { type: 'string', default: '0' },
    /** By default all kinds: of a cluster of three nodes, or of worker processes. */
    kinds: { type: 'string' },
    /** More than 1: one service of so many worker processes instead of a cluster. */
    workers: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    buyers: { type: 'string', default: '48' },
    viewers: { type: 'string', default: '300' },
    followers: { type: 'string', default: '6' },
    'lease-ms': { type: 'string', default: '3000' },
    'writes-per-second-min': { type: 'string', default: '1000' },
    /** Deliberate mistakes, each of which a drill must find. */
    controls: { type: 'boolean', default: false },
    /** Folder for the nodes' logs when there was a violation. */
    logs: { type: 'string' },
  },
});

const workers = Number(values.workers);
const known: readonly DrillFaultKind[] =
  workers > 1 ? [...workerFaultKinds, 'postgres-crash', 'postgres-stop'] : faultKinds;
const kinds = (values.kinds?.split(',') ?? known) as readonly DrillFaultKind[];
const unknown = kinds.find((kind) => !known.includes(kind));
if (unknown !== undefined) {
  console.error(`'${unknown}' is not a kind of fault; the kinds are ${known.join(', ')}`);
  process.exit(1);
}

const rounded = (ms: number): string => `${Math.round(ms)} ms`;
const median = (sorted: readonly number[]): number => sorted[sorted.length >> 1] ?? 0;

function printFault(report: FaultReport): void {
  const firsts = [...report.firstWritesMs].sort((a, b) => a - b);
  console.log(
    `${report.kind.padEnd(15)} at ${Math.round(report.writesPerSecond)} writes/s\n` +
      `${' '.repeat(16)}first write after ${rounded(median(firsts))} (median of ${firsts.length} events), ` +
      `${rounded(firsts.at(-1) ?? 0)} at most; longest silence ${rounded(report.silenceMs)}; ` +
      `${report.unanswered} calls without an answer, ${report.refused} with 503\n` +
      `${' '.repeat(16)}${report.writes} writes and ${report.reads} reads checked, ${report.sessions} sessions and ${report.tickets} tickets read again, ` +
      `${report.tookEffect} unanswered writes had taken effect, ${report.violations.length} violations`,
  );
  for (const violation of report.violations) console.error(violation);
}

function printSummary(report: DrillReport): void {
  console.log('\nkind             faults   first write: p50      max   longest silence');
  for (const kind of new Set(kinds)) {
    const faults = report.faults.filter((fault) => fault.kind === kind);
    if (faults.length === 0) continue;
    const firsts = faults.flatMap(({ firstWritesMs }) => firstWritesMs).sort((a, b) => a - b);
    const silence = Math.max(...faults.map(({ silenceMs }) => silenceMs));
    const figures = [median(firsts), firsts.at(-1) ?? 0].map((ms) => rounded(ms).padStart(9));
    console.log(
      `${kind.padEnd(16)} ${`${faults.length}`.padStart(6)}   ${figures.join('            ').padStart(18)}   ${rounded(silence).padStart(10)}`,
    );
  }
  const perSecond = [...report.faults].map(({ writesPerSecond }) => writesPerSecond).sort((a, b) => a - b);
  console.log(
    `\nwrites: ${report.traffic}\n` +
      `${report.faults.length} faults, ${report.writes} acknowledged writes, ${report.reads} reads, ${report.sessions} sessions, ` +
      `${report.records} journal records replayed, ${Math.round(report.undisturbedWritesPerSecond)} writes/s undisturbed, ` +
      `${Math.round(perSecond[0] ?? 0)} to ${Math.round(perSecond.at(-1) ?? 0)} before faults, ${report.violations.length} violations`,
  );
  const { viewers, feed, deliveries } = report.listeners;
  console.log(
    `viewers of live maps were told ${viewers.changes} changes and ${viewers.resets} resets in ${viewers.streams} streams\n` +
      `followers of the feed were told ${feed.changes} changes each, in ${feed.pages} pages and ${feed.streams} streams\n` +
      `a webhook was sent ${deliveries.confirms} acknowledged confirms in ${deliveries.requests} requests, ` +
      `${deliveries.failed} of them answered 503`,
  );
  const told = new Set(report.faults.flatMap(({ violations }) => violations));
  for (const violation of report.violations) if (!told.has(violation)) console.error(violation);
  if (report.isInconclusive) console.error('INCONCLUSIVE: too little traffic before a fault to prove anything');
}

const options: DrillOptions = {
  faults: Number(values.faults),
  minutes: Number(values.minutes),
  kinds,
  workers,
  seed: Number(values.seed),
  buyers: Number(values.buyers),
  viewers: Number(values.viewers),
  followers: Number(values.followers),
  leaseMs: Number(values['lease-ms']),
  writesPerSecondMin: Number(values['writes-per-second-min']),
  ...(values.logs === undefined ? {} : { logFolder: values.logs }),
  onFaultStart: (detail) => console.log(`${new Date().toISOString()} ${detail}`),
};

if (values.controls) {
  for (const control of controls) {
    const violations = await runControl(control, { ...options, onFault: printFault });
    const isCaught = violations.length > 0;
    console.log(`${isCaught ? 'caught' : 'NOT CAUGHT'}: ${control.name}${isCaught ? `: ${violations[0]}` : ''}\n`);
    if (!isCaught) process.exitCode = 1;
  }
} else {
  const onLoadMeasured = (undisturbed: number) =>
    console.log(`${Math.round(undisturbed)} acknowledged writes a second undisturbed\n`);
  const report = await drill({ ...options, onLoadMeasured, onFault: printFault });
  printSummary(report);
  process.exitCode = report.violations.length > 0 || report.isInconclusive ? 1 : 0;
}
