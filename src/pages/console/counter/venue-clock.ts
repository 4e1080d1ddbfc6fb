/** Times by the clock of the venue, as fields and the service write them. Pure. */

/** The zone whose clock counts: the reader's own where that of the venue is not known. */
export function clockZone(timeZone: string | null): string {
  return timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const dayMs = 86_400_000;

/**
 * The instant of a local time, such as `2027-05-01T19:30`; null: it is none. A time that the zone skips is as much later, and of
 * a time that it has twice this is the first one.
 */
export function instantIn(zone: string, local: string): string | null {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return null;
  const [before, after] = [offsetMs(zone, wanted - dayMs), offsetMs(zone, wanted + dayMs)];
  const isAfter = offsetMs(zone, wanted - before) !== before && offsetMs(zone, wanted - after) === after;
  return new Date(wanted - (isAfter ? after : before)).toISOString();
}

/** The local time of an instant, as such a field shows it: to the minute. */
export function localIn(zone: string, instant: string): string {
  const at = Date.parse(instant);
  return new Date(at + offsetMs(zone, at)).toISOString().slice(0, 16);
}

/** How far the clock of the zone is ahead of UTC then. */
function offsetMs(zone: string, at: number): number {
  const whole = Math.floor(at / 1_000) * 1_000;
  const parts = new Intl.DateTimeFormat('sv-SE', {
    ...({ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
  }).format(whole);
  return Date.parse(`${parts.replace(' ', 'T')}Z`) - whole;
}
