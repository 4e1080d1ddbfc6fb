/**
 * Converts local date-times of a venue's time zone to instants, with the zone data of the runtime. That data changes
 * with national laws, so callers convert once and store the instant. Never reads a clock.
 */

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The runtime also accepts offsets, and short names of its own that elsewhere mean other zones. */
const nameShape = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/;
const shortName = /^[A-Za-z]{3}$/;
const knownShortNames = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET'.split(' '));

/** Whether this names a zone of the IANA time zone database. */
export function isTimeZone(name: string): boolean {
  if (!nameShape.test(name) || name.startsWith('SystemV/')) return false;
  if (shortName.test(name) && !knownShortNames.has(name.toUpperCase())) return false;
  try {
    offsetsOf(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * The first whole millisecond (since 1970) at or after a local date-time in canonical form. A time that the clocks skip
 * moves forward by the length of the gap; for a time that occurs twice the earlier instant counts.
 */
export function instantIn(timeZone: string, local: string): number {
  const [second = '', fraction = ''] = local.split('.');
  const asUtc = utcOf(second);
  const offsetAt = offsetsOf(timeZone);
  const before = offsetAt(asUtc - dayMs);
  const after = offsetAt(asUtc + dayMs);
  const instants = [asUtc - before, asUtc - after].filter((instant) => instant + offsetAt(instant) === asUtc);
  const instant = instants.length === 0 ? asUtc - before : Math.min(...instants);
  return instant + Math.ceil(Number(fraction.padEnd(9, '0')) / 1_000_000);
}

/** The offset of local time from UTC at an instant, in milliseconds; positive when ahead. */
function offsetsOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (instant) => {
    const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    // Offsets had seconds before time zones were standardised.
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(name) ?? [];
    const offset = (Number(hours) * 60 + Number(minutes)) * minuteMs + Number(seconds) * 1000;
    return sign === '-' ? -offset : offset;
  };
}

/** The local date-time as if it were UTC. */
function utcOf(local: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = local.split(/[-T:]/).map(Number);
  return daysBefore(year, month, day) * dayMs + (hour * 60 + minute) * minuteMs + second * 1000;
}

/**
 * Days from 1970-01-01 to a day of the Gregorian calendar. Years start in March, so that a leap day is the last of its
 * year.
 */
function daysBefore(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const monthsSinceMarch = (month + 9) % 12;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  const daysSinceMarch = Math.floor((153 * monthsSinceMarch + 2) / 5);
  return marchYear * 365 + leapDays + daysSinceMarch + day - 1 - 719_468;
}
