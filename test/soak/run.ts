/**
 * `npm run soak -- --kills 50`: kills a service and its PostgreSQL under load, again and again. Fails when anything
 * acknowledged is missing or duplicated, in the service, its feed or a webhook, or when there was too little traffic to
 * prove anything.
 */
import { parseArgs } from 'node:util';
import { type KillReport, soak } from './soak.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    buyers: { type: 'string', default: '64' },
    'writes-per-second-min': { type: 'string', default: '1000' },
  },
});

function printKill({ victim, writes, writesPerSecond, downMs, ...audit }: KillReport): void {
  console.log(
    `kill -9 ${victim.padEnd(8)}  ${writes} acknowledged writes checked (${Math.round(writesPerSecond)}/s), ` +
      `${audit.tookEffect} unanswered ones had taken effect, ${audit.sessions} sessions and ${audit.tickets} tickets read, ${audit.repetitions} calls repeated, ` +
      `back after ${Math.round(downMs)} ms, ${audit.violations} violations so far`,
  );
}

const { deliveries, feed, ...report } = await soak({
  kills: Number(values.kills),
  buyers: Number(values.buyers),
  writesPerSecondMin: Number(values['writes-per-second-min']),
  onKill: printKill,
});
console.log(
  `${report.kills.length} kills, ${report.writes} acknowledged writes, ${report.sessions} sessions, ` +
    `median ${Math.round(report.writesPerSecond)} writes/s, ${deliveries.confirms} confirms in ${deliveries.requests} requests to ` +
    `a webhook, ${feed.changes} changes told to each follower of the feed in ${feed.pages} pages and ${feed.streams} streams, ` +
    `${report.violations.length} violations\nwrites: ${report.traffic}`,
);
for (const violation of report.violations) console.error(violation);
if (report.isInconclusive) console.error('INCONCLUSIVE: too little traffic before the kills to prove anything');
process.exitCode = report.violations.length > 0 || report.isInconclusive ? 1 : 0;
