/**
 * Checks a value against a schema and turns what zod finds into the contract's field errors. Promises the same field
 * paths and codes for every body and parameter; never echoes a secret back.
 */
import type { z } from 'zod';
import { fieldErrorsMax } from '#domain/limits.ts';
import type { FieldCode, FieldError } from '#domain/refusal.ts';
import { notNull } from './messages.ts';
import { type Reader, readerOf } from './schema-reader.ts';

const echoedCharactersMax = 200;
const echoedEntriesMax = 20;
const secretField = /(password|token|privatekey|secret)$/i;

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly FieldError[]; readonly isPropertiesTooLarge: boolean };

type Issue = z.core.$ZodIssue;

/** What a check that a schema makes by itself says about its issue (`constraint`). */
type IssueParams = {
  readonly code?: FieldCode;
  readonly rejected?: unknown;
  readonly isPropertiesTooLarge?: boolean;
};

const readers = new WeakMap<z.ZodType, Reader>();

/** Checks a value against a schema; at most `fieldErrorsMax` errors are listed. */
export function check<T>(schema: z.ZodType<T>, value: unknown): Checked<T> {
  const result = readerFor(schema)(value, fieldErrorsMax);
  if (result.ok) return result as { ok: true; value: T };
  return {
    ok: false,
    errors: result.issues.map((issue) => fieldErrorOf(issue, value)),
    isPropertiesTooLarge: result.issues.every((issue) => paramsOf(issue).isPropertiesTooLarge === true),
  };
}

function readerFor(schema: z.ZodType): Reader {
  const known = readers.get(schema);
  if (known !== undefined) return known;
  const reader = readerOf(schema);
  readers.set(schema, reader);
  return reader;
}

/** One field error, for checks that a schema cannot make, such as an id that must equal the path's. */
export function fieldError(field: string, code: FieldCode, message: string, rejectedValue: unknown = null): FieldError {
  return { field, message, rejectedValue: echo(field, rejectedValue), code };
}

/** Writes a path as the contract does: `seats[3].id`; the body itself is `body`. */
function fieldPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? String(part) : `.${String(part)}`;
  }
  return text === '' ? 'body' : text;
}

function fieldErrorOf(issue: Issue, root: unknown): FieldError {
  const field = fieldPath(issue.path);
  const params = paramsOf(issue);
  const rejected = 'rejected' in params ? params.rejected : valueAt(root, issue.path);
  const code = codeOf(issue, rejected);
  return {
    field,
    message: code === 'NOT_NULL' ? notNull : issue.message,
    rejectedValue: echo(field, rejected),
    code,
  };
}

function codeOf(issue: Issue, rejected: unknown): FieldCode {
  const said = paramsOf(issue).code;
  if (said !== undefined) return said;
  if (rejected === undefined || rejected === null) return 'NOT_NULL';
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
    case 'not_multiple_of':
      return 'TYPE';
    case 'too_small':
      return isMeasured(issue.origin) ? 'SIZE' : 'MIN';
    case 'too_big':
      return isMeasured(issue.origin) ? 'SIZE' : 'MAX';
    case 'invalid_format':
      return 'PATTERN';
    case 'invalid_value':
    case 'unrecognized_keys':
    case 'invalid_key':
      return 'UNKNOWN_VALUE';
    default:
      return 'INVALID';
  }
}

/** Values with a length have a size; numbers have a minimum and a maximum. */
function isMeasured(origin: string): boolean {
  return origin === 'string' || origin === 'array' || origin === 'set' || origin === 'map';
}

function paramsOf(issue: Issue): IssueParams {
  return issue.code === 'custom' ? ((issue.params ?? {}) as IssueParams) : {};
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

/** Short values are echoed; secrets, long lists and nested objects are not. */
function echo(field: string, value: unknown): unknown {
  if (value === undefined || secretField.test(field)) return null;
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const isFlat = entries.every(
    ([name, part]) => !secretField.test(name) && (typeof part !== 'object' || part === null),
  );
  if (!isFlat || entries.length > echoedEntriesMax) return null;
  const parts = entries.map(([name, part]) => [cut(name), typeof part === 'string' ? cut(part) : part]);
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

function cut(text: string): string {
  return text.length > echoedCharactersMax ? `${text.slice(0, echoedCharactersMax).toWellFormed()}…` : text;
}
