/**
 * Reads a layout from the bytes of a file: a table, a drawing, or JSON of this service or of the field's charts. Used in
 * threads: never throws. A file with a mistake gives no layout, only its mistakes.
 */
import { isUtf8 } from 'node:buffer';
import type { InvalidBody } from '#domain/command.ts';
import type { FieldError } from '#domain/refusal.ts';
import { layoutOf } from '../bodies/layout.ts';
import { newLayout } from '../bodies/new-layout.ts';
import { parseSent } from '../bodies/parse-body.ts';
import { check, fieldError } from '../check.ts';
import { isAbsent } from '../constraint.ts';
import { MalformedJson } from '../json.ts';
import { notNull } from '../messages.ts';
import { isChart, layoutOfChart } from './chart-layout.ts';
import { layoutOfCsv } from './csv-layout.ts';
import { withDrawnAreas } from './drawn-areas.ts';
import type { ImportedLayout } from './imported-plan.ts';
import { layoutOfSvg } from './svg-layout.ts';

export function readCsv(bytes: Uint8Array): ImportedLayout | InvalidBody {
  return parseSent(bytes, (text) => layoutOfCsv(text === undefined ? '' : String(text)), textOf);
}

export function readSvg(bytes: Uint8Array): ImportedLayout | InvalidBody {
  return parseSent(bytes, (text) => layoutOfSvg(text === undefined ? '' : String(text)), textOf);
}

export function readJson(bytes: Uint8Array): ImportedLayout | InvalidBody {
  return parseSent(bytes, layoutOfJson);
}

function layoutOfJson(body: unknown): ImportedLayout | readonly FieldError[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return notAnObject(body);
  const { name } = body as { readonly name?: unknown };
  if (isChart(body))
    return layoutOfChart(body as Readonly<Record<string, unknown>>, typeof name === 'string' ? name : '');
  const isNamed = !isAbsent(name) && name !== '';
  // The layout's venue is the one that the call names: the file may come from elsewhere.
  const checked = check(newLayout, { ...body, name: isNamed ? name : 'Layout', venueId: null });
  if (!checked.ok) return checked.errors;
  const layout = withDrawnAreas(layoutOf(checked.value));
  return { layout: isNamed ? layout : { ...layout, name: '' }, warnings: [] };
}

function notAnObject(body: unknown): readonly FieldError[] {
  return isAbsent(body) ? [fieldError('body', 'NOT_NULL', notNull)] : [fieldError('body', 'TYPE', 'must be an object')];
}

function textOf(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new MalformedJson('The body is not valid UTF-8.');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}
