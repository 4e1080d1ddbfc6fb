/**
 * Reads typed fields out of unvalidated JSON and collects errors, field by field. For bodies that are too large for the
 * usual validation. Never throws; the caller discards the result when `errors` is not empty.
 */
import type { FieldCode, FieldError } from '#domain/refusal.ts';

export type JsonObject = { readonly [name: string]: unknown };

const errorsMax = 100;
const depthMax = 90;
const rejectedTextMax = 255;
const textLengthMax = 255;

/** JSON text with an escaped NUL or lone surrogate, which Postgres cannot store. */
const unstorableEscape = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/;

export class JsonFields {
  readonly errors: FieldError[] = [];

  /** True when the limit of errors is reached and the caller can stop. */
  get isFull(): boolean {
    return this.errors.length >= errorsMax;
  }

  /** Records an error; at most 100 are kept. */
  reject(field: string, code: FieldCode, message: string, value: unknown): void {
    if (!this.isFull) this.errors.push({ field, message, rejectedValue: showable(value), code });
  }

  object(value: unknown, field: string): JsonObject | null {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
    this.#rejectType(value, field, 'must be an object');
    return null;
  }

  /** A list of `min` to `max` entries; empty when invalid. */
  list(value: unknown, field: string, min: number, max: number): readonly unknown[] {
    if (!Array.isArray(value)) {
      this.#rejectType(value, field, 'must be an array');
      return [];
    }
    if (value.length >= min && value.length <= max) return value;
    this.reject(field, 'SIZE', sizeWords(min, max, 'entries'), value);
    return [];
  }

  /** A text of 1 to 255 characters; '' when the value is not a string. */
  text(value: unknown, field: string): string {
    if (typeof value !== 'string') {
      this.#rejectType(value, field, 'must be a string');
      return '';
    }
    if (value.length < 1 || value.length > textLengthMax) {
      this.reject(field, 'SIZE', sizeWords(1, textLengthMax, 'characters'), value);
    } else if (value.includes('\0') || !value.isWellFormed()) {
      this.reject(field, 'PATTERN', 'must not contain U+0000 or unpaired surrogates', null);
    }
    return value;
  }

  /** A text; absent, null and empty read as null. */
  optionalText(value: unknown, field: string): string | null {
    return value === undefined || value === null || value === '' ? null : this.text(value, field);
  }

  number(value: unknown, field: string): number {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    this.#rejectType(value, field, 'must be a number');
    return 0;
  }

  optionalNumber(value: unknown, field: string): number | null {
    return value === undefined || value === null ? null : this.number(value, field);
  }

  /** A whole number from `min` to `max`; `min` when invalid. */
  integer(value: unknown, field: string, min: number, max: number): number {
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      this.#rejectType(value, field, 'must be a whole number');
      return min;
    }
    if (value < min) this.reject(field, 'MIN', `must be at least ${min}`, value);
    else if (value > max) this.reject(field, 'MAX', `must be at most ${max}`, value);
    else return value;
    return min;
  }

  /** False when absent or null. */
  flag(value: unknown, field: string): boolean {
    if (value === undefined || value === null || value === false) return false;
    if (value !== true) this.#rejectType(value, field, 'must be true or false');
    return true;
  }

  /** JSON text of a value that a jsonb column can store; otherwise null. */
  json(value: unknown, field: string): string | null {
    const text = isDeeper(value, depthMax) ? null : JSON.stringify(value);
    if (text !== null && !unstorableEscape.test(text)) return text;
    if (text === null) this.reject(field, 'SIZE', `must not be nested more than ${depthMax} levels deep`, null);
    else this.reject(field, 'PATTERN', 'must not contain U+0000 or unpaired surrogates', null);
    return null;
  }

  #rejectType(value: unknown, field: string, message: string): void {
    if (value === undefined || value === null) this.reject(field, 'NOT_NULL', 'must not be null', null);
    else this.reject(field, 'TYPE', message, value);
  }
}

/** The check of `JsonFields.json` for a schema: whether a jsonb column can store the value. */
export function isStorableJson(value: unknown): boolean {
  return !isDeeper(value, depthMax) && !unstorableEscape.test(JSON.stringify(value));
}

function showable(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, rejectedTextMax);
  if (Array.isArray(value) && value.length === 0) return [];
  return typeof value === 'object' ? null : value;
}

function sizeWords(min: number, max: number, things: string): string {
  return min === max ? `must have ${min} ${things}` : `must have ${min} to ${max} ${things}`;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}
