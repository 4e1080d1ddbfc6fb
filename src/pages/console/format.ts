/** Numbers, times and durations as text, in the language of the page. Pure. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const money = new Intl.NumberFormat('en', { maximumFractionDigits: 2, minimumFractionDigits: 2 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const venueDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const venueClock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
const exactClock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

export function count(value: number): string {
  return whole.format(value);
}

/** One decimal below 100, none above. */
export function rate(value: number): string {
  return value >= 99.95 ? whole.format(value) : short.format(value);
}

export function amount(value: number): string {
  return money.format(value);
}

export function share(part: number, all: number): string {
  return all === 0 ? '–' : percent.format(part / all);
}

/**
 * A local date-time of a venue, as it was entered: "1 May 2027, 19:30". Read as UTC: the reader's own zone may skip
 * that hour.
 */
export function venueTime(local: string): string {
  const at = new Date(`${local}Z`);
  return `${venueDay.format(at)}, ${venueClock.format(at)}`;
}

/** An instant in the zone of the reader; without the day when it is today. */
export function instant(value: string | number | Date): string {
  const at = new Date(value);
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? exactClock.format(at) : `${day.format(at)}, ${clock.format(at)}`;
}

/** "19:30", in the zone of the reader. */
export function clockTime(at: number): string {
  return clock.format(at);
}

/** "4 min 05 s", "2 h 10 min". */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** "1 seat", "2 seats". */
export function amountOf(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** PENDING_PAYMENT: "Pending payment". */
export function words(code: string): string {
  const lower = code.replaceAll('_', ' ').toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

/** The instant as an input of type `datetime-local` wants it. */
export function localTime(value: string): string {
  const at = new Date(value);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
