/**
 * `npm run drill -- --faults 24`: injects faults of every kind into a cluster of three nodes under load, or with
 * `--workers 2` into one service of so many worker processes. Audits the acknowledgements, live maps and the feed after
 * each fault, and a webhook at the end. Fails when an acknowledgement is missing, duplicated or shown in an older state,
 * when a viewer's map is not what can be booked, when a follower of the feed or the webhook was not told every change, or
 * when there was too little traffic to prove anything.
 */
import { parseArgs } from 'node:util';
import type { DrillFaultKind } from './all-faults.ts';
import { controls, runControl } from './controls.ts';
import { type DrillOptions, drill } from './drill.ts';
import { faultKinds } from './faults.ts';
import { printFault, printSummary } from './report.ts';
import { workerFaultKinds } from './worker-faults.ts';

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
