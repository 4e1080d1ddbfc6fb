/** `mode`: shows or sets the mode of the service. Safe beside running nodes, which follow within a second. */
import { readMode, storeMode } from '#storage/catalog/service-mode.ts';
import { BadUsage, type Run } from './command.ts';
import { withDatabase } from './database.ts';

const reasonLengthMax = 500;

export const mode: Run = ([mode, reason, until]) => {
  if (mode !== undefined && mode !== 'read-only' && mode !== 'normal') throw new BadUsage(`'${mode}' is no mode`);
  if (mode !== 'read-only' && reason !== undefined) throw new BadUsage(`'${reason}' is one argument too many`);
  const wanted = mode === 'read-only' ? { reason: reasonOf(reason), until: instantOf(until) } : null;
  return withDatabase(async ({ persistence: { pool } }) => {
    if (mode !== undefined) await storeMode(pool, wanted);
    const now = await readMode(pool);
    const end = now?.until == null ? 'until it is ended' : `until ${new Date(now.until).toISOString()}`;
    console.log(now === null ? 'normal' : `read-only ${end}: ${now.reason}`);
    return 0;
  });
};

function reasonOf(text: string | undefined): string {
  if (text === undefined || text.trim() === '') throw new BadUsage('REASON is missing: callers and buyers are told it');
  if (text.length > reasonLengthMax) throw new BadUsage(`REASON has more than ${reasonLengthMax} characters`);
  return text;
}

function instantOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new BadUsage(`'${text}' is no instant such as 2027-05-01T10:00:00Z`);
  if (at <= Date.now()) throw new BadUsage(`'${text}' is over`);
  return at;
}
