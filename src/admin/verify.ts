/**
 * `verify`: whether what the database shows follows from its journals, for every event or one. Beside a running service,
 * on a copy, or after a restore. Ends with 1 when something was found.
 */
import { compareReport } from '#reports/compare-report.ts';
import { verify } from '#storage/audit/verify.ts';
import { BadUsage, type Run } from './command.ts';
import { withDatabase } from './database.ts';

const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const verifyDatabase: Run = async ([eventId = null]) => {
  if (eventId !== null && !idShape.test(eventId)) throw new BadUsage(`'${eventId}' is not the id of an event`);
  return withDatabase(async ({ persistence: { pool } }) => {
    const found = await verify({ pool, compareReport }, eventId, (finding) => console.log(finding));
    if (found === null) throw new Error(`there is no event ${eventId}`);
    const { events, records, sessions, findings } = found;
    console.log(`${events} events, ${records} records, ${sessions} sessions: ${findings} findings`);
    return findings === 0 ? 0 : 1;
  });
};
