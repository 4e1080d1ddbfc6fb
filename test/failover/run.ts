/**
 * `npm run failover`: buyers at work while the primary of a PostgreSQL under Patroni is switched over and killed, once
 * for each way in which the service finds the primary. The same drill as `npm run drill`, with its audits. Fails when an
 * acknowledgement is lost or doubled, and when anything but 503 is answered meanwhile. Where a program is missing it says
 * so and ends well. Not a part of `npm test`: it needs Debian's packages and some minutes.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { HighlyAvailable, ways } from '../../bench/stand/patroni/highly-available.ts';
import { findPrograms, type Programs } from '../../bench/stand/patroni/programs.ts';
import { Service } from '../../bench/stand/service.ts';
import { drill } from '../drill/drill.ts';
import { primaryFaultKinds } from '../drill/primary-faults.ts';
import { type DrillReport, printFault, printSummary } from '../drill/report.ts';

const { values } = parseArgs({
  options: {
    /** Switchovers and kills, for each way. */
    faults: { type: 'string', default: '4' },
    /** How the service finds the primary: by default one way after the other. */
    ways: { type: 'string', default: ways.join(',') },
    /** Of PostgreSQL, 2 or 3. With two nobody can take a write after a kill before the repair. */
    members: { type: 'string', default: '3' },
    buyers: { type: 'string', default: '24' },
    seed: { type: 'string', default: '1' },
    /** Folder for the nodes' logs when there was a violation. */
    logs: { type: 'string' },
  },
});

/** Patroni waits up to `ttl` (20 s) for a primary that is gone; then the nodes have to notice the new one. */
const recoveryMs = 60_000;

async function failover(programs: Programs): Promise<boolean> {
  let isSound = true;
  for (const way of ways.filter((known) => values.ways.split(',').includes(known))) {
    const members = await HighlyAvailable.start(programs, Number(values.members));
    console.log(`\n${members.members.length} members; the service finds the primary by ${way}`);
    try {
      if (way === 'pgbouncer' && !(await refusesTransactions(members))) isSound = false;
      const report: DrillReport = await drill({
        database: { members, way },
        kinds: primaryFaultKinds,
        faults: Number(values.faults),
        minutes: 0,
        seed: Number(values.seed),
        buyers: Number(values.buyers),
        viewers: 30,
        followers: 4,
        leaseMs: 3_000,
        // The commit of a write waits for a standby on the same disk: how many there are is up to the machine.
        writesPerSecondMin: 0,
        recoveryMs,
        ...(values.logs === undefined ? {} : { logFolder: values.logs }),
        onLoadMeasured: (writes) => console.log(`${Math.round(writes)} acknowledged writes a second undisturbed`),
        onFaultStart: (detail) => console.log(`${new Date().toISOString()} ${detail}`),
        onFault: printFault,
      });
      printSummary(report);
      if (report.violations.length > 0 || report.isInconclusive) isSound = false;
    } finally {
      await members.dispose();
    }
  }
  return isSound;
}

/** The service must not start on connections that a pooler shares by transactions. */
async function refusesTransactions({ transactionsUrl }: HighlyAvailable): Promise<boolean> {
  const settings = { DATABASE_URL: transactionsUrl, SECRET_KEY: randomBytes(32).toString('hex') };
  const said = await Service.start(settings).then(
    (service) => service.dispose().then(() => 'it started'),
    (error: Error) => error.message,
  );
  const isRefused = said.includes('a pooler of transactions');
  console.log(`on a pooler of transactions the service ${isRefused ? 'refuses to start' : `must not start: ${said}`}`);
  return isRefused;
}

const programs = findPrograms();
if ('patroni' in programs) process.exitCode = (await failover(programs)) ? 0 : 1;
else console.log(`skipped: this machine lacks Debian's packages ${programs.join(', ')}`);
