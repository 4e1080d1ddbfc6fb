/**
 * The language that a page speaks now, and what `Intl` knows of it: numbers, lists, plural categories, dates and times.
 * Knows no texts.
 */
import { type Language, languages } from './languages.ts';

const rightToLeft: ReadonlySet<Language> = new Set(['ar']);
/** Of languages without a region: `Intl` takes `pt` for that of Brazil, whose dates, numbers and plurals differ. */
const regions: Readonly<Record<string, string>> = { pt: 'pt-PT' };

const instantParts = {
  ...({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
};

export class Speech {
  readonly language: Language;
  /** BCP 47: the language, perhaps with a region, which decides how numbers and times are written. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly #numbers: Intl.NumberFormat;
  readonly #twoDigits: Intl.NumberFormat;
  readonly #lists: Intl.ListFormat;
  readonly #plurals: Intl.PluralRules;

  constructor(language: Language, locale: string) {
    this.language = language;
    this.locale = regions[locale] ?? locale;
    this.direction = rightToLeft.has(language) ? 'rtl' : 'ltr';
    this.#numbers = new Intl.NumberFormat(this.locale);
    this.#twoDigits = new Intl.NumberFormat(this.locale, { minimumIntegerDigits: 2, useGrouping: false });
    // The English texts are British, whose lists have no comma before the "and".
    this.#lists = new Intl.ListFormat(language === 'en' ? 'en-GB' : this.locale, { type: 'conjunction' });
    this.#plurals = new Intl.PluralRules(this.locale);
  }

  number(value: number): string {
    return this.#numbers.format(value);
  }

  /** "1, 2 and 3" */
  list(words: readonly string[]): string {
    return this.#lists.format(words.map((word) => this.isolated(word)));
  }

  plural(count: number): Intl.LDMLPluralRule {
    return this.#plurals.select(count);
  }

  /** "14:05", or "26:14:05" from an hour on. */
  clock(seconds: number): string {
    const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const [first, ...others] = hours === 0 ? [minutes, rest] : [hours, minutes, rest];
    return [this.#numbers.format(first ?? 0), ...others.map((part) => this.#twoDigits.format(part))].join(':');
  }

  /** "Sat, 1 May 2027, 19:30 CEST". Null: the zone of the reader, whose name tells it too. */
  instant(at: Date, timeZone: string | null): string {
    return this.#dateTime(at, { timeZoneName: 'short', ...(timeZone === null ? {} : { timeZone }) });
  }

  /** A local date-time, such as `2027-05-01T19:30:00`, of which no zone is known. */
  localTime(text: string): string {
    return this.#dateTime(new Date(`${text.slice(0, 19)}Z`), { timeZone: 'UTC' });
  }

  #dateTime(at: Date, zone: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(this.locale, { ...instantParts, ...zone }).format(at);
  }

  /** Short words beside each other: "Stalls · 6 seats". */
  beside(words: readonly string[]): string {
    const all = words.map((word) => this.isolated(word)).join(' · ');
    // Of names of another script alone a browser would take the direction.
    return this.direction === 'rtl' ? `\u200f${all}` : all;
  }

  /** A name of any script, which must not turn the words of a language from right to left around it. */
  isolated(text: string): string {
    return this.direction === 'rtl' ? `\u2068${text}\u2069` : text;
  }
}

export const english = new Speech('en', 'en');
let spoken = english;

export function speech(): Speech {
  return spoken;
}

export function speak(next: Speech): void {
  spoken = next;
}

/** The speech of the first language tag (BCP 47) that is one of these languages; English when none is. */
export function speechFor(tags: readonly unknown[], among: readonly Language[] = languages): Speech {
  for (const tag of tags) {
    const locale = canonical(tag);
    const language = among.find((one) => locale !== null && new Intl.Locale(locale).language === one);
    if (locale !== null && language !== undefined) return new Speech(language, locale);
  }
  return english;
}

function canonical(tag: unknown): string | null {
  try {
    return typeof tag === 'string' ? (Intl.getCanonicalLocales(tag)[0] ?? null) : null;
  } catch {
    return null;
  }
}
