/**
 * The field types that all interfaces share: ids, texts, local date-times, properties and query numbers. Accepted
 * values can be stored and are returned in one canonical form.
 */
import { z } from 'zod';
import { keySeparator } from '#domain/layout/seat-keys.ts';
import { isTimeZone } from '#domain/series/time-zones.ts';
import { constraint } from './constraint.ts';
import { checkProperties } from './properties.ts';

/** For `meta`: shows a field as `shape` in the OpenAPI document, instead of what zod derives. */
export function shownAs(shape: Readonly<Record<string, unknown>>) {
  return {
    override({ jsonSchema }: { readonly jsonSchema: object }): void {
      for (const name of Object.keys(jsonSchema)) {
        if (name !== 'description' && name !== 'examples' && name !== 'default')
          Reflect.deleteProperty(jsonSchema, name);
      }
      Object.assign(jsonSchema, shape);
    },
  };
}

/** Long: a whole JSON number up to 2^53−1 (contract: type names). */
export const longId = z.int().meta({ ...shownAs({ type: 'integer', format: 'int64' }), examples: [1042] });

const uuidShape = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;

const uuidInLowerCase = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isUuidInLowerCase(value: unknown): value is string {
  return typeof value === 'string' && uuidInLowerCase.test(value);
}

/** UUID of any version in canonical text form; returned in lower case. */
export const uuid = z
  .string()
  .regex(uuidShape, 'must be a UUID')
  .toLowerCase()
  .meta({ ...shownAs({ type: 'string', format: 'uuid' }), examples: ['7f9c24e8-3b12-4fef-91d0-56d7b1f5a001'] });

/** U+0000 and lone surrogates are valid in JSON, but the database cannot store them. */
function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed();
}

// A new object each time, because zod changes its argument.
const unstorable = () => ({ message: 'must not contain U+0000 or unpaired surrogates', params: constraint('PATTERN') });

/** Text of `min` to `max` UTF-16 units that a database can keep. */
export function text(min: number, max: number) {
  return z.string().min(min).max(max).refine(isStorable, unstorable());
}

const jsonDepthMax = 90;

/** JSON text with an escaped NUL or lone surrogate, which Postgres cannot store. */
const unstorableEscape = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** A check for JSON that a jsonb column keeps as it was sent. */
export function storableJson({ value, issues }: z.core.ParsePayload<unknown>): void {
  const isDeep = isDeeper(value, jsonDepthMax);
  if (!isDeep && !unstorableEscape.test(JSON.stringify(value))) return;
  const { message } = isDeep ? { message: `must not be nested more than ${jsonDepthMax} levels deep` } : unstorable();
  const params = { ...constraint(isDeep ? 'SIZE' : 'PATTERN'), rejected: null };
  issues.push({ code: 'custom', message, params, input: value });
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

/** A part of a composite key. */
export const partName = text(1, 255).refine((name) => !name.includes(keySeparator), {
  message: `must not contain '${keySeparator}'`,
  params: constraint('PATTERN'),
});

/** A name of the IANA time zone database. */
export const timeZone = z
  .string()
  .refine(isTimeZone, { message: 'must name a time zone of the IANA database', params: constraint('UNKNOWN_VALUE') })
  .meta({ examples: ['Europe/Berlin'] });

const localShape = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?$/;

/**
 * The canonical form of a local date-time: seconds always, no trailing zeros of the fraction, nanoseconds kept. Null
 * when the text is no local date-time, or names a day or a time that does not exist.
 */
export function canonicalLocalDateTime(value: string): string | null {
  const parts = localShape.exec(value);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second = '00', fraction = ''] = parts;
  const isOnTheClock = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  if (!isOnTheClock || !isInTheCalendar(Number(year), Number(month), Number(day))) return null;
  const digits = fraction.replace(/0+$/, '');
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${digits === '' ? '' : `.${digits}`}`;
}

function isInTheCalendar(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (days[month - 1] ?? 0);
}

const anyLocalDateTime = z.string().refine((value) => canonicalLocalDateTime(value) !== null, {
  message: 'must be a local date-time such as 2027-05-01T19:30:00',
  params: constraint('PATTERN'),
  // Ends the checks: an invalid value must not be compared with another date.
  abort: true,
});
const shownLocalDateTime = {
  ...shownAs({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?$' }),
  description: 'Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds',
  examples: ['2027-05-01T19:30:00'],
};

/** A local date-time in an answer. */
export const shownLocalTime = z.string().meta(shownLocalDateTime);

/** An instant in answers of older formats: UTC without offset. */
export const utcWithoutOffset = z.string().meta({
  ...shownLocalDateTime,
  description: 'UTC, written without offset, so not RFC 3339',
  examples: ['2027-01-15T09:12:44.12'],
});

/** An instant in an answer: UTC with Z and milliseconds. */
export const utcInstant = z.string().meta({
  ...shownAs({ type: 'string', format: 'date-time' }),
  examples: ['2027-05-01T10:15:00.000Z'],
});

/** Local date-time (contract: type names); returned in canonical form. */
export const localDateTime = anyLocalDateTime
  .overwrite((value) => canonicalLocalDateTime(value) ?? value)
  .meta(shownLocalDateTime);

/** A local date-time with both the text that was sent and its canonical form. */
export const localDateTimeAsSent = anyLocalDateTime
  .transform((sent) => ({ sent, canonical: canonicalLocalDateTime(sent) ?? sent }))
  .meta(shownLocalDateTime);

/**
 * Any JSON object up to 16 KB serialised; larger is PROPERTIES_TOO_LARGE (contract: Limits). For routes that keep it as
 * text: it is stored and returned exactly as it was sent.
 */
export const properties = z
  .string()
  .transform((sent, context) => {
    const check = checkProperties(sent);
    if (check.ok) return check.text;
    const { code, message, rejected, isTooLarge } = check;
    context.addIssue({
      code: 'custom',
      message,
      params: { ...constraint(code), rejected, isPropertiesTooLarge: isTooLarge },
    });
    return z.NEVER;
  })
  .meta(shownAs({ type: 'object', additionalProperties: true }));

const wholeNumber = /^-?\d{1,16}$/;

/** A whole number in a path or a query, `min` to `max`; anything else is a TYPE, MIN or MAX error. */
export function wholeNumberText(min: number, max: number) {
  return z
    .string()
    .transform((value, context) => {
      if (wholeNumber.test(value)) return Number(value);
      context.addIssue({ code: 'custom', message: 'must be a whole number', params: constraint('TYPE') });
      return z.NEVER;
    })
    .pipe(z.int().min(min).max(max))
    .meta(shownAs({ type: 'integer', minimum: min, maximum: max }));
}

/** A Long in a path or a query. */
export const longText = wholeNumberText(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).meta(
  shownAs({ type: 'integer', format: 'int64' }),
);

/** `true` or `false` in a query. */
export const booleanText = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta(shownAs({ type: 'boolean' }));

/** The id of an object that is being created: absent or null, because the server makes it. */
export function absentId(message: string) {
  return z
    .unknown()
    .refine((value) => value === undefined || value === null, { message, params: constraint('NULL') })
    .optional()
    .meta({ override: { type: 'null' } });
}
