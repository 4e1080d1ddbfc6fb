/** Numbers, times and durations as text, in the language of the page. */
import { speech } from '../languages/speech.ts';
// The language must be there before the formats are made.
import './texts.ts';

const { locale, language } = speech();
/** English dates are British, as the English texts are. */
const dateLocale = language === 'en' ? 'en-GB' : locale;
type Unit = 'millisecond' | 'second' | 'minute' | 'hour';
const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const short = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const money = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, minimumFractionDigits: 2 });
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
const clock = new Intl.DateTimeFormat(dateLocale, time);
const exactClock = new Intl.DateTimeFormat(dateLocale, { ...time, second: '2-digit' });
const moment = new Intl.DateTimeFormat(dateLocale, { ...date, ...time });
const exactMoment = new Intl.DateTimeFormat(dateLocale, {
  ...date,
  ...time,
  ...({ second: '2-digit', fractionalSecondDigits: 3 } as const),
});
const venueMoment = new Intl.DateTimeFormat(dateLocale, { ...date, ...time, timeZone: 'UTC' });

export function count(value: number): string {
  return speech().number(Math.round(value));
}

/** One decimal below 100, none above. */
export function rate(value: number): string {
  return value >= 99.95 ? count(value) : short.format(value);
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
  return venueMoment.format(new Date(`${local}Z`));
}

/** An instant in the zone of the reader; without the day when it is today. */
export function instant(value: string | number | Date): string {
  const at = new Date(value);
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday ? exactClock.format(at) : moment.format(at);
}

/** An instant by the clock of a zone, which it names: "1 May 2027, 19:30 CEST". Null: the zone of the reader. */
export function instantIn(value: string, timeZone: string | null): string {
  const zone = { timeZoneName: 'short', ...(timeZone === null ? {} : { timeZone }) } as const;
  return new Intl.DateTimeFormat(dateLocale, { ...date, ...time, ...zone }).format(new Date(value));
}

/** With milliseconds, in the zone of the reader: a dispute may be about one. */
export function exactInstant(value: string | number): string {
  return exactMoment.format(new Date(value));
}

/** "19:30", in the zone of the reader. */
export function clockTime(at: number): string {
  return clock.format(at);
}

/** "5m 5s", "2h 10m". */
export function duration(seconds: number): string {
  if (seconds < 60) return inUnit('second', Math.ceil(seconds));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${inUnit('minute', minutes)} ${inUnit('second', Math.floor(seconds % 60))}`;
  return `${inUnit('hour', Math.floor(minutes / 60))} ${inUnit('minute', minutes % 60)}`;
}

function inUnit(unit: Unit, value: number): string {
  return value.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'narrow' });
}

/** "10 min", "1 hr". */
export function span(unit: Unit, value: number): string {
  return value.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'short' });
}

/** The instant as an input of type `datetime-local` wants it. */
export function localTime(value: string): string {
  const at = new Date(value);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
